import { PLACE_WORDS } from '../lexicon/place-names.ts';
import { patternOf, wordsOf } from '../lexicon/row.ts';
import { type Country, nameIn } from '../model/country.ts';
import { editDistance, isShortFor } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { withoutBrackets } from '../text/noise.ts';
import { provinceForms } from '../text/variants.ts';
import type { AreaForm, AreaTable, FormKind } from './area-table.ts';

/**
 * What areas are called beside what their register calls them, worked out once, when an index is built. None of these is the name of another area
 * elsewhere: `Lageland GN` is the place that the register calls so, not Lageland in the same province. In an order that is always the same. Some 20 ms.
 */
export function formsOfAreas(country: Country, areas: AreaTable): AreaForm[] {
  let forms: AreaForm[] = [];
  const named = new Map<string, AreaForm[]>();
  const taken = new Set<string>();
  const short: AreaForm[] = [];
  for (const kind of ['municipality', 'place', 'province'] as const) {
    areas.all(kind).forEach(({ names, aliases = [] }, ordinal) => {
      const own = new Set(Object.values(names).map(fold));
      for (const key of [...own, ...aliases.map(({ name }) => fold(name))]) taken.add(key);
      const add = (list: AreaForm[], key: string, form: FormKind): void => {
        if (key !== '') list.push({ key, kind, ordinal, form });
      };
      for (const key of own) named.set(key, [...(named.get(key) ?? []), { key, kind, ordinal, form: 'own' }]);
      for (const key of kind === 'province' ? namesOfCapital(areas, ordinal) : [])
        if (!own.has(key)) add(forms, key, 'alias');
      for (const name of Object.values(names)) add(short, fold(withoutBrackets(name)), 'own');
      // `Bergen NH`, `Hengelo (Gld)`, `Well LB`: with any abbreviation of its province, whichever the register has.
      const suffixes = kind === 'province' ? [] : provinceSuffixes(country, areas, kind, ordinal);
      for (const key of own) {
        const ending = suffixes.find((suffix) => key.endsWith(` ${suffix}`));
        const bare = ending === undefined ? key : key.slice(0, -ending.length - 1);
        for (const suffix of suffixes) if (!own.has(`${bare} ${suffix}`)) add(forms, `${bare} ${suffix}`, 'own');
        add(short, bare, 'own');
      }
    });
  }
  forms = forms.filter((form) => named.get(form.key)?.every((other) => areNested(areas, form, other)) ?? true);
  for (const { key } of forms) taken.add(key);
  // `Wilrijk (Antwerpen)` is also `Wilrijk`, as long as nothing else is called just that.
  forms.push(...distinct(short.filter(({ key }) => !taken.has(key))));
  for (const { key } of forms) taken.add(key);
  const parts = partsOf(areas, taken);
  return [...distinct(forms), ...parts, ...beginningsOf(areas, new Set([...taken, ...parts.map(({ key }) => key)]))];
}

function distinct(forms: readonly AreaForm[]): AreaForm[] {
  return [...new Map(forms.map((each) => [`${each.kind} ${each.ordinal} ${each.key}`, each])).values()];
}

function isWithin(areas: AreaTable, inner: AreaForm, outer: AreaForm): boolean {
  const [from, to] = areas.descendantsOf(inner.kind, inner.ordinal, 'street');
  const [fromOuter, toOuter] = areas.descendantsOf(outer.kind, outer.ordinal, 'street');
  return from >= fromOuter && to <= toOuter;
}

function areNested(areas: AreaTable, a: AreaForm, b: AreaForm): boolean {
  return isWithin(areas, a, b) || isWithin(areas, b, a);
}

/** The parts of double names of merged places, since people keep using the one they live in. Not parts that are another name, or occur in two names. */
function partsOf(areas: AreaTable, taken: ReadonlySet<string>): AreaForm[] {
  const found = new Map<string, AreaForm | undefined>();
  for (const kind of ['municipality', 'place'] as const) {
    areas.all(kind).forEach(({ names }, ordinal) => {
      for (const { part, isName } of Object.values(names).flatMap(sidesOf)) {
        const form: AreaForm = { key: fold(part), kind, ordinal, form: 'part' };
        if (taken.has(form.key)) continue;
        const known = found.get(form.key);
        // `Nieuw`, `Kerk`: a part of several names counts for none.
        const isOther = found.has(form.key) && (known === undefined || !isWithin(areas, form, known));
        found.set(form.key, isName && !isOther ? form : undefined);
      }
    });
  }
  return [...found.values()].filter((form) => form !== undefined);
}

/** The beginnings of names that a river or a region ends, of however many areas, where they are no other name. */
function beginningsOf(areas: AreaTable, taken: ReadonlySet<string>): AreaForm[] {
  return (['municipality', 'place'] as const).flatMap((kind) =>
    areas.all(kind).flatMap(({ names }, ordinal) => {
      const keys = Object.values(names).map((name) => fold(BEGINNING.exec(name)?.[0] ?? ''));
      return keys
        .filter((key) => key !== '' && !taken.has(key))
        .map((key): AreaForm => ({ key, kind, ordinal, form: 'beginning' }));
    }),
  );
}

/**
 * The two sides of a double name, at every possible joint, and whether they are names by themselves.
 *
 * @example sidesOf('Son en Breugel')                 // Son, Breugel
 * @example sidesOf('Ottignies-Louvain-la-Neuve')     // Ottignies, Louvain-la-Neuve; and others that are none
 */
function sidesOf(name: string): { readonly part: string; readonly isName: boolean }[] {
  return [...name.matchAll(JOINT)].flatMap(({ 0: joint, index }) => {
    const sides = [name.slice(0, index), name.slice(index + joint.length)];
    const isName = sides.every((side) => side.length >= MIN_PART_LETTERS && isNameByItself(side));
    return sides.map((part) => ({ part, isName }));
  });
}

const JOINT = new RegExp(`(?: (?:${patternOf(wordsOf(PLACE_WORDS, ['joint']))}) |-)(?=\\p{Lu})`, 'gu');
const MIN_PART_LETTERS = 3;
const QUALIFIERS = wordsOf(PLACE_WORDS, ['qualifier']);
const UNFINISHED = wordsOf(PLACE_WORDS, ['unfinished']);

/** Not a word such as "new", "upper" or "inner", nor what ends in one that ties it to the next: `Nieuw-Vennep`, `Sint-Truiden`, `Louvain-la`. */
function isNameByItself(side: string): boolean {
  const words = side.toLowerCase().split(/[\s-]/);
  return !QUALIFIERS.includes(words.join(' ')) && !(words.length > 1 && UNFINISHED.includes(fold(words.at(-1)!)));
}

/** What comes before the river or the region that tells a place from others of its name: Esch-sur-Alzette, Capelle aan den IJssel. */
const BEGINNING = new RegExp(
  `^\\p{Lu}\\p{L}{3,}(?=[ -](?:${patternOf(wordsOf(PLACE_WORDS, ['beforeRegion']))})[ -]|[ -](?:l|d)['’])`,
  'u',
);

/** The province of a place or municipality, and its abbreviations, in a country where people write it behind the place. */
function provinceSuffixes(
  country: Country,
  areas: AreaTable,
  kind: 'place' | 'municipality',
  ordinal: number,
): readonly string[] {
  const municipality = kind === 'place' ? areas.at('place', ordinal).parent : ordinal;
  const { parent } = areas.at('municipality', municipality);
  return provinceForms(country, fold(nameIn(areas.at('province', parent).names)));
}

/**
 * The names of a municipality that its province is named after, as Bruxelles in Région de Bruxelles-Capitale, and what is nearly so or short for one:
 * Brussels, Bxl, but no town that it was merged with. People use them for all of the province: 1060 Bruxelles for Saint-Gilles.
 */
function namesOfCapital(areas: AreaTable, province: number): readonly string[] {
  const names = Object.values(areas.at('province', province).names).map((name) => ` ${fold(name)} `);
  const [from, to] = areas.childrenOf('province', province);
  for (let municipality = from; municipality < to; municipality++) {
    const { names: namesOfTown, aliases = [] } = areas.at('municipality', municipality);
    const own = Object.values(namesOfTown).map(fold);
    if (!own.some((key) => key !== '' && names.some((name) => name.includes(` ${key} `)))) continue;
    const isLikeOwn = (alias: string): boolean =>
      own.some((key) => editDistance(alias, key, 1) <= 1 || isShortFor(alias, key));
    return [...own, ...aliases.map(({ name }) => fold(name)).filter(isLikeOwn)];
  }
  return [];
}
