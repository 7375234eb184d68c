import { type Country, nameIn } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { editDistance, editLimit, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { DIRECTIONS } from '../text/little-words.ts';
import { withoutBrackets } from '../text/noise.ts';
import { provinceForms } from '../text/variants.ts';
import { usualForms } from './name-comparison.ts';

/** A place or municipality that a row may mean. */
export interface NamedPlace {
  readonly kind: 'place' | 'municipality' | 'province';
  readonly ordinal: number;
  /** Its streets, a range. */
  readonly from: number;
  readonly to: number;
  /** Found by an alias. */
  readonly isAlias: boolean;
  /** Number of wrong letters; `SHORTENED` for a name whose end is left out. */
  readonly edits: number;
}

interface Entry {
  readonly key: string;
  readonly compact: string;
  readonly mask: number;
  readonly places: NamedPlace[];
}

/** Less than a letter: `Esch` for Esch-sur-Alzette. */
export const SHORTENED = 0.5;

/** Maximum number of cached names; the same few thousand recur in a file. */
const MAX_KEPT_NAMES = 20_000;

/** All names of the places, municipalities and provinces of a country, with the forms that people use. */
export class PlaceNames {
  readonly #country: Country;
  readonly #entries: Map<string, Entry> = new Map();
  readonly #known: Map<string, readonly NamedPlace[]> = new Map();
  /** Parts of double names that belong to only one name: Son of Son en Breugel; and beginnings of names, of however many: Esch. */
  readonly #parts: Map<string, readonly NamedPlace[]> = new Map();
  #isTaken: (key: string) => boolean = () => false;
  /** The number of words of the longest name. */
  readonly longestName: number;

  constructor(index: CountryIndex) {
    this.#country = index.country;
    // `Wilrijk (Antwerpen)` is also `Wilrijk`, as long as nothing else is called just that.
    const short: (() => void)[] = [];
    for (const kind of ['municipality', 'place', 'province'] as const) {
      index.areas.all(kind).forEach(({ names, aliases = [] }, ordinal) => {
        const [from, to] = index.areas.descendantsOf(kind, ordinal, 'street');
        const own = new Set(Object.values(names).map(fold));
        const add = (key: string, isAlias: boolean): void =>
          this.#add(key, { kind, ordinal, from, to, isAlias, edits: 0 });
        for (const key of own) add(key, false);
        const others = [
          ...aliases.map(({ name }) => fold(name)),
          ...(kind === 'province' ? namesOfCapital(index, ordinal) : []),
        ];
        for (const key of others) if (!own.has(key)) add(key, true);
        for (const name of Object.values(names)) short.push(() => add(fold(withoutBrackets(name)), false));
        // `Bergen NH`, `Hengelo (Gld)`, `Well LB`: with any abbreviation of its province, whichever the register has.
        const suffixes = kind === 'province' ? [] : provinceSuffixes(index, kind, ordinal);
        for (const key of own) {
          const ending = suffixes.find((suffix) => key.endsWith(` ${suffix}`));
          const bare = ending === undefined ? key : key.slice(0, -ending.length - 1);
          for (const suffix of suffixes) add(`${bare} ${suffix}`, false);
          if (bare !== key) short.push(() => add(bare, false));
        }
      });
    }
    const whole = new Set(this.#entries.keys());
    this.#isTaken = (key) => whole.has(key);
    for (const add of short) add();
    this.#isTaken = () => false;
    this.#noteParts(index);
    this.#noteBeginnings(index);
    let longest = 1;
    for (const key of this.#entries.keys()) longest = Math.max(longest, key.split(' ').length);
    this.longestName = Math.min(longest, 6);
  }

  /** The areas with exactly this name, folded; own names before aliases, smaller areas first. */
  named(key: string): readonly NamedPlace[] {
    return this.#entries.get(key)?.places ?? NONE;
  }

  /** As `named`, for a name in any usual form: `capelle a d ijssel`, `st gilles`, `kootwyk`. A few microseconds. */
  namedAsWritten(key: string): readonly NamedPlace[] {
    const exact = this.named(key);
    // The alias of one area may also be short for the own name of another: St. Anthonis.
    if (exact.some(({ isAlias }) => !isAlias)) return exact;
    if (!MAY_BE_ABBREVIATED.test(key)) return exact.length > 0 ? exact : this.#namedInPart(key);
    const found = [...exact];
    // A province is abbreviated only after a place: `nb` alone is none.
    const add = (name: string): void => {
      for (const place of this.named(name)) if (place.kind !== 'province' && !found.includes(place)) found.push(place);
    };
    for (const form of usualForms(this.#country, key)) add(form);
    // Y is often the older spelling of ij, also where it looks like part of ay, ey, oy: Heyen.
    if (found.length === 0 && this.#country !== 'lu') add(key.replaceAll('y', 'ij'));
    return found.length > 0 ? found : this.#namedInPart(key);
  }

  /** Areas by a part of a double name, `Son`, a part of a town, `Amsterdam Zuidoost`, or a place and its municipality, `Haarle gem Hellendoorn`. */
  #namedInPart(key: string): readonly NamedPlace[] {
    const parts = this.#parts.get(key);
    if (parts !== undefined) return parts;
    const [, town, around] = OF_MUNICIPALITY.exec(key) ?? [];
    if (town !== undefined) return nestedIn(this.named(town), this.named(around!));
    const quarter = QUARTER.exec(key);
    if (quarter === null) return NONE;
    return this.named(key.slice(0, quarter.index))
      .filter(({ kind }) => kind !== 'province')
      .map((place) => ({ ...place, isAlias: true }));
  }

  /** Notes the parts of double names of merged places, since people keep using the one they live in. Not parts that are another name, or occur in two names. */
  #noteParts(index: CountryIndex): void {
    for (const kind of ['municipality', 'place'] as const) {
      index.areas.all(kind).forEach(({ names }, ordinal) => {
        const [from, to] = index.areas.descendantsOf(kind, ordinal, 'street');
        for (const { part, isName } of Object.values(names).flatMap(partsOfName)) {
          const key = fold(part);
          if (this.#entries.has(key)) continue;
          if (!isName) {
            this.#parts.set(key, NONE);
            continue;
          }
          const known = this.#parts.get(key);
          const isOther = known !== undefined && !(known.length > 0 && from >= known[0]!.from && to <= known[0]!.to);
          // `Nieuw`, `Kerk`: a part of several names counts for none.
          this.#parts.set(key, isOther ? NONE : [{ kind, ordinal, from, to, isAlias: true, edits: 0 }]);
        }
      });
    }
    for (const [key, places] of this.#parts) if (places.length === 0) this.#parts.delete(key);
  }

  /** Notes the beginnings of names that a river or a region ends, of however many areas, where they are no other name. */
  #noteBeginnings(index: CountryIndex): void {
    for (const kind of ['municipality', 'place'] as const) {
      index.areas.all(kind).forEach(({ names }, ordinal) => {
        const [from, to] = index.areas.descendantsOf(kind, ordinal, 'street');
        for (const name of Object.values(names)) {
          const key = fold(BEGINNING.exec(name)?.[0] ?? '');
          const known = this.#parts.get(key) ?? [];
          if (key === '' || this.#entries.has(key) || known[0]?.edits === 0) continue;
          this.#parts.set(key, [...known, { kind, ordinal, from, to, isAlias: true, edits: SHORTENED }]);
        }
      });
    }
  }

  /** As `namedAsWritten`, or else by the fewest wrong letters. Some 50 µs for a new wrong name. */
  find(key: string): readonly NamedPlace[] {
    let found = this.#known.get(key);
    if (found === undefined) {
      found = this.namedAsWritten(key);
      if (found.length === 0) found = this.#findSimilar(key);
      if (this.#known.size >= MAX_KEPT_NAMES) this.#known.clear();
      this.#known.set(key, found);
    }
    return found;
  }

  #add(key: string, place: NamedPlace): void {
    if (key === '' || this.#isTaken(key)) return;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const compact = key.replaceAll(' ', '');
      entry = { key, compact, mask: letterMask(compact), places: [] };
      this.#entries.set(key, entry);
    }
    if (!entry.places.some(({ kind, ordinal }) => kind === place.kind && ordinal === place.ordinal))
      entry.places.push(place);
  }

  #findSimilar(key: string): readonly NamedPlace[] {
    const compact = key.replaceAll(' ', '');
    const mask = letterMask(compact);
    let limit = Math.min(2, editLimit(compact.length));
    let best: NamedPlace[] = [];
    for (const entry of this.#entries.values()) {
      if (Math.abs(entry.compact.length - compact.length) > limit || !mayBeWithin(limit, entry.mask, mask)) continue;
      const edits = editDistance(compact, entry.compact, limit);
      if (edits > limit) continue;
      if (edits < limit) best = [];
      limit = edits;
      // Written as one word or as two is not a letter, but not as it should be either.
      best.push(...entry.places.map((place) => ({ ...place, edits: Math.max(edits, 1) })));
    }
    return best;
  }
}

const NONE: readonly NamedPlace[] = [];

/** Short words, numerals, and letters that are one in two spellings: other names of places are hardly abbreviated. */
const MAY_BE_ABBREVIATED = /(?:^| )[a-z0-9]{1,4}(?: |$)|y|ij|(?:^| )(?:eerste|tweede|derde|vierde|vijfde) /;
/** The form in which the post used to distinguish places of one name. */
const OF_MUNICIPALITY = /^(.+) gem(?:eente)? (.+)$/;
/** Parts of a town: by their direction, or its middle. */
const QUARTER = new RegExp(` (?:${DIRECTIONS.join('|')}|[nz] ?[ow]|centrum|stad|centre|ville|zentrum)$`);

/** The areas of one name that lie in an area of the other name, or are the same. */
export function nestedIn(some: readonly NamedPlace[], others: readonly NamedPlace[]): readonly NamedPlace[] {
  const liesIn = (inner: NamedPlace, outer: NamedPlace): boolean => inner.from >= outer.from && inner.to <= outer.to;
  const inner = some.filter((each) => others.some((other) => liesIn(each, other)));
  return inner.length > 0 ? inner : others.filter((other) => some.some((each) => liesIn(other, each)));
}

/**
 * The two sides of a double name, at every possible joint, and whether they are names by themselves.
 *
 * @example partsOfName('Son en Breugel')                 // Son, Breugel
 * @example partsOfName('Ottignies-Louvain-la-Neuve')     // Ottignies, Louvain-la-Neuve; and others that are none
 */
function partsOfName(name: string): { readonly part: string; readonly isName: boolean }[] {
  return [...name.matchAll(JOINT)].flatMap(({ 0: joint, index }) => {
    const sides = [name.slice(0, index), name.slice(index + joint.length)];
    // A word such as "new", "upper" or "inner" is not a name: `Nieuw-Vennep`, `Sint-Truiden`, `Egmond-Binnen`.
    const isName = sides.every((side) => side.length >= MIN_PART_LETTERS && !NO_NAME.test(side));
    return sides.map((part) => ({ part, isName }));
  });
}

const JOINT = /(?: en | et |-)(?=\p{Lu})/gu;
const MIN_PART_LETTERS = 3;
const NO_NAME =
  /^(?:nieuwe?|oude?|groo?te?|kleine?|hooge?|hoge?|lage?|midden|boven|beneden|binnen|buiten|neder|over|op|aan|bij|onder|achter|voor|ter|ten|de|den|het|la|le|les|noord|zuid|oost|west|sint|st|saint|sainte|kerk|dorp|stad|haut|haute|bas|basse|petit|petite|grand|grande|vieux|vieille)$|[\s-](?:la|le|les|l'|de|du|des|sur|sous|lez|en|aan|op|bij)$/i;

/** What comes before the river or the region that tells a place from others of its name: Esch-sur-Alzette, Capelle aan den IJssel. */
const BEGINNING = /^\p{Lu}\p{L}{3,}(?=[ -](?:sur|sous|l[eè]z|en|aan|op|bij|an|am|aux?|l[ae])[ -]|[ -](?:l|d)['’])/u;

/** The province of a Dutch place or municipality, and its abbreviations. */
function provinceSuffixes(
  { country, areas }: CountryIndex,
  kind: 'place' | 'municipality',
  ordinal: number,
): readonly string[] {
  if (country !== 'nl') return [];
  const municipality = kind === 'place' ? areas.at('place', ordinal).parent : ordinal;
  const { parent } = areas.at('municipality', municipality);
  return provinceForms(fold(nameIn(areas.at('province', parent).names)));
}

/**
 * The names of a municipality that its province is named after, as Bruxelles in Région de Bruxelles-Capitale. People use them for all of the province:
 * 1060 Bruxelles for Saint-Gilles.
 */
function namesOfCapital({ areas }: CountryIndex, province: number): readonly string[] {
  const names = Object.values(areas.at('province', province).names).map((name) => ` ${fold(name)} `);
  const [from, to] = areas.childrenOf('province', province);
  for (let municipality = from; municipality < to; municipality++) {
    const own = Object.values(areas.at('municipality', municipality).names).map(fold);
    if (own.some((key) => key !== '' && names.some((name) => name.includes(` ${key} `)))) return own;
  }
  return [];
}
