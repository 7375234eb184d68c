import { kept } from '../model/kept.ts';
import { ANSWER_KINDS, type AnswerKind, type Filter } from '../search/filter.ts';
import { Scope } from '../search/scope.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { checkChoice, invalid, shown } from './arguments.ts';
import { isShape, notThis, type Part, rangesWithin } from './within.ts';

/** What answers may be, and where. */
export interface FilterRequest {
  /** Only answers of these kinds; all unless given. Where `street` is one of them and `house` is not, a number leads to its street. */
  readonly kinds?: readonly AnswerKind[] | undefined;
  /** Only answers in these parts of the country. */
  readonly within?: Part | readonly Part[] | undefined;
}

/**
 * The filter of a request for each of some countries.
 *
 * @throws AddressLookupError `invalid-argument`, `invalid-within`, `invalid-coordinate`, `invalid-radius`
 */
export function readFilters(indexes: readonly CountryIndex[], { kinds, within }: FilterRequest): readonly Filter[] {
  const asked = kinds === undefined ? undefined : readKinds(kinds);
  const scopes = within === undefined ? undefined : scopesWithin(indexes, within);
  return indexes.map((_, i) => ({ kinds: asked, scope: scopes?.[i] }));
}

function readKinds(kinds: readonly AnswerKind[]): ReadonlySet<AnswerKind> {
  const allowed = ANSWER_KINDS.map((kind) => `"${kind}"`).join(', ');
  if (!Array.isArray(kinds) || kinds.length === 0)
    throw invalid('autocomplete', 'kinds', kinds, `an array of one or more of ${allowed}, or nothing`, ANSWER_KINDS);
  for (const kind of kinds) checkChoice('autocomplete', 'kinds', kind ?? null, ANSWER_KINDS);
  return new Set(kinds);
}

/**
 * The scopes of descriptions are kept, since a box or the name of a municipality comes again with the next letter typed: of each country so
 * many, and fewer if they are larger than this together, in numbers of four bytes. The earliest goes first.
 */
const MAX_KEPT = 1_024;
const MAX_KEPT_WEIGHT = 4_000_000;
const KEPT: WeakMap<CountryIndex, Map<string, Scope>> = new WeakMap();

/** Parts of some countries as the scope of a search in each of them; empty where nothing lies. */
function scopesWithin(indexes: readonly CountryIndex[], within: Part | readonly Part[]): readonly Scope[] {
  const parts = checkParts(within);
  const key = `${indexes.map(({ country }) => country).join()} ${JSON.stringify(parts)}`;
  const known = indexes.map((index) => KEPT.get(index)?.get(key));
  if (known.every((scope) => scope !== undefined)) return known;
  const ranges = rangesWithin(indexes, parts);
  return indexes.map((index) => {
    const scope = new Scope(index, ranges.get(index)!);
    keep(index, key, scope);
    return scope;
  });
}

function keep(index: CountryIndex, key: string, scope: Scope): void {
  const scopes = kept(KEPT, index, () => new Map());
  scopes.set(key, scope);
  let weight = [...scopes.values()].reduce((sum, each) => sum + each.weight, 0);
  for (const [other, { weight: ofOther }] of scopes) {
    if (other === key || (scopes.size <= MAX_KEPT && weight <= MAX_KEPT_WEIGHT)) return;
    scopes.delete(other);
    weight -= ofOther;
  }
}

function checkParts(within: unknown): readonly Part[] {
  const parts: readonly unknown[] = Array.isArray(within) ? within : [within];
  if (parts.length === 0)
    throw notThis(
      'an empty list',
      'leave it out, or give a municipality, the context of a suggestion, a box or a circle',
    );
  for (const part of parts) {
    if (typeof part === 'string' || isShape(part)) continue;
    throw notThis(
      shown(part),
      'allowed are a text, a box { south, west, north, east }, a circle { latitude, longitude, radius }, and an array of them',
    );
  }
  return parts as readonly Part[];
}
