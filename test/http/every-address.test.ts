import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Address,
  type AddressBE,
  type AddressLU,
  type AddressNL,
  COUNTRIES,
  type Country,
  type Page,
  type Suggestion,
} from '../../src/index.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/directory.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

/** Addresses of the fixtures over HTTP, each way that there is, equal to what the library says. That it has all of them is in query/closure.test.ts. */
describe.each(COUNTRIES)('an address of %s over HTTP', (country) => {
  let service: FixtureService;
  let documents: Address[];

  beforeAll(async () => {
    service = await openFixtureService({ compress: false });
    const index = await openIndex(`${service.directory}/${country}`);
    documents = Array.from({ length: index.addresses.length }, (_, i) => makeDocument(index, i));
  });
  afterAll(() => service.close());

  it('is reached by the drill-down from the provinces', async () => {
    const reached: Address[] = [];
    const open = async (context: string): Promise<void> => {
      const path = `/v1/autocomplete/${country}?context=${context}&per_page=100`;
      const response = await service.get(path);
      // A place of the register without any address opens into nothing.
      if (response.statusCode === 404) return;
      const answer = response.json<(Page<Suggestion> & { results: Suggestion[] }) | Address>();
      if ('results' in answer) {
        const { results, pagination } = answer;
        for (let page = 2; page <= pagination.total_pages; page++) {
          const further = await service.get(`${path}&page=${page}`);
          results.push(...further.json<{ results: Suggestion[] }>().results);
        }
        expect(results).toHaveLength(pagination.total_count);
        for (const suggestion of sampleOf(results, 3)) await open(suggestion.context);
      } else reached.push(answer);
    };
    for (const name of new Set(documents.map(provinceOf))) await open(await provinceNamed(service, country, name));
    expect(reached.length).toBeGreaterThan(20);
    const known = new Set(sorted(documents));
    expect(sorted(reached).filter((address) => !known.has(address))).toEqual([]);
  });

  it('is found by directmatch as the library finds it', async () => {
    for (const document of sampleOf(documents, 100)) {
      const { postcode } = document;
      const housenumber =
        'box_number' in document ? `${document.housenumber} bus ${document.box_number}` : document.housenumber;
      if (postcode === '') continue;
      const third = thirdSegment(document);
      const path = `/v1/directmatch/${country}/${[postcode, housenumber, third]
        .filter((each) => each !== '')
        .map(encodeURIComponent)
        .join('/')}`;
      const request =
        country === 'nl'
          ? { postcode, housenumber, housenumberaddition: third }
          : { postcode, housenumber, street: third };
      const answer = await service.get(path);
      expect(answer.statusCode, path).toBe(200);
      const found = answer.json<Address[]>();
      expect(found).toEqual(service.lookup.of(country).directMatch(request));
      expect(found).toContainEqual(document);
    }
  });

  it('is found by radius at its own point as the library finds it', async () => {
    for (const { location } of sampleOf(documents, 100)) {
      if (location === null) continue;
      const [latitude, longitude] = location.wgs84;
      const answer = (await service.get(`/v1/radius/${country}/${latitude}/${longitude}/10`)).json();
      const expected = service.lookup.of(country).radius({ latitude, longitude, radius: 10 });
      expect(answer).toEqual(expected.pagination.total_count === 1 ? expected.results[0] : expected);
    }
  });
});

/** So many of a list, the first and the last among them, as far apart as they can be. */
function sampleOf<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!);
}

/** The name of the province, or canton, in one of its languages. */
function provinceOf(document: Address): string {
  if ('canton' in document) return document.canton;
  const { province } = document;
  return typeof province === 'string' ? province : Object.values(province as Record<string, string>)[0]!;
}

async function provinceNamed(service: FixtureService, country: Country, name: string): Promise<string> {
  const answer = await service.get(`/v1/autocomplete/${country}?search=${encodeURIComponent(name)}`);
  const { results } = answer.json<Page<Suggestion>>();
  const isProvince = ({ label, description }: Suggestion): boolean => label === name && description !== 'district';
  return results.find((each) => each.precision === 'Province' && isProvince(each))!.context;
}

function thirdSegment(document: Address): string {
  if ('canton' in document) return (document as AddressLU).street;
  if ('city' in document) {
    const { houseletter = '', housenumberaddition = '' } = document as AddressNL;
    return `${houseletter}${housenumberaddition}`;
  }
  return Object.values((document as AddressBE).street)[0] as string;
}

/** Texts that are equal for equal documents, in order. */
function sorted(documents: readonly Address[]): string[] {
  return documents.map((document) => JSON.stringify(withSortedKeys(document))).sort();
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, withSortedKeys(each)]));
}
