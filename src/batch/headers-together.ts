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
  const alone = withNumberOfStreet(headers, byItself);
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

/**
 * A number that may be of anything is that of the house beside its street: `adr_nr` beside `adr_straat`, `Siège - Numéro` beside `Siège - Rue`; but
 * `Klantnr` only directly behind `Klantstraat`. Not if the same group has another number.
 */
function withNumberOfStreet(
  headers: readonly string[],
  alone: readonly (readonly [position: number, HeaderMeaning])[],
): readonly (readonly [number, HeaderMeaning])[] {
  const beginningOf = (header: string): string => /^\p{L}+(?=[\s_.:-])/u.exec(header.trim())?.[0] ?? '';
  const streets = alone.flatMap(([position, each]) => {
    const meaning = each.kind === 'role' ? each : each.inGroup;
    return meaning?.role === 'street' ? [{ position, meaning, header: headers[position]! }] : [];
  });
  const numbers = alone.flatMap(([, each]) =>
    each.kind === 'role' && each.role === 'housenumber' ? [each.group] : [],
  );
  const [first] = streets;
  const beginning = beginningOf(first?.header ?? '');
  // All that stands before the street in its header, `context.address.` of `context.address.street_name`.
  const [table = ''] = /^.*[-:./]\s*(?=[^-:./]+$)/.exec(first?.header ?? '') ?? [];
  return alone.map(([at, meaning]) => {
    const header = headers[at]!;
    const number = meaning.kind === 'other' && meaning.isKnown ? meaning.inGroup : undefined;
    if (number !== undefined) {
      const { group } = number;
      const isSeat = group.split(' ').some((stem) => SEATS.has(stem));
      const isBeside = streets.some((each) => each.meaning.group === group && (isSeat || each.position === at - 1));
      return [at, isBeside && !numbers.includes(group) ? number : meaning];
    }
    if (first === undefined || beginning === '' || beginningOf(header) !== beginning) return [at, meaning];
    const column = header.startsWith(table) ? meaningOfHeader(header.slice(table.length)) : meaning;
    const isNumber = column.kind === 'part' && column.mentions?.join() === 'housenumber';
    return [at, isNumber ? { ...first.meaning, role: 'housenumber', roleAlone: undefined } : meaning];
  });
}

/**
 * The numbers that are those of the rows, `No.`: they stand before the lines of the address, or without these before the rest of it, and something
 * else between; or the lines have another one, directly behind them, or with a box or addition, `Nr/bus`.
 */
export function areOfRow(ofAddress: readonly { readonly position: number; readonly meaning: RoleMeaning }[]): number[] {
  const line = ofAddress.find(({ meaning }) => isLine(meaning));
  const isNumberOfLine = ({ role, roleAlone, group, isVague }: RoleMeaning, isDirectly: boolean): boolean =>
    (roleAlone === 'housenumber' || (role === 'housenumber' && isDirectly && !isVague)) &&
    group === line?.meaning.group;
  return ofAddress.flatMap(({ position, meaning }) => {
    if (meaning.role !== 'housenumber' || meaning.rank === 0) return [];
    const behind = ofAddress.filter((each) => each.position > position);
    const first = (line ?? behind[0])?.position ?? position;
    const isApart = behind.filter((each) => each.position <= first).length < first - position;
    const isAgain = behind.some(
      (each) => each.position > first && isNumberOfLine(each.meaning, each.position === first + 1),
    );
    return isApart || (position < first && isAgain) ? [position] : [];
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
