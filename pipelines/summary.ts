import { ADDRESS_STATE, NO_POSITION } from '../src/model/address-columns.ts';
import { nameIn } from '../src/model/country.ts';
import { NO_POSTCODE } from '../src/model/postcode.ts';
import type { IndexCounts, IndexInput, RegisterRelease } from '../src/store/manifest.ts';
import type { ImportReport, RecordCounts } from './report.ts';

/** What `report.json` in an index directory holds. */
export interface BuildReport {
  readonly country: string;
  readonly registers: readonly RegisterRelease[];
  /** By record type: what was read, and what became of it. `rejects.csv` has a line for every rejection. */
  readonly records: Readonly<Record<string, RecordCounts>>;
  readonly warnings: readonly string[];
  readonly addresses: {
    readonly total: number;
    readonly secondary: number;
    readonly proposed: number;
    readonly withoutPostcode: number;
    readonly withoutPosition: number;
  };
  /** In the index. */
  readonly streets: number;
  readonly places: number;
  /** In the register, but with no current address; nothing would lie behind them, so they are not in the index. */
  readonly withoutAddresses: { readonly streets: number; readonly places: number };
  /** In the order of the gazetteer. */
  readonly provinces: readonly AreaSummary[];
}

interface AreaSummary {
  readonly id: number;
  readonly name: string;
  readonly addresses: number;
  readonly municipalities: readonly { readonly id: number; readonly name: string; readonly addresses: number }[];
}

/** `counts` is what has come into the index. */
export function summarise(input: IndexInput, report: ImportReport, counts: IndexCounts): BuildReport {
  const { gazetteer, addresses } = input;
  const perMunicipality = countPerMunicipality(input);
  const provinces = gazetteer.provinces.map((province, position): AreaSummary => {
    const municipalities = gazetteer.municipalities.flatMap((municipality, index) =>
      municipality.province === position
        ? [{ id: municipality.id, name: nameIn(municipality.names), addresses: perMunicipality[index]! }]
        : [],
    );
    const total = municipalities.reduce((sum, municipality) => sum + municipality.addresses, 0);
    return { id: province.id, name: nameIn(province.names), addresses: total, municipalities };
  });
  return {
    country: input.country,
    registers: input.registers,
    records: Object.fromEntries(report.counts),
    warnings: report.warnings,
    addresses: {
      total: addresses.length,
      secondary: countEqual(addresses.secondary, 1),
      proposed: countEqual(addresses.state, ADDRESS_STATE.proposed),
      withoutPostcode: countEqual(addresses.postcode, NO_POSTCODE),
      withoutPosition: countEqual(addresses.latE7, NO_POSITION),
    },
    streets: counts.streets,
    places: counts.places,
    withoutAddresses: {
      streets: gazetteer.streets.length - counts.streets,
      places: gazetteer.places.length - counts.places,
    },
    provinces,
  };
}

/** The report in a few lines, for the person who started the build. */
export function formatSummary(report: BuildReport): string {
  const registers = report.registers
    .map(({ name, referenceDate }) => `${name} ${referenceDate ?? ''}`.trim())
    .join(', ');
  const { total, withoutPostcode, withoutPosition } = report.addresses;
  const { streets, places } = report.withoutAddresses;
  const lines = [
    `${report.country} ${registers}: ${count(total, 'address', 'addresses')}, ${count(report.streets, 'street')}, ${count(report.places, 'place')}; ` +
      `${count(withoutPostcode)} without postcode, ${count(withoutPosition)} without position`,
  ];
  for (const [recordType, counts] of Object.entries(report.records))
    lines.push(`  ${formatCounts(recordType, counts)}`);
  for (const province of report.provinces) lines.push(`  ${formatProvince(province)}`);
  if (streets + places > 0) {
    lines.push(`  Left out, without any address: ${count(streets, 'street')}, ${count(places, 'place')}`);
  }
  for (const warning of report.warnings) lines.push(`  Note: ${warning}`);
  return `${lines.join('\n')}\n`;
}

function formatCounts(recordType: string, { read, kept, historical, rejected }: RecordCounts): string {
  const reasons = Object.entries(rejected).map(([reason, number]) => `${count(number)} ${reason}`);
  const past = historical > 0 ? [`${count(historical)} historical`] : [];
  return `${recordType}: ${count(read)} read, ${[`${count(kept)} kept`, ...past, ...reasons].join(', ')}`;
}

/** More municipalities than this are only counted; `report.json` has them all. */
const MOST_MUNICIPALITIES = 5;

function formatProvince({ name, addresses, municipalities }: AreaSummary): string {
  const names =
    municipalities.length > MOST_MUNICIPALITIES
      ? count(municipalities.length, 'municipality', 'municipalities')
      : municipalities.map((municipality) => `${municipality.name} ${count(municipality.addresses)}`).join(', ');
  return `${name}: ${count(addresses, 'address', 'addresses')} (${names})`;
}

/** `1 street`, `1,234 streets`; without a noun the number alone. */
function count(number: number, one: string = '', several: string = `${one}s`): string {
  const figures = number.toLocaleString('en');
  return one === '' ? figures : `${figures} ${number === 1 ? one : several}`;
}

function countPerMunicipality({ gazetteer, addresses }: IndexInput): Uint32Array {
  const municipalityOfStreet = gazetteer.streets.map((street) => gazetteer.places[street.place]!.municipality);
  const counts = new Uint32Array(gazetteer.municipalities.length);
  for (let row = 0; row < addresses.length; row++) counts[municipalityOfStreet[addresses.street[row]!]!]!++;
  return counts;
}

function countEqual(column: Uint8Array | Uint32Array | Int32Array, value: number): number {
  let equal = 0;
  for (const element of column) if (element === value) equal++;
  return equal;
}
