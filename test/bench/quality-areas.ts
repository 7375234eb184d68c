import type { Precision, Suggestion } from '../../src/index.ts';
import type { Area, AreaKind } from '../../src/store/area-table.ts';
import { namesOfArea } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import type { QualityPart } from './quality.ts';
import { ask, type Question, rowOf } from './quality-answers.ts';

const PRECISIONS: Readonly<Record<AreaKind, Precision>> = {
  region: 'Province',
  province: 'Province',
  municipality: 'GroupedCities',
  place: 'City',
};

/**
 * All names and aliases of all areas, typed whole: first where it is the only area of the name, among five where several
 * have it, one of which is first.
 */
export function measureAreas({ lookup, register, add, miss }: QualityPart): void {
  const { areas } = register.index;
  const owners = new Map<string, { readonly kind: AreaKind; readonly area: Area }[]>();
  const spellings = new Map<string, string>();
  for (const kind of ['region', 'province', 'municipality', 'place'] as const) {
    for (const area of areas.all(kind)) {
      for (const name of new Set(namesOfArea(area))) {
        const key = looseName(name);
        spellings.set(key, name);
        owners.set(key, [...(owners.get(key) ?? []), { kind, area }]);
      }
    }
  }
  const isOneOf =
    (all: readonly { readonly kind: AreaKind; readonly area: Area }[]) =>
    ({ precision, label }: Suggestion): boolean =>
      all.some(
        ({ kind, area }) =>
          (precision === PRECISIONS[kind] || (precision === 'City' && kind === 'municipality')) &&
          namesOfArea(area).includes(label),
      );
  const questions = [...owners].map(([key, all]): Question => {
    const name = spellings.get(key)!;
    return { text: name, wanted: all.map(({ kind }) => kind).join(', '), isRight: isOneOf(all) };
  });
  const answered = ask(lookup, questions);
  add('names and aliases of areas, whole', [rowOf('all', answered, { first: '100 %', inFive: '100 %' })]);
  miss('names and aliases of areas, whole', answered.misses);
}

const LARGEST = { nl: 60, be: 70, lu: 20 } as const;

/** Of the beginnings of the largest municipalities' names, from three letters on, each is the largest one's that begins so. */
export function measurePrefixes({ lookup, register, add, miss }: QualityPart): void {
  const { index, country } = register;
  const sizeOf = (position: number): number => {
    const [from, to] = index.addressesUnder('municipality', position);
    return to - from;
  };
  const largest = index.areas
    .all('municipality')
    .map((area, position) => ({ area, size: sizeOf(position) }))
    .sort((a, b) => b.size - a.size)
    .slice(0, LARGEST[country]);
  // What is the whole name of another area is that area's, however short: Leidschendam in Leidschendam-Voorburg.
  const owners = new Map<string, Set<Area>>();
  for (const kind of ['province', 'municipality', 'place'] as const) {
    for (const area of index.areas.all(kind)) {
      for (const name of namesOfArea(area).map(looseName)) owners.set(name, (owners.get(name) ?? new Set()).add(area));
    }
  }
  const isAnothers = (text: string, area: Area): boolean => {
    const all = [...(owners.get(looseName(text)) ?? [])];
    return all.some(
      (other) => other !== area && !Object.values(other.names).some((name) => namesOfArea(area).includes(name)),
    );
  };
  const questions = new Map<string, Question & { readonly size: number }>();
  for (const { area, size } of largest) {
    for (const name of Object.values(area.names)) {
      for (let length = 3; length <= name.length; length++) {
        const text = name.slice(0, length).toLowerCase().trimEnd();
        if (questions.has(text) || isAnothers(text, area)) continue;
        const names = namesOfArea(area);
        const isRight = ({ precision, label }: Suggestion): boolean =>
          (precision === 'City' || precision === 'GroupedCities') && names.includes(label);
        questions.set(text, { text, wanted: name, isRight, size });
      }
    }
  }
  const all = [...questions.values()];
  const answered = ask(lookup, all);
  const missed = new Set(answered.misses.map(({ typed }) => typed));
  const total = all.reduce((sum, { size }) => sum + size, 0);
  const hit = all.filter(({ text }) => !missed.has(text)).reduce((sum, { size }) => sum + size, 0);
  add(`beginnings of the ${LARGEST[country]} largest municipalities, from three letters`, [
    {
      ...rowOf('all', answered, { first: '≥ 97 %', inFive: '100 %' }),
      'by addresses @1': `${((100 * hit) / total).toFixed(1)} %`,
    },
  ]);
  miss('beginnings of municipalities', answered.misses);
}
