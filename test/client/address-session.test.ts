import { describe, expect, it, vi } from 'vitest';
import { AddressSession, type AddressSessionOptions, type SessionState } from '../../src/client/address-session.ts';
import { lineOf } from '../../src/client/address-text.ts';
import { ServiceClient } from '../../src/client/service-client.ts';
import { coverageOf, missingNumberIn } from '../../src/client/typed-words.ts';
import { createFetchHandler } from '../../src/http/handler.ts';
import type { SuggestionIn } from '../../src/model/suggestion.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

/** A session whose service is in this process; `tamper` may lose, delay or answer a request. */
function open(
  tamper: (url: URL) => Promise<Response | undefined> | undefined = () => undefined,
  options: Partial<AddressSessionOptions> = { country: 'nl' },
): {
  session: AddressSession;
  client: ServiceClient;
  asked: string[];
  until(isSo: (state: SessionState) => boolean): Promise<SessionState>;
} {
  const handle = createFetchHandler(fixtures.lookup, {
    requestsPerMinute: 10_000,
    processorMs: Number.POSITIVE_INFINITY,
  });
  const asked: string[] = [];
  const client = new ServiceClient({
    endpoint: 'http://localhost/addresses',
    fetch: async (input) => {
      const url = new URL(String(input));
      asked.push(url.searchParams.get('search') ?? url.searchParams.get('context') ?? '');
      return (await tamper(url)) ?? handle(new Request(url));
    },
  });
  const session = new AddressSession({
    client,
    debounceMs: 5,
    onChange: () => {},
    ...options,
  });
  return {
    session,
    client,
    asked,
    async until(isSo) {
      await vi.waitFor(() => expect(isSo(session.state)).toBe(true), { timeout: 60_000 });
      return session.state;
    },
  };
}

describe('a session of an address field', () => {
  it('asks once for what is typed fast, and opens what is chosen until it is an address', async () => {
    const { session, asked, until } = open();
    for (const text of ['k', 'ka', 'kalverstr']) session.type(text);
    const { list } = await until((state) => state.list !== undefined);
    expect(asked).toEqual(['kalverstr']);
    await session.choose(list!.suggestions.find(({ label }) => label === 'Kalverstraat')!);
    const opened = await until((state) => state.list?.isWithinChoice === true);
    expect(opened.text).toMatch(/Kalverstraat/);
    session.type(`${opened.text}92`);
    const houses = await until((state) => state.list?.typed === '92');
    await session.choose(houses.list!.suggestions[0]!);
    expect(session.state.address).toMatchObject({ street: 'Kalverstraat', housenumber: '92' });
    expect(session.state.list).toBeUndefined();
  });

  it('confirms a text before its list has come: the first suggestion of the list to come', async () => {
    const { session, until } = open();
    session.type('Kalverstraat 92, 1012PH Amsterdam');
    session.confirm(undefined);
    expect((await until((state) => state.address !== undefined)).address).toMatchObject({ housenumber: '92' });
  });

  it('does not confirm the neighbour of a number that is not there', async () => {
    const { session, until } = open();
    session.type('kalverstraat 9999');
    session.confirm(undefined);
    const { list } = await until((state) => state.list !== undefined && !state.isBusy);
    expect(list!.missingNumber).toBe('9999');
    expect(session.state.address).toBeUndefined();
  });

  it('keeps the answer to the last text, whenever that to an earlier one comes', async () => {
    const { session, until } = open((url) =>
      url.searchParams.get('search') === 'kal'
        ? new Promise((resolve) => setTimeout(() => resolve(undefined), 120))
        : undefined,
    );
    session.type('kal');
    await vi.waitFor(() => expect(session.state.isBusy).toBe(true));
    session.type('spui');
    await until((state) => state.list?.typed === 'spui');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(session.state.list?.typed).toBe('spui');
  });

  it('has a list for the text that it answers, though more has been typed since', async () => {
    const { session, until } = open(undefined, { country: 'nl', debounceMs: 1_000_000 });
    session.type('kalverstraat');
    const searched = session.search();
    session.type('kalverstraat 5');
    await searched;
    expect(session.state).toMatchObject({ text: 'kalverstraat 5', list: { text: 'kalverstraat' } });
    expect(session.isListOfText).toBe(false);
    void session.search();
    await until((state) => state.list?.typed === 'kalverstraat 5');
    expect(session.isListOfText).toBe(true);
  });

  it('keeps what is typed while a choice opens', async () => {
    const { session, until } = open();
    session.type('kalverstraat');
    const { list } = await until((state) => state.list?.typed === 'kalverstraat');
    const chosen = session.choose(list!.suggestions[0]!);
    session.type('spui');
    await chosen;
    expect(session.state.text).toBe('spui');
    await until((state) => state.list?.typed === 'spui');
  });

  it('tries what is lost again, says when it stays lost, and does the same when asked', async () => {
    let losses = 1;
    const { session, asked, until } = open(() => (losses-- > 0 ? Promise.reject(new TypeError('lost')) : undefined));
    session.type('spui');
    await until((state) => state.list !== undefined);
    expect(asked).toEqual(['spui', 'spui']);
    losses = 3;
    session.type('kalverstr');
    const { problem } = await until((state) => state.problem !== undefined);
    expect(problem).toMatchObject({ status: 0, code: 'unreachable', mayPass: true });
    session.retry();
    expect((await until((state) => state.list?.typed === 'kalverstr')).problem).toBeUndefined();
  });

  it('does not try again what cannot pass, nor where it is told to wait long', async () => {
    for (const response of [
      new Response('{"code":"token-unknown"}', { status: 401 }),
      new Response('{"code":"rate-limited"}', { status: 429, headers: { 'retry-after': '30' } }),
    ]) {
      const { session, asked, until } = open(async () => response.clone());
      session.type('spui');
      const { problem } = await until((state) => state.problem !== undefined);
      expect(problem!.status).toBe(response.status);
      expect(asked).toHaveLength(1);
    }
  });

  it('searches several countries at once, opens what is chosen in its own, and shows the postal line in the end', async () => {
    const { session, asked, until } = open(undefined, { countries: ['nl', 'be', 'lu'] });
    session.type('wetstr');
    const { list } = await until((state) => state.list !== undefined);
    expect(asked).toEqual(['wetstr']);
    const street = list!.suggestions.find(({ label }) => label === 'Wetstraat') as SuggestionIn;
    expect(street.country).toBe('be');
    await session.choose(street);
    expect(session.state.country).toBe('be');
    session.type(`${session.state.text}16`);
    const houses = await until((state) => state.list?.typed === '16');
    expect(asked.filter((each) => each === '16')).toHaveLength(1);
    await session.choose(houses.list!.suggestions.find(({ label }) => label === 'Wetstraat 16')!);
    expect(session.state).toMatchObject({ country: 'be', text: 'Wetstraat 16, 1000 Brussel' });
  });

  it('takes a known address, and leaves any other text for a choice', async () => {
    const { session } = open(undefined, { countries: ['nl', 'be', 'lu'] });
    await session.resolve('Kalverstraat 92, 1012PH Amsterdam');
    expect(session.state).toMatchObject({ country: 'nl', address: { housenumber: '92' } });
    await session.resolve('Kalverstraat 9999, Amsterdam');
    expect(session.state).toMatchObject({ text: 'Kalverstraat 9999, Amsterdam', address: undefined, list: undefined });
  });

  it('has a line of every address that is found again as that address', async () => {
    const { session } = open(undefined, { countries: ['nl', 'be', 'lu'] });
    const lost: string[] = [];
    let count = 0;
    for (const country of ['nl', 'be', 'lu'] as const) {
      let i = 0;
      for (const address of fixtures.lookup.of(country).addresses({ postalName: true })) {
        // The geocoder reads no box that is a word, "gemeenschappelijk".
        const isReadable = !('box_number' in address) || /[0-9]/.test(address.box_number!);
        if (i++ % 40 > 0 || address.postcode === '' || !isReadable) continue;
        const line = lineOf(address, undefined);
        await session.resolve(line);
        count++;
        const { location: _, ...found } = session.state.address ?? { location: null };
        const { location: __, ...wanted } = address;
        if (JSON.stringify(found) !== JSON.stringify(wanted)) lost.push(line);
      }
    }
    expect(count).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  it('offers the additions of the number that is chosen', async () => {
    const { session, until } = open();
    session.type('kalverstraat 5');
    const { list } = await until((state) => state.list !== undefined);
    await session.choose(list!.suggestions.find(({ label }) => label === 'Kalverstraat 5')!);
    expect(session.state.additions.map(({ label }) => label)).toEqual(['Kalverstraat 5 A']);
  });
});

describe('an address typed by its former name', () => {
  it('opens as what it is called today, and is the address of today', async () => {
    const { session, until } = open();
    session.type('oud sportpl');
    const { list } = await until((state) => state.list !== undefined);
    expect(list!.suggestions.map(({ label }) => label)).toEqual(['Anton Geesinkplein, until 2021 Oud Sportplein']);
    await session.choose(list!.suggestions[0]!);
    const { text } = await until((state) => state.list?.isWithinChoice === true);
    expect(text).toBe('Utrecht, Anton Geesinkplein ');
    session.clear();
    session.type('Oud Sportplein 2, Utrecht');
    session.confirm(undefined);
    const { address } = await until((state) => state.address !== undefined);
    expect(address).toMatchObject({ street: 'Anton Geesinkplein', housenumber: '2' });
  });
});

describe('what was typed, beside what was found', () => {
  const house = (label: string, description = '1382AB Weesp') =>
    ({ label, description, value: '', precision: 'House', context: '' }) as const;

  it.each([
    ['nieuwstad 9999', [house('Nieuwstad 144'), house('Nieuwstad 150')], '9999'],
    ['nieuwstad 14', [house('Nieuwstad 144')], undefined],
    ['nieuwstad 144 1382AB', [house('Nieuwstad 144')], undefined],
    ['1382AB 9', [house('Nieuwstad 144')], undefined],
    ['nieuwstad', [house('Nieuwstad 144')], undefined],
    ['oudstad 9', [house('Nieuwstad 144')], undefined],
    ['nieuwstad 7', [], undefined],
  ])('%s misses the number %#', (typed, found, missing) => {
    expect(missingNumberIn(typed, found)).toBe(missing);
  });

  it('misses no number that an address had, but one that is only in the year', () => {
    const was = (name: string): SuggestionIn => ({
      ...{ value: 'Dorp, Dorpsstraat ', label: `Dorpsstraat, until 2019 ${name}`, description: 'street in Dorp' },
      ...{ precision: 'Street', context: '', country: 'nl', former: { name, until: '2019-04-01' } },
    });
    expect(missingNumberIn('kerkweg 12', [was('Kerkweg 12')])).toBeUndefined();
    expect(missingNumberIn('kerkweg 20', [was('Kerkweg')])).toBe('20');
  });

  it('is covered by the words that begin as it does', () => {
    expect(coverageOf('rue gare esch', house('Rue de la Gare 5', '4031 Esch-sur-Alzette'))).toBe(1);
    expect(coverageOf('kalverstr amst', house('Kalverstraat 1', '1012NX Amsterdam'))).toBe(1);
    expect(coverageOf('kalverstr rott', house('Kalverstraat 1', '1012NX Amsterdam'))).toBe(0.5);
    expect(coverageOf('rue de la gare esch', house('De Grote Weer 1'))).toBe(0);
    expect(coverageOf('12', house('Nieuwstad 144'))).toBe(1);
    expect(coverageOf('am dorfplatz und kirche', house('Dorfplatz 1', 'Kirche'))).toBe(1);
    expect(coverageOf('weiherstraße', house('Weiherstrasse 3'))).toBe(1);
  });
});
