import { expect, it } from 'vitest';
import { AddressLookupElement } from '../../src/element/react.ts';

it('is imported where there is no DOM, and defines nothing there', () => {
  const { HTMLElement: base, customElements: registry } = globalThis as Partial<typeof globalThis & Window>;
  expect([base, registry]).toEqual([undefined, undefined]);
  expect((AddressLookupElement as unknown as { formAssociated: boolean }).formAssociated).toBe(true);
});
