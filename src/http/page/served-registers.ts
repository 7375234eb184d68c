/// <reference lib="dom" />
import { element } from './dom.ts';
import type { Health } from './service-client.ts';

const COUNTRY_NAMES = { nl: 'Netherlands', be: 'Belgium', lu: 'Luxembourg' } as const;

/** A line for each country that the service has: its addresses, and the registers that they are from. */
export function registerLines({ countries }: Health): HTMLElement[] {
  return countries.map(({ country, registers, counts }) => {
    const sources = registers.map(({ name, publisher, reference_date, licence }) =>
      [`${name}, ${publisher}`, reference_date, licence].filter((part) => part !== null).join(' · '),
    );
    const attributions = new Set(registers.flatMap(({ attribution }) => attribution ?? []));
    return element(
      'li',
      {},
      element('strong', {}, `${COUNTRY_NAMES[country]}: ${counts.addresses.toLocaleString('en')} addresses`),
      ...[...sources, ...attributions].map((line) => element('span', {}, line)),
    );
  });
}
