import { fold } from '../text/fold.ts';
import type { ColumnRoles } from './fields.ts';
import { SEATS } from './header-words.ts';
import { type HeaderMeaning, meaningOfHeader, type Role, type RoleMeaning } from './headers.ts';

/** The columns of each role. */
export type Roles = { [role in Role]?: number[] };

/**
 * What the headers at some positions mean beside each other, by their positions. A word that nobody knows says which address it is, if the headers
 * that have it are enough for one, or if nothing else in the file makes one: `verzekerde_adres` beside `postcode`.
 */
export function meaningsTogether(
  headers: readonly string[],
  positions: readonly number[],
): ReadonlyMap<number, HeaderMeaning> {
  const byItself = positions.map((position) => [position, meaningOfHeader(headers[position]!)] as const);
  const alone = withNumberBehindStreet(withNumberOfStreet(headers, byItself));
  const together = new Map(alone);
  const known: Roles = {};
  const groups = new Map<string, (readonly [number, RoleMeaning])[]>();
  const ofAddress = alone.flatMap(([position, each]) => {
    const meaning = each.kind === 'role' ? each : each.inGroup;
    return meaning !== undefined && (each.kind === 'role' || isLine(meaning)) ? [{ position, meaning }] : [];
  });
  const ofRow = areOfRow(ofAddress);
  for (const [position, meaning] of alone) {
    if (ofRow.includes(position)) continue;
    if (meaning.kind === 'role') known[meaning.role as Role] = [position];
    else if (meaning.inGroup !== undefined) {
      const { group } = meaning.inGroup;
      groups.set(group, [...(groups.get(group) ?? []), [position, meaning.inGroup]]);
    }
  }
  const rolesOf = (members: readonly (readonly [number, RoleMeaning])[]): Roles =>
    Object.fromEntries(members.map(([position, { role }]) => [role, [position]]));
  const all = [...groups.values()];
  const whole = all.filter((members) => members.length > 1 && isAddress(rolesOf(members)));
  // `Zaaknr` beside a postcode is no house number.
  const sure = ([, { role, rank }]: readonly [number, RoleMeaning]): boolean => role !== 'housenumber' || rank === 0;
  const completing = all.filter((members) => isAddress({ ...known, ...rolesOf(members.filter(sure)) }));
  const isNeeded = completing.length === 1 && !isAddress(known) && Object.keys(known).some(isLocating);
  for (const members of isNeeded ? completing : whole)
    for (const [position, meaning] of members) together.set(position, meaning);
  return together;
}

/** `adr_nr` may be the number of anything, but is that of the house beside `adr_straat`: as the street, it is of the address. */
function withNumberOfStreet(
  headers: readonly string[],
  alone: readonly (readonly [position: number, HeaderMeaning])[],
): readonly (readonly [number, HeaderMeaning])[] {
  const beginningOf = (position: number): string => /^\p{L}+(?=[\s_.:-])/u.exec(headers[position]!.trim())?.[0] ?? '';
  const streetOf = (each: HeaderMeaning): RoleMeaning | undefined => {
    const meaning = each.kind === 'role' ? each : each.inGroup;
    return meaning?.role === 'street' ? meaning : undefined;
  };
  const [position = -1, found] = alone.find(([, each]) => streetOf(each) !== undefined) ?? [];
  const street = found && streetOf(found);
  const beginning = position === -1 ? '' : beginningOf(position);
  if (beginning === '' || street === undefined) return alone;
  const number: RoleMeaning = { ...street, role: 'housenumber', roleAlone: undefined };
  const hasNumber = alone.some(([, each]) => each.kind === 'role' && each.role === 'housenumber' && each.rank === 0);
  return alone.map(([at, meaning]) => {
    const isNumber = meaning.kind === 'part' && meaning.mentions?.join() === 'housenumber';
    const isOfTable = !hasNumber && isNumberBehind(headers[position]!, headers[at]!);
    return [at, (isNumber && beginningOf(at) === beginning) || isOfTable ? number : meaning];
  });
}

/** `Klantnr` is that of the house directly behind `Klantstraat`, unless its group has another number. */
function withNumberBehindStreet(
  alone: readonly (readonly [position: number, HeaderMeaning])[],
): readonly (readonly [number, HeaderMeaning])[] {
  const numbers = alone.flatMap(([, each]) =>
    each.kind === 'role' && each.role === 'housenumber' ? [each.group] : [],
  );
  return alone.map(([at, meaning], i) => {
    const [before, street] = alone[i - 1] ?? [];
    const number = meaning.kind === 'other' && meaning.isKnown ? meaning.inGroup : undefined;
    if (number === undefined || numbers.includes(number.group) || before !== at - 1) return [at, meaning];
    const isBehind = street?.kind === 'role' && street.role === 'street' && street.group === number.group;
    return [at, isBehind ? number : meaning];
  });
}

/** Whether a header is that of a house number behind all that stands before the street in its own: `Siège - Numéro` beside `Siège - Rue`. */
function isNumberBehind(street: string, header: string): boolean {
  const [table = ''] = /^.*[-:./]\s*(?=[^-:./]+$)/.exec(street) ?? [];
  if (table === '' || !header.startsWith(table)) return false;
  const column = meaningOfHeader(header.slice(table.length));
  if (column.kind === 'part') return column.mentions?.join() === 'housenumber';
  if (column.kind !== 'role' || column.role !== 'housenumber') return false;
  return fold(table)
    .split(' ')
    .some((word) => SEATS.has(word));
}

/**
 * The numbers that are those of the rows, `No.`: they stand before the lines of the address, or without these before the rest of it, and something
 * else between; or one with a box or addition stands behind the lines, `Nr/bus`.
 */
export function areOfRow(ofAddress: readonly { readonly position: number; readonly meaning: RoleMeaning }[]): number[] {
  const isNumberWithMore = ({ roleAlone }: RoleMeaning): boolean => roleAlone === 'housenumber';
  const line = ofAddress.find(({ meaning }) => isLine(meaning));
  return ofAddress.flatMap(({ position, meaning }) => {
    if (meaning.role !== 'housenumber' || meaning.rank === 0) return [];
    const behind = ofAddress.filter((each) => each.position > position);
    const first = (line ?? behind[0])?.position ?? position;
    const isApart = behind.filter((each) => each.position <= first).length < first - position;
    const isAgain = position < first && behind.some((each) => each.position > first && isNumberWithMore(each.meaning));
    return isApart || isAgain ? [position] : [];
  });
}

/** Whether a column is the street, or a line of an address, whatever the others are. */
export function isLine({ role, roleAlone }: RoleMeaning): boolean {
  return (role === 'street' || role === 'text') && roleAlone === undefined;
}

/** Whether a role says where, so that a group of columns with it is an address. */
export function isLocating(role: string): boolean {
  return ['text', 'street', 'postcode', 'place', 'postcode-and-place'].includes(role);
}

/** Whether columns suffice for an address. */
export function isAddress({ text, street, postcode, housenumber }: ColumnRoles): boolean {
  return (text ?? street ?? (postcode && housenumber)) !== undefined;
}
