import { describe, expect, it } from 'vitest';
import { type Country, openAddressLookup } from '../../src/index.ts';
import { addresses, byId } from '../../src/query/addresses.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

describe.each<Country>(['nl', 'be', 'lu'])('the addresses of %s', (country) => {
  it('are all of the index, in its order', () => {
    const { index } = fixtures.lookup.of(country);
    let position = 0;
    for (const address of fixtures.lookup.of(country).addresses())
      expect(address).toEqual(makeDocument(index, position++));
    expect(position).toBe(fixtures.lookup.of(country).manifest.counts.addresses);
  });

  it('are each found by their identifier, and by no other', () => {
    const seen = new Set<string>();
    for (const address of fixtures.lookup.of(country).addresses({ identifiers: true })) {
      const { identifiers, ...document } = address;
      expect(fixtures.lookup.of(country).byId(identifiers!.address)).toEqual(document);
      expect(fixtures.lookup.of(country).byId(identifiers!.address, { identifiers: true })).toEqual(address);
      seen.add(identifiers!.address);
    }
    expect(seen.size).toBe(fixtures.lookup.of(country).manifest.counts.addresses);
  });

  it('have their identifiers in every operation that is asked for them, and in none otherwise', () => {
    const one = fixtures.lookup.of(country);
    const [address] = [...one.addresses({ identifiers: true })].filter(
      ({ postcode, location }) => postcode && location,
    );
    const { postcode, housenumber, identifiers, location } = address!;
    const [latitude, longitude] = location!.wgs84;
    const [house] = one
      .autocomplete({ search: `${postcode} ${housenumber}` })
      .results.filter(({ precision }) => precision === 'House');
    const answers = (asked: boolean | undefined): unknown[] => [
      one.autocomplete({ context: house!.context, identifiers: asked }),
      one.directMatch({ postcode, housenumber, identifiers: asked }),
      one.radius({ latitude, longitude, identifiers: asked }).results,
      one.nearest({ latitude, longitude, identifiers: asked })!.addresses,
      fixtures.lookup.geocode({ postcode, housenumber }, { identifiers: asked }).addresses,
    ];
    expect(identifiers!.municipality).toMatch({ nl: /^GM\d{4}$/, be: /^\d{5}$/, lu: /^\d{4}$/ }[country]);
    for (const answer of answers(true)) expect(JSON.stringify(answer)).toContain(`"address":"${identifiers!.address}"`);
    for (const asked of [false, undefined]) expect(JSON.stringify(answers(asked))).not.toContain('identifiers');
  });
});

it('Belgian ones have the name of the place that goes with the postcode where it is asked for, and that of suggestions', () => {
  const { be, nl } = fixtures.lookup;
  const address = [...be.addresses({ postalName: true, identifiers: true })].find(
    ({ postal_name, municipality }) => JSON.stringify(postal_name) !== JSON.stringify(municipality),
  )!;
  const { postcode, housenumber, street, location, identifiers, postal_name } = address;
  const [latitude, longitude] = location!.wgs84;
  const answers = (postalName: boolean | undefined): unknown[] => {
    const request = { postcode, housenumber, street: Object.values(street)[0] };
    const search = `${request.street} ${housenumber}, ${postcode}`;
    const { context, description } = be.autocomplete({ search }).results[0]!;
    expect(description).toBe(`${postcode} ${Object.values(postal_name!)[0]}`);
    return [
      be.autocomplete({ context, postalName }),
      be.directMatch({ ...request, postalName })[0],
      be.radius({ latitude, longitude, postalName }).results[0],
      be.nearest({ latitude, longitude, postalName })!.addresses[0],
      be.byId(identifiers!.address, { postalName }),
      fixtures.lookup.geocode(request, { postalName }).addresses[0],
    ];
  };
  for (const answer of answers(true)) expect(answer).toMatchObject({ postcode, postal_name });
  for (const asked of [false, undefined]) expect(JSON.stringify(answers(asked))).not.toContain('postal_name');
  expect(nl.addresses({ postalName: true }).next().value).toEqual(nl.addresses().next().value);
});

it('the parts of what is geocoded have the code of the municipality where identifiers are asked for', () => {
  const { parts } = fixtures.lookup.geocode({ text: 'Dam, Amsterdam' }, { identifiers: true });
  expect(parts).toMatchObject({ street: 'Dam', municipality: 'Amsterdam', municipalityCode: 'GM0363' });
  expect(fixtures.lookup.geocode({ text: 'Dam, Amsterdam' }).parts).not.toHaveProperty('municipalityCode');
});

it('an identifier that the release does not have is null, and what is none is an error', () => {
  expect(fixtures.lookup.nl.byId('0363209999999999')).toBeNull();
  expect(fixtures.lookup.be.byId('BE-VLG:999999999999')).toBeNull();
  for (const wrong of ['', 'Dam 1', undefined, 363200000006110]) {
    expect(codeOf(() => byId(fixtures.lookup.nl.index, wrong as string))).toBe('invalid-argument');
  }
  expect(codeOf(() => addresses(fixtures.lookup.nl.index, { identifiers: 'yes' as unknown as boolean }))).toBe(
    'invalid-argument',
  );
  expect(
    codeOf(() => fixtures.lookup.be.directMatch({ postcode: '1000', housenumber: 1, postalName: 1 as never })),
  ).toBe('invalid-argument');
  expect(
    codeOf(() => fixtures.lookup.nl.radius({ latitude: 52.37, longitude: 4.89, identifiers: 1 as unknown as boolean })),
  ).toBe('invalid-argument');
});

it('a walk through the addresses goes on over the release that it began with, and ends with the loop', async () => {
  const own = await openAddressLookup(fixtures.directory);
  const walk = own.nl.addresses();
  expect(walk.next().done).toBe(false);
  own.close();
  expect(walk.next().done).toBe(false);
  expect(walk.return().done).toBe(true);
  expect(walk.next().done).toBe(true);
});
