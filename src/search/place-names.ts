import { partitionPoint } from '../format/blocks.ts';
import { LITTLE_WORDS } from '../lexicon/little-words.ts';
import { PLACE_WORDS } from '../lexicon/place-names.ts';
import { type Kind, wordsOf } from '../lexicon/row.ts';
import type { Country } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { editDistance, editLimit, letterMask, mayBeWithin } from '../text/edit-distance.ts';
import { fold } from '../text/fold.ts';
import { isBeforePlace, isLeadingArticle } from '../text/little-words.ts';
import { formsOf } from '../text/variants.ts';
import { MIN_PROPER_LETTERS, soundingAlike, usualForms } from './name-key.ts';
import { NAME_COSTS } from './name-words.ts';

/** A country, and the names of its places. */
export interface NamedCountry {
  readonly index: CountryIndex;
  readonly places: PlaceNames;
}

/** A place or municipality that a row may mean. */
export interface NamedPlace {
  readonly kind: 'place' | 'municipality' | 'province';
  readonly ordinal: number;
  /** Its streets, a range. */
  readonly from: number;
  readonly to: number;
  /** Found by an alias. */
  readonly isAlias: boolean;
  /** Number of wrong letters; `SHORTENED`, `CUT` or `ALIKE` for a name of which something is left out. */
  readonly edits: number;
}

/** Whether it is a place or municipality that is called just so: then no province of the name is meant. */
export function isTownItself({ kind, isAlias, edits }: NamedPlace): boolean {
  return kind !== 'province' && !isAlias && edits === 0;
}

/** The areas without the provinces whose name a place or municipality has: Wiltz is the town, not all of its canton. */
export function townsMeant(places: readonly NamedPlace[]): readonly NamedPlace[] {
  return places.some(isTownItself) ? places.filter(({ kind, isAlias }) => kind !== 'province' || isAlias) : places;
}

interface Entry {
  readonly key: string;
  readonly compact: string;
  readonly places: NamedPlace[];
}

const NAMED_KINDS = ['municipality', 'place', 'province'] as const;

/** Less than a letter: `Esch` for Esch-sur-Alzette. */
export const SHORTENED = 0.5;
/** The same within a word, as columns and lines are cut: `Luxembo`. It says where a street is, but no place by itself. */
export const CUT: number = NAME_COSTS.cut;
/** Where other places are called just so: Nieuwerkerk aan den IJssel for `Nieuwerkerk`, Le Sart for `Sart`, Maulusmuehle for `Maulusmühle`. It says where a house is. */
const ALIKE = 0.9;

/** Whether other places are called just so. */
export function isAlike({ edits }: NamedPlace): boolean {
  return edits === ALIKE;
}

/** Whether it says where something is, but is no place by itself. */
export function isOnlyWhere(place: NamedPlace): boolean {
  return place.edits === CUT || isAlike(place);
}

/** Maximum number of cached names; the same few thousand recur in a file. */
const MAX_KEPT_NAMES = 20_000;

/** All names of the places, municipalities and provinces of a country, with the forms that people use. */
export class PlaceNames {
  readonly country: Country;
  readonly #entries: Map<string, Entry> = new Map();
  /** The entries in the order of their keys, in which those with one beginning stand together. */
  readonly #byKey: readonly Entry[];
  /** The entries in the order of their lengths without blanks, and their letters: a written name is compared with few of them. */
  readonly #byLength: readonly Entry[];
  readonly #letters: Int32Array;
  readonly #known: Map<string, readonly NamedPlace[]> = new Map();
  readonly #written: Map<string, readonly NamedPlace[]> = new Map();
  /** Parts of double names that belong to only one name: Son of Son en Breugel; and beginnings of names, of however many: Esch. */
  readonly #parts: Map<string, readonly NamedPlace[]> = new Map();
  /** Names as people shorten them, see `shortFormsOf`. */
  readonly #short: Map<string, readonly NamedPlace[]> = new Map();
  /** The number of words of the longest name. */
  readonly longestName: number;

  constructor(index: CountryIndex) {
    this.country = index.country;
    const { areas } = index;
    const place = (kind: NamedPlace['kind'], ordinal: number, isAlias: boolean, edits: number): NamedPlace => {
      const [from, to] = areas.descendantsOf(kind, ordinal, 'street');
      return { kind, ordinal, from, to, isAlias, edits };
    };
    for (const kind of NAMED_KINDS) {
      areas.all(kind).forEach(({ names, aliases = [] }, ordinal) => {
        for (const name of Object.values(names)) this.#add(fold(name), place(kind, ordinal, false, 0));
        for (const { name } of aliases) this.#add(fold(name), place(kind, ordinal, true, 0));
      });
    }
    for (const { key, kind, ordinal, form } of index.names.areaForms()) {
      if (kind === 'region') continue;
      const named = place(kind, ordinal, form !== 'own', form === 'beginning' ? SHORTENED : 0);
      if (form === 'own' || form === 'alias') this.#add(key, named);
      else this.#parts.set(key, [...(this.#parts.get(key) ?? NONE), named]);
    }
    let longest = 1;
    for (const { key, places } of this.#entries.values()) {
      places.sort((a, b) => NAMED_KINDS.indexOf(a.kind) - NAMED_KINDS.indexOf(b.kind) || a.ordinal - b.ordinal);
      longest = Math.max(longest, key.split(' ').length);
      const towns = places.filter(isOwnTown);
      if (towns.length === 0) continue;
      for (const [form, edits] of shortFormsOf(this.country, key)) {
        this.#short.set(form, [...(this.#short.get(form) ?? NONE), ...towns.map((town) => ({ ...town, edits }))]);
      }
    }
    this.longestName = Math.min(longest, 6);
    const entries = [...this.#entries.values()];
    this.#byKey = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    this.#byLength = entries.sort((a, b) => a.compact.length - b.compact.length);
    this.#letters = Int32Array.from(this.#byLength, ({ compact }) => letterMask(compact));
  }

  /** The areas with exactly this name, folded: municipalities, places, provinces. */
  named(key: string): readonly NamedPlace[] {
    return this.#entries.get(key)?.places ?? NONE;
  }

  /** As `named`, for a name in any usual form: `capelle a d ijssel`, `st gilles`, `kootwyk`. A few microseconds for a new one. */
  namedAsWritten(key: string): readonly NamedPlace[] {
    return kept(this.#written, key, () => this.#namedInAnyForm(key), MAX_KEPT_NAMES);
  }

  #namedInAnyForm(key: string): readonly NamedPlace[] {
    const found = this.#namedAsWhole(key);
    if (found.length === 0) return this.#namedInPart(key);
    return found.every(({ kind }) => kind === 'province') ? found : withOthers(found, this.#namedNearlySo(key));
  }

  /** What may be meant although other places are called just so. */
  #namedNearlySo(key: string): readonly NamedPlace[] {
    const alike = [...soundingAlike(this.country, key.split(' ')).keys()].flatMap((each) => this.named(each));
    const others = [...alike, ...this.#shortenedTo(key), ...this.#namedByBeginning(`${key} `, 1)];
    return others.filter(isOwnTown).map((each) => ({ ...each, edits: ALIKE }));
  }

  #shortenedTo(key: string): readonly NamedPlace[] {
    return this.#short.get(key) ?? this.#short.get(bareOf(key)) ?? NONE;
  }

  #namedAsWhole(key: string): readonly NamedPlace[] {
    const exact = this.named(key);
    // The alias of one area may also be short for the own name of another: St. Anthonis.
    if (exact.some(({ isAlias }) => !isAlias)) return exact;
    if (!MAY_BE_ABBREVIATED.test(key)) return exact;
    const found = [...exact];
    // A province is abbreviated only after a place: `nb` alone is none.
    const add = (name: string): void => {
      for (const place of this.named(name)) if (place.kind !== 'province' && !found.includes(place)) found.push(place);
    };
    for (const form of usualForms(this.country, key)) add(form);
    // Y is often the older spelling of ij, also where it looks like part of ay, ey, oy: Heyen.
    if (found.length === 0 && this.country !== 'lu') add(key.replaceAll('y', 'ij'));
    return found;
  }

  /** Areas by a part of a double name, `Son`, a short form, `Solre/Sambre`, a part of a town, `Amsterdam Zuidoost`, or what it is, `Ville de Luxembourg`. */
  #namedInPart(key: string): readonly NamedPlace[] {
    const parts = this.#parts.get(key) ?? this.#shortenedTo(key);
    // What begins so may be meant as well: the Capelle of Sprang-Capelle, or Capelle aan den IJssel.
    if (parts.length > 0) return withOthers(parts, [...this.#namedByBeginning(key), ...this.#namedNearlySo(key)]);
    const [, whole = key.replace(QUARTER, ''), bare = whole] = IN_FRONT.exec(key) ?? [];
    const towns = this.named(whole);
    return (towns.length > 0 ? towns : this.named(bare))
      .filter(({ kind }) => kind !== 'province')
      .map((place) => ({ ...place, isAlias: true }));
  }

  /**
   * As `namedAsWritten`, or else by the fewest wrong letters. O(names of about its length) for a new wrong name.
   *
   * @param isShortened whether a full stop says that the name goes on: `Brux.`
   */
  find(key: string, isShortened: boolean = false): readonly NamedPlace[] {
    return kept(
      this.#known,
      isShortened ? `${key}.` : key,
      () => {
        const begun = isShortened ? this.#namedByBeginning(key, MIN_PROPER_LETTERS) : NONE;
        const all = [...this.namedAsWritten(key), ...begun];
        return all.length > 0 ? all : this.#findSimilar(key);
      },
      MAX_KEPT_NAMES,
    );
  }

  /** The places and municipalities of which this is the beginning of an own name. */
  #namedByBeginning(key: string, fewestLetters: number = MIN_BEGINNING): readonly NamedPlace[] {
    if (key.replaceAll(' ', '').length < fewestLetters) return NONE;
    const all = this.#byKey;
    const begun: NamedPlace[] = [];
    for (let i = partitionPoint(0, all.length, (at) => all[at]!.key < key); all[i]?.key.startsWith(key); i++) {
      begun.push(...all[i]!.places.filter(isOwnTown).map((place) => ({ ...place, edits: CUT })));
    }
    return begun;
  }

  #add(key: string, place: NamedPlace): void {
    if (key === '') return;
    const compact = key.replaceAll(' ', '');
    const entry = kept(this.#entries, key, () => ({ key, compact, places: [] }));
    if (!entry.places.some(({ kind, ordinal }) => kind === place.kind && ordinal === place.ordinal))
      entry.places.push(place);
  }

  /** By the fewest wrong letters: as written, or with its abbreviations written out, `Alpheen a/d Rijn`, or else without a part of the town, `Utrecth Zuid`. */
  #findSimilar(key: string): readonly NamedPlace[] {
    const isLonger = (form: string): boolean => form.length > key.length;
    const forms = MAY_BE_ABBREVIATED.test(key) ? [...usualForms(this.country, key)].filter(isLonger) : [];
    const similar = this.#similarTo([key, ...forms.slice(0, MAX_LONG_FORMS)]);
    const whole = key.replace(QUARTER, '');
    if (similar.length > 0 || whole === key) return similar;
    return this.#similarTo([whole]).filter(isOwnTown);
  }

  #similarTo(keys: readonly string[]): readonly NamedPlace[] {
    let limit = 2;
    let best: NamedPlace[] = [];
    const all = this.#byLength;
    const firstOf = (length: number): number => partitionPoint(0, all.length, (i) => all[i]!.compact.length < length);
    for (const key of keys) {
      const compact = key.replaceAll(' ', '');
      const mask = letterMask(compact);
      limit = Math.min(limit, editLimit(compact.length));
      for (const [alike, edits] of soundingAlike(this.country, key.split(' '))) {
        const places = this.named(alike);
        if (places.length > 0) limit = Math.min(limit, edits);
        best.push(...places.map((place) => ({ ...place, edits })));
      }
      const end = firstOf(compact.length + limit + 1);
      for (let i = firstOf(compact.length - limit); i < end; i++) {
        if (!mayBeWithin(limit, this.#letters[i]!, mask)) continue;
        const entry = all[i]!;
        const edits = editDistance(compact, entry.compact, limit);
        if (edits > limit) continue;
        if (edits < limit) best = [];
        limit = edits;
        // Written as one word or as two is not a letter, but not as it should be either.
        best.push(...entry.places.map((place) => ({ ...place, edits: Math.max(edits, 1) })));
      }
    }
    // Once each: with its province, too, a Dutch name begins so.
    return withOthers([], [...best, ...this.#namedByBeginning(keys[0]!)]);
  }
}

/** The areas, and of others, each once, those that are not among them. */
function withOthers(areas: readonly NamedPlace[], others: readonly NamedPlace[]): readonly NamedPlace[] {
  const all = [...areas];
  for (const other of others) {
    if (!all.some(({ kind, ordinal }) => kind === other.kind && ordinal === other.ordinal)) all.push(other);
  }
  return all;
}

/** Whether it is a place or municipality by a name of its own, in whatever form. */
function isOwnTown({ isAlias, kind }: NamedPlace): boolean {
  return !isAlias && kind !== 'province';
}

/** Maximum forms of a name to compare letter by letter; those of an abbreviation are hardly more. */
const MAX_LONG_FORMS = 8;
/** Letters that say enough of a name whose end is cut off. */
const MIN_BEGINNING = 5;

const NONE: readonly NamedPlace[] = [];

/** Short words, numerals, and letters that are one in two spellings: other names of places are hardly abbreviated. */
const MAY_BE_ABBREVIATED = /(?:^| )[a-z0-9]{1,4}(?: |$)|y|ij|(?:^| )(?:eerste|tweede|derde|vierde|vijfde) /;
const PLACE_NAME_WORDS = [...LITTLE_WORDS, ...PLACE_WORDS];
const wordsFor = (...kinds: Kind[]): string => wordsOf(PLACE_NAME_WORDS, kinds).join('|');
/** What it is, before its name, which may begin with a little word of its own: `Gemeente De Bilt`, `Ville de Luxembourg`. */
const IN_FRONT = new RegExp(`^(?:${wordsFor('municipality', 'quarter')}) ((?:(?:de|d|du|van|of) )?(.+))$`);
/** Parts of a town: by their direction, or its middle. */
const QUARTER = new RegExp(` (?:${wordsFor('direction', 'quarter')}|[nz] ?[ow])$`);

/**
 * How people shorten a folded name, and the edits of each form: the little words between are left out, `Mondorf Bains`; so is the article, `Hestre` for La
 * Hestre, but not where an abbreviation is left, `Burg`; of the first word they write a letter or two, `N. Vennep`.
 */
function shortFormsOf(country: Country, key: string): Map<string, number> {
  const forms = new Map<string, number>();
  const bare = bareOf(key);
  const hasArticle = isLeadingArticle(key.split(' ', 1)[0]!);
  if (!hasArticle || formsOf(country, bare).length === 0) forms.set(bare, hasArticle ? CUT : SHORTENED);
  const end = key.indexOf(' ');
  for (let letters = 1; letters <= Math.min(MAX_INITIAL, end - 1) && key.length - end > MIN_PROPER_LETTERS; letters++) {
    const initial = key.slice(0, letters);
    if (!isBeforePlace(initial)) forms.set(initial + key.slice(end), SHORTENED);
  }
  forms.delete(key);
  return forms;
}

const MAX_INITIAL = 2;

/** A folded name without an article in front and the little words between its first and its last one. */
function bareOf(key: string): string {
  const all = key.split(' ');
  const words = all.length > 1 && isLeadingArticle(all[0]!) ? all.slice(1) : all;
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !BETWEEN_WORDS.has(word)).join(' ');
}

const BETWEEN_WORDS: ReadonlySet<string> = new Set(
  wordsOf(PLACE_NAME_WORDS, ['article', 'filler', 'beforeRegion']).flatMap((words) => words.split(' ')),
);

/**
 * The areas of one name that lie in an area of the other name, or are the same, with the wrong letters of the name that has more. What only begins
 * like a name is none of these: `Sart, Spa` is not the Sart-lez-Spa in Spa.
 */
export function nestedIn(some: readonly NamedPlace[], others: readonly NamedPlace[]): readonly NamedPlace[] {
  const [ones, twos] = [some, others].map((places) => places.filter((place) => !isOnlyWhere(place)));
  const inner = within(ones!, twos!);
  return inner.length > 0 ? inner : within(twos!, ones!);
}

function within(inner: readonly NamedPlace[], outer: readonly NamedPlace[]): readonly NamedPlace[] {
  return inner.flatMap((each) => {
    const around = outer.filter(({ from, to }) => each.from >= from && each.to <= to).map(({ edits }) => edits);
    return around.length === 0 ? [] : [{ ...each, edits: Math.max(each.edits, Math.min(...around)) }];
  });
}
