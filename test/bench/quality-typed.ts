import { readTypedAddresses, type TypedAddress } from '../../fixtures/generate/names-folder.ts';
import { type GeocodedRow, geocodeRows, type Page, type Suggestion } from '../../src/index.ts';
import { foldSuffix } from '../../src/model/house-number.ts';
import { SCORE_DIGITS } from '../../src/search/score.ts';
import { editDistance } from '../support/edit-distance.ts';
import { type IndexedRegister, labelOf, partsOf, type RegisterStreet } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { type Miss, type QualityPart, share } from './quality.ts';
import { describe } from './quality-answers.ts';
import { percentilesOf } from './search-timing.ts';

/** What the register has of a typed address, looked up in its tables. */
export type Truth =
  /** The house, under the street as typed (`same`) or one that is spelled like it. */
  | {
      readonly kind: 'same' | 'similar';
      readonly addresses: readonly number[];
      /** They have the letter, addition or box as typed; else they are the house without it. */
      readonly hasSuffix: boolean;
    }
  /** The street at the postcode or in the place, without the number. */
  | { readonly kind: 'no number'; readonly street: RegisterStreet }
  /** No such street there. */
  | { readonly kind: 'absent' };

export interface JudgedRow {
  readonly row: TypedAddress;
  readonly street: string;
  readonly number: string;
  readonly truth: Truth;
}

/** Addresses as people typed them, by source: what is in the register, and how it is answered. */
export async function measureTyped(part: QualityPart): Promise<void> {
  const { register, options, add } = part;
  if (options.typed === undefined) return;
  const rows = await readJudgedRows(register, options.typed);
  if (rows.length === 0) return;
  const sources = new Map<string, JudgedRow[]>();
  for (const each of rows) sources.set(each.row.source, [...(sources.get(each.row.source) ?? []), each]);
  if (sources.size > 1) sources.set('all', rows);
  for (const [source, some] of sources) {
    const count = (kind: string): number => some.filter(({ truth }) => truth.kind === kind).length;
    const exists = count('same') + count('similar');
    add('typed addresses and the register', [
      { source, rows: some.length, exists, same: count('same'), similar: count('similar'), 'no number': count('no number'), absent: count('absent') },
    ]); // biome-ignore format: a row of the table
  }
  measureTyping(part, sources);
  for (const form of ['text', 'columns'] as const) await measureBatch(part, sources, form);
}

/** The rows of the register's country in a file of typed addresses, with what the register has of each. */
export async function readJudgedRows(register: IndexedRegister, file: string): Promise<JudgedRow[]> {
  const typed = await readTypedAddresses(file);
  return typed
    .filter(({ country }) => country.toLowerCase() === register.country)
    .map((row): JudgedRow => {
      const ways = splitRow(row).map(({ street, number }) => ({
        row,
        street,
        number,
        truth: truthOf(register, row, street, number),
      }));
      // Which digits are the number, the register says: Markerkant 15 is a street.
      return ways.find(({ truth }) => truth.kind === 'same') ?? ways[0]!;
    });
}

/** Street and number of a row, likeliest first: of one that has them in one line, as many ways as it has numbers. */
function splitRow({ street, number, address_line: line = '' }: TypedAddress): { street: string; number: string }[] {
  if (street !== undefined) return [{ street, number: number ?? '' }];
  const text = line.trim();
  const ways = [...text.matchAll(/(?<=\p{L}.*)[\s,]+(?=\d{1,5})/gu)].map(({ 0: between, index }) => ({
    street: text.slice(0, index).trim(),
    number: text.slice(index + between.length).trim(),
  }));
  return ways.length > 0 ? ways : [{ street: text, number: '' }];
}

function truthOf(register: IndexedRegister, row: TypedAddress, name: string, number: string): Truth {
  const { postcode = '', city = '' } = row;
  const [, digits = '', rest = ''] = /^(\d{1,5})(.*)$/s.exec(number.trim()) ?? [];
  if (digits === '' || name === '') return { kind: 'absent' };
  let candidates = register.streetsWithPostcode(postcode);
  const written = candidates.length === 0 ? '' : postcode.replace(/\s/g, '').toUpperCase();
  if (candidates.length === 0) {
    const inCity = ({ street }: RegisterStreet): boolean =>
      register.namesOfPlace(street).some((each) => looseName(each) === looseName(city));
    candidates = register.streetsNamed(name).filter(inCity);
  }
  const isSame = ({ street }: RegisterStreet): boolean =>
    register.namesOfStreet(street).some((each) => looseName(each) === looseName(name));
  const same = candidates.filter(isSame);
  const similar = candidates.filter((street) => !isSame(street) && register.namesOfStreet(street.street).some((each) => isSimilar(each, name)));
  for (const [kind, streets] of [['same', same], ['similar', similar]] as const) {
    const addresses = streets.flatMap((street) => register.addressesWithNumber(street, Number(digits), written));
    if (addresses.length > 0) return { kind, ...withSuffix(register, addresses, rest) };
  }
  const [street] = same;
  return street === undefined ? { kind: 'absent' } : { kind: 'no number', street };
} // biome-ignore format: two pairs

/** Those with the suffix that was typed; else the bare ones; else all. */
function withSuffix(
  register: IndexedRegister,
  addresses: readonly number[],
  typed: string,
): { addresses: readonly number[]; hasSuffix: boolean } {
  for (const wanted of [foldSuffix(typed), '']) {
    const found = addresses.filter((address) => register.suffixKeyOf(address) === wanted);
    if (found.length > 0) return { addresses: found, hasSuffix: wanted === foldSuffix(typed) };
  }
  return { addresses, hasSuffix: false };
}

/** Two letters wrong, or words left out, or initials for words. */
function isSimilar(name: string, typed: string): boolean {
  const [a, b] = [looseName(name), looseName(typed)];
  // A digit is never a letter that is wrong: Rijksweg A2 is not Rijksweg A27.
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false;
  if (Math.abs(a.length - b.length) <= 2 && editDistance(a, b) <= (a.length < 8 ? 1 : 2)) return true;
  const [long, short] = [wordsOf(name), wordsOf(typed)].sort((x, y) => y.length - x.length) as [string[], string[]];
  if (short.length < 2 || long.at(-1) !== short.at(-1) || (long.at(-1) ?? '').length < 4) return false;
  return short.every((word) => long.some((other) => other === word || (word.length <= 2 && other.startsWith(word))));
}

function wordsOf(name: string): string[] {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
} // biome-ignore format: one chain

const SLOW_MICROSECONDS = 100;
const TIMES_AGAIN = 3;

/** The whole text, and the share of it after which the house is in five. */
function measureTyping({ lookup, register, add, miss }: QualityPart, sources: ReadonlyMap<string, JudgedRow[]>): void {
  const answers = new Map<
    JudgedRow,
    { at: number; share: number; answers: readonly Suggestion[]; microseconds: number[] }
  >();
  const find = (search: string): readonly Suggestion[] =>
    (lookup.autocomplete({ search, perPage: 5 }) as Page<Suggestion>).results;
  const isIt = ({ truth }: JudgedRow, suggestion: Suggestion): boolean => {
    if (truth.kind === 'no number') return Object.values(truth.street.names).includes(suggestion.label);
    return truth.kind !== 'absent' && truth.addresses.some((address) => register.isHouse(address, suggestion));
  };
  const everyone = [...sources.values()].at(-1)!;
  for (const each of everyone) {
    const letters = [...each.row.query];
    const microseconds: number[] = [];
    let until: number | undefined;
    let found: readonly Suggestion[] = [];
    for (let length = 1; length <= letters.length; length++) {
      const text = letters.slice(0, length).join('');
      let took = Number.POSITIVE_INFINITY;
      // What took long may have had company on the machine: it is asked again.
      for (let time = 0; time < TIMES_AGAIN && took > SLOW_MICROSECONDS; time++) {
        const start = performance.now();
        found = find(text);
        took = Math.min(took, (performance.now() - start) * 1000);
      }
      microseconds.push(took);
      if (until === undefined && found.some((suggestion) => isIt(each, suggestion))) until = length / letters.length;
    }
    const at = found.findIndex((suggestion) => isIt(each, suggestion));
    answers.set(each, { at, share: until ?? 1, answers: found, microseconds });
  }
  const misses: Miss[] = [];
  for (const [source, rows] of sources) {
    const shareOf = (some: readonly JudgedRow[], most: number): string =>
      share(some.filter((each) => answers.get(each)!.at >= 0 && answers.get(each)!.at < most).length, some.length);
    const ofKind = (...kinds: string[]): JudgedRow[] => rows.filter(({ truth }) => kinds.includes(truth.kind));
    const judged = ofKind('same', 'similar');
    const shares = judged.map((each) => answers.get(each)!.share).sort((a, b) => a - b);
    const { p50, p99 } = percentilesOf(rows.flatMap((each) => answers.get(each)!.microseconds));
    add('typed addresses, autocomplete', [
      {
        source,
        judged: judged.length,
        'hit@1': shareOf(judged, 1),
        'hit@5': shareOf(judged, 5),
        'same @1': shareOf(ofKind('same'), 1),
        'same @5': shareOf(ofKind('same'), 5),
        'similar @1': shareOf(ofKind('similar'), 1),
        'similar @5': shareOf(ofKind('similar'), 5),
        'median typed until in five': share(shares[Math.floor(shares.length / 2)] ?? 1, 1),
        'no number: street @1': shareOf(ofKind('no number'), 1),
        'p50 µs (≤ 20)': Number(p50.toFixed(1)),
        'p99 µs (≤ 300)': Math.round(p99),
      },
    ]);
  }
  for (const each of everyone) {
    const { at, answers: found } = answers.get(each)!;
    if (each.truth.kind === 'absent' || at === 0) continue;
    misses.push({ typed: each.row.query, wanted: wantedOf(register, each), got: describe(found.slice(0, 2)) });
  }
  miss('typed addresses, autocomplete', misses);
}

function wantedOf(register: IndexedRegister, { truth }: JudgedRow): string {
  if (truth.kind === 'absent') return 'absent';
  if (truth.kind === 'no number') return `street: ${Object.values(truth.street.names)[0]} in ${truth.street.place}`;
  return labelOf(partsOf(register.documentOf(truth.addresses[0]!)));
}

const OUTCOMES = ['exact right', 'exact WRONG', 'exact, other suffix', 'corrected right', 'corrected WRONG', 'several', 'street', 'place', 'former', 'none'] as const; // biome-ignore format: a list

async function measureBatch(
  { lookup, register, add, miss }: QualityPart,
  sources: ReadonlyMap<string, JudgedRow[]>,
  form: 'text' | 'columns',
): Promise<void> {
  const { country } = register;
  const everyone = [...sources.values()].at(-1)!;
  const fieldsOf = ({ row, street, number }: JudgedRow): object =>
    form === 'text'
      ? { text: row.query }
      : { street, housenumber: number, postcode: row.postcode ?? '', place: row.city ?? '' };
  const answers = new Map<JudgedRow, GeocodedRow<JudgedRow>>();
  const start = process.cpuUsage();
  for await (const answer of geocodeRows({ countries: [country], of: () => lookup }, everyone, { fieldsOf })) {
    answers.set(answer.row, answer);
  }
  const { user, system } = process.cpuUsage(start);
  const outcomeOf = (each: JudgedRow): (typeof OUTCOMES)[number] => {
    const { status, addresses } = answers.get(each)!;
    if (status !== 'exact' && status !== 'corrected') return status;
    const verdict = compare(register, each, addresses[0]!);
    if (verdict === 'right') return `${status} right`;
    return verdict === 'other suffix' && status === 'exact' ? 'exact, other suffix' : `${status} WRONG`;
  };
  const table = `typed addresses, batch as ${form}`;
  for (const [source, rows] of sources) {
    const judged = rows.filter(({ truth }) => truth.kind === 'same' || truth.kind === 'similar');
    const counts = Object.fromEntries(OUTCOMES.map((name) => [name, 0]));
    for (const each of judged) counts[outcomeOf(each)]!++;
    add(table, [{ source, judged: judged.length, ...counts }]);
  }
  add(`${table}: totals`, [totalsOf(register, everyone, answers, (user + system) / 1000 / everyone.length)]);
  const without: Record<string, number> = {};
  for (const each of everyone.filter(({ truth }) => truth.kind === 'no number')) {
    const outcome = outcomeWithoutNumber(each, answers.get(each)!);
    without[outcome] = (without[outcome] ?? 0) + 1;
  }
  add(`${table}: number not in the register`, [without]);
  const missOf = (each: JudgedRow): Miss => {
    const { status, score, addresses, faults } = answers.get(each)!;
    const [first] = addresses.map(partsOf);
    const got = first === undefined ? '' : labelOf(first);
    return {
      typed: each.row.query,
      wanted: wantedOf(register, each),
      got: `${status} ${score.toFixed(SCORE_DIGITS)} [${faults.join(' ')}] ${got}`,
    };
  };
  const known = everyone.filter(({ truth }) => truth.kind !== 'absent');
  const falseExact = known.filter((each) => ['exact WRONG', 'exact, other suffix'].includes(outcomeOf(each)));
  if (falseExact.length > 0) miss(`${table}, false exact`, falseExact.map(missOf));
  miss(table, known.filter((each) => !isGood(each, outcomeOf(each), answers.get(each)!)).map(missOf));
  miss(`${table}, right but not exact`, known.filter((each) => outcomeOf(each) === 'corrected right').map(missOf));
}

function isGood(each: JudgedRow, outcome: string, answer: GeocodedRow<JudgedRow>): boolean {
  // The same street elsewhere in the place may be what was meant: neither right nor wrong.
  if (each.truth.kind === 'no number') return /^street|same street/.test(outcomeWithoutNumber(each, answer));
  return outcome.endsWith('right');
}

function compare(register: IndexedRegister, { truth }: JudgedRow, address: Parameters<typeof partsOf>[0]): 'right' | 'other suffix' | 'wrong' {
  if (truth.kind !== 'same' && truth.kind !== 'similar') return 'wrong';
  const got = partsOf(address);
  const close = truth.addresses.map((each) => partsOf(register.documentOf(each))).filter(
    ({ streets, number, postcode }) => streets[0] === got.streets[0] && number === got.number && postcode === got.postcode,
  );
  if (close.length === 0) return 'wrong';
  return close.some(({ suffix }) => suffix === got.suffix) ? 'right' : 'other suffix';
} // biome-ignore format: two conditions

/** What the wanted figures of the rule "an answer is judged by everything that the row says" are about. */
function totalsOf(
  register: IndexedRegister,
  rows: readonly JudgedRow[],
  answers: ReadonlyMap<JudgedRow, GeocodedRow<JudgedRow>>,
  milliseconds: number,
): object {
  const judged = rows.filter(({ truth }) => truth.kind === 'same' || truth.kind === 'similar');
  const isRight = (each: JudgedRow): boolean => {
    const { status, addresses } = answers.get(each)!;
    return (status === 'exact' || status === 'corrected') && compare(register, each, addresses[0]!) === 'right';
  };
  const right = judged.filter(isRight);
  const both = rows.filter((each) => {
    const { status, faults } = answers.get(each)!;
    return status === 'corrected' && faults.includes('place-differs') && faults.includes('postcode-differs');
  });
  const exact = judged.filter((each) => answers.get(each)!.status === 'exact');
  const whole = judged.filter(({ truth }) => 'hasSuffix' in truth && truth.hasSuffix);
  const faults: Record<string, number> = {};
  for (const each of whole.filter((row) => isRight(row) && !exact.includes(row))) {
    const key = answers.get(each)!.faults.join(' ');
    faults[key] = (faults[key] ?? 0) + 1;
  }
  return {
    judged: judged.length,
    'right (≥ 99.9 %)': share(right.length, judged.length),
    'exact (≥ 97 %)': share(exact.filter(isRight).length, judged.length),
    'letter and addition in the register': whole.length,
    'of these exact (≥ 97 %)': share(
      exact.filter((each) => whole.includes(each) && isRight(each)).length,
      whole.length,
    ),
    'the others, right, with': Object.entries(faults)
      .map(([fault, count]) => `${fault}: ${count}`)
      .join(', '),
    'false exact (0)': exact.length - exact.filter(isRight).length,
    'place and postcode differ, right': both.filter(isRight).length,
    'wrong or unknown (none given)': both.filter((each) => !isRight(each)).length,
    'ms CPU a row': milliseconds,
  };
}

function outcomeWithoutNumber({ truth }: JudgedRow, { status, addresses }: GeocodedRow<JudgedRow>): string {
  if (addresses.length === 0 || truth.kind !== 'no number') return status === 'street' ? 'street (all)' : status;
  const names = Object.values(truth.street.names);
  const isSameStreet = addresses.every((address) => {
    const { streets, places } = partsOf(address);
    return streets.some((name) => names.includes(name)) && places.includes(truth.street.place);
  });
  return `${status} ${isSameStreet ? 'same street' : 'other (≤ 3 in 700)'}`;
}
