import { AddressLookupError, quotedList } from '../errors.ts';
import { fold } from '../text/fold.ts';
import { type ColumnRoles, JOINED_ROLES } from './fields.ts';
import { type HeaderMeaning, meaningOfHeader, ROLES, type Role } from './headers.ts';

/** The role of each column, and the columns that are not read. */
export interface Columns {
  readonly roles: ColumnRoles;
  /** Columns that look like part of the address: a row in which one is not empty is never exact. */
  readonly leftOver: readonly number[];
  /**
   * Columns that are not read because their headers say nothing: what they are only their cells can say (content.ts). A row in which one has a
   * letter, addition or box of its house is never exact.
   */
  readonly unknown: readonly number[];
}

export const NO_COLUMNS: Columns = { roles: {}, leftOver: [], unknown: [] };

/** Roles named by the caller: by header, or by number from 1. */
export type NamedColumns = { readonly [role in Role]?: string };

type RoleMeaning = Extract<HeaderMeaning, { kind: 'role' }>;

/** A column that is a candidate for a role. */
interface Candidate {
  readonly position: number;
  readonly header: string;
  readonly meaning: RoleMeaning;
  readonly role: RoleMeaning['role'];
}

/** Parts around the house number: a vague header next to one of them is an addition. */
const AROUND_NUMBER: ReadonlySet<string> = new Set(['text', 'street', 'housenumber', 'letter', 'addition', 'box']);
/** Vague words that occur in any table; the others are rarer, and look like part of the address wherever they are. */
const COMMON_ANYWHERE = /^(?:index|app|ext|extension)$/i;

/**
 * Recognises columns by their headers (headers.ts). Named columns take precedence.
 *
 * @param ignored headers, or numbers from 1, of columns that are not part of the address, whatever their name
 * @throws AddressLookupError `invalid-option` for a named column that does not exist; `input-not-recognised` if no column is recognised
 */
export function recogniseColumns(
  headers: readonly string[],
  named: NamedColumns,
  isReverse: boolean,
  hasHeader: boolean,
  ignored: readonly string[] = [],
): Columns {
  const columns = assignColumns(headers, named, isReverse, hasHeader, ignored);
  const isOneUnknown = headers.length === 1 && Object.keys(columns.roles).length === 0;
  if (isOneUnknown && !isReverse) return { ...NO_COLUMNS, roles: { text: [0] } };
  return requireAddress(columns, headers, isReverse);
}

/** Returns the columns if they suffice for an address, or for a position. @throws AddressLookupError `input-not-recognised` */
export function requireAddress(columns: Columns, headers: readonly string[], isReverse: boolean): Columns {
  const { roles } = columns;
  if (isReverse) {
    if (roles.latitude !== undefined && roles.longitude !== undefined) return columns;
    throw notRecognised(headers, 'a latitude and a longitude', '--column latitude=NAME --column longitude=NAME');
  }
  if ((roles.text ?? roles.street ?? (roles.postcode !== undefined ? roles.housenumber : undefined)) !== undefined) {
    return columns;
  }
  const { latitude, longitude } = positionColumns(headers);
  const hint = latitude && longitude ? ' To find the addresses of positions, add --reverse.' : '';
  throw notRecognised(headers, 'an address', '--column street=NAME, or text=, postcode= with housenumber=', hint);
}

/** Which coordinates the columns have, for a hint at --reverse. */
function positionColumns(headers: readonly string[]): { readonly latitude: boolean; readonly longitude: boolean } {
  const has = (role: Role): boolean =>
    headers.map(meaningOfHeader).some((meaning) => meaning.kind === 'role' && meaning.role === role);
  return { latitude: has('latitude'), longitude: has('longitude') };
}

/** As `recogniseColumns`, but the columns need not suffice for an address; also for the keys of an object. */
export function assignColumns(
  headers: readonly string[],
  named: NamedColumns,
  isReverse: boolean,
  hasHeader: boolean,
  ignored: readonly string[] = [],
): Columns {
  const given: { [role in Role]?: number[] } = {};
  for (const role of ROLES)
    if (named[role] !== undefined) given[role] = [positionOf(headers, named[role], `of ${role}`)];
  const taken = new Set(Object.values(given).flat());
  for (const name of ignored) taken.add(positionOf(headers, name, 'to ignore'));
  const { roles, leftOver, unknown } = hasHeader
    ? assign(headers, given, taken)
    : { roles: given, leftOver: [], unknown: [...headers.keys()].filter((position) => !taken.has(position)) };
  if (isReverse) return { ...NO_COLUMNS, roles: pick(roles, ['latitude', 'longitude']) };
  delete roles.latitude;
  delete roles.longitude;
  return { roles, leftOver, unknown };
}

/** The steps from the meaning of each header to the roles of all columns. */
function assign(
  headers: readonly string[],
  given: { readonly [role in Role]?: number[] },
  taken: ReadonlySet<number>,
): { roles: { [role in Role]?: number[] }; leftOver: number[]; unknown: number[] } {
  const meanings = headers.map((header, position) => (taken.has(position) ? undefined : meaningOfHeader(header)));
  const leftOver: number[] = [];
  const isGiven = (role: string): boolean => given[role as Role] !== undefined;

  // The meaning of a header depends on the others, and that of a vague one on its neighbours.
  const candidates = resolve(headers, meanings, given, leftOver).filter(({ role }) => !isGiven(role));

  // If there are several addresses, one is read. Columns of another address are not part of it; columns that only look like one are left over.
  const group = chooseGroup(candidates, isGiven);
  const rolesOfGroup = new Set(candidates.filter(({ meaning }) => meaning.group === group).map(({ role }) => role));
  const isChosen = ({ meaning, role }: Candidate): boolean =>
    meaning.group === group || (meaning.group === '' && !rolesOfGroup.has(role));
  for (const candidate of candidates.filter((each) => !isChosen(each))) {
    const others = candidates.filter(({ meaning }) => meaning.group === candidate.meaning.group);
    if (!others.some(({ role }) => isLocating(role))) leftOver.push(candidate.position);
  }
  const chosen = candidates.filter(isChosen);

  // Several columns of one role have the same content in two languages, or belong together, or are left over.
  const roles: { [role in Role]?: number[] } = { ...given };
  const positionsOf = (role: Candidate['role']): number[] | undefined => {
    const ofRole = chosen.filter((each) => each.role === role);
    if (ofRole.length === 0) return undefined;
    const { used, unused } = JOINED_ROLES.has(role) ? joined(ofRole) : alternatives(ofRole);
    leftOver.push(...unused);
    return used;
  };
  for (const role of ROLES) {
    if (role === 'text' || role === 'street' || isGiven(role)) continue;
    const positions = positionsOf(role);
    if (positions !== undefined) roles[role] = positions;
  }
  assignLines(roles, chosen, isGiven, positionsOf, leftOver);
  // `text` is any text; it is the address if nothing else is, as in our own requests.
  const text = headers.findIndex((header, position) => !taken.has(position) && fold(header) === 'text');
  const isAddress = (roles.text ?? roles.street ?? (roles.postcode && roles.housenumber)) !== undefined;
  if (text !== -1 && !isAddress) roles.text = [text];

  meanings.forEach((meaning, position) => {
    if (meaning?.kind !== 'part') return;
    const isSaidElsewhere = meaning.mentions?.every((role) => roles[role] !== undefined) ?? false;
    if (!isSaidElsewhere) leftOver.push(position);
  });
  const isRead = new Set([...leftOver, ...Object.values(roles).flat()]);
  const unknown = meanings.flatMap((meaning, position) => {
    const isOpen = meaning?.kind === 'role' ? meaning.isVague : meaning?.kind === 'other' && !meaning.isKnown;
    return isOpen && !isRead.has(position) ? [position] : [];
  });
  return { roles, leftOver: leftOver.sort((a, b) => a - b), unknown };
}

function resolve(
  headers: readonly string[],
  meanings: readonly (HeaderMeaning | undefined)[],
  given: ColumnRoles,
  leftOver: number[],
): Candidate[] {
  const found = meanings.flatMap((meaning, position) => (meaning?.kind === 'role' ? [{ position, meaning }] : []));
  const hasLine =
    (given.street ?? given.text) !== undefined ||
    found.some(({ meaning: { role, roleAlone } }) => (role === 'street' || role === 'text') && roleAlone === undefined);
  const roleOf = ({ role, roleAlone }: RoleMeaning): Candidate['role'] =>
    roleAlone === 'street' && !hasLine ? 'street' : role;
  const hasNumber = given.housenumber !== undefined || found.some(({ meaning }) => roleOf(meaning) === 'housenumber');
  const roleAt = new Map<number, string>(
    Object.entries(given).flatMap(([role, positions]) => positions!.map((position) => [position, role] as const)),
  );
  const candidates: Candidate[] = [];
  for (const { position, meaning } of found) {
    const role = meaning.roleAlone === 'housenumber' && !hasNumber ? 'housenumber' : roleOf(meaning);
    if (meaning.isVague && !AROUND_NUMBER.has(roleAt.get(position - 1) ?? '')) {
      if (!COMMON_ANYWHERE.test(headers[position]!.trim())) leftOver.push(position);
      continue;
    }
    roleAt.set(position, role);
    candidates.push({ position, header: headers[position]!, meaning, role });
  }
  return candidates;
}

/** Whether a role says where, so that a group of columns with it is an address. */
function isLocating(role: string): boolean {
  return ['text', 'street', 'postcode', 'place', 'postcode-and-place'].includes(role);
}

/** The group with the most parts of an address, together with the columns of no group; of equal ones the first, without a group if it can be. */
function chooseGroup(candidates: readonly Candidate[], isGiven: (role: string) => boolean): string {
  const groups = [...new Set(['', ...candidates.map(({ meaning }) => meaning.group)])];
  const countOf = (group: string): number => {
    const parts = new Set<string>(ROLES.filter(isGiven));
    for (const { meaning, role } of candidates) {
      if (meaning.group !== group && meaning.group !== '') continue;
      if (role === 'text') parts.add('street');
      else if (role === 'postcode-and-place') parts.add('postcode').add('place');
      else if (isLocating(role) || role === 'housenumber') parts.add(role);
    }
    return parts.size;
  };
  return groups.reduce((best, group) => (countOf(group) > countOf(best) ? group : best), '');
}

/** The columns of a role that are read, in the order in which they count, and those that are not. */
interface Selection {
  readonly used: number[];
  readonly unused: readonly number[];
}

/** The best column, and those with the same content in another language or less precise content, for when it is empty. */
function alternatives(candidates: readonly Candidate[]): Selection {
  const sorted = [...candidates].sort(
    (a, b) => a.meaning.rank - b.meaning.rank || a.meaning.line - b.meaning.line || a.position - b.position,
  );
  const best = sorted[0]!;
  const used = [best];
  const unused: number[] = [];
  for (const each of sorted.slice(1)) {
    const { rank, language, line } = each.meaning;
    const isRepeated = used.some(({ header }) => header.trim().toLowerCase() === each.header.trim().toLowerCase());
    const isOtherLanguage =
      line === best.meaning.line &&
      language !== undefined &&
      used.every(({ meaning }) => meaning.language !== undefined && meaning.language !== language);
    if (isRepeated || (isOtherLanguage && rank === best.meaning.rank)) used.push(each);
    else if (rank === best.meaning.rank) unused.push(each.position);
    // The municipality is used if the place is empty; a row's `Nr` never replaces an empty house number.
    else if (each.role === 'place') used.push(each);
  }
  return { used: used.map(({ position }) => position), unused };
}

/** All columns, except shorter forms of others. */
function joined(candidates: readonly Candidate[]): Selection {
  const rank = Math.min(...candidates.map(({ meaning }) => meaning.rank));
  return {
    used: candidates.filter(({ meaning }) => meaning.rank === rank).map(({ position }) => position),
    unused: [],
  };
}

/** The street, or the lines of an address in one text. */
function assignLines(
  roles: { [role in Role]?: number[] },
  chosen: readonly Candidate[],
  isGiven: (role: string) => boolean,
  positionsOf: (role: Candidate['role']) => number[] | undefined,
  leftOver: number[],
): void {
  const texts = chosen.filter(({ role }) => role === 'text').sort((a, b) => a.meaning.line - b.meaning.line);
  const firstLine = texts[0]?.meaning.line ?? 1;
  const firstLines = texts.filter(({ meaning }) => meaning.line === firstLine);
  const postcodeAndPlace = chosen.filter(({ role }) => role === 'postcode-and-place').map(({ position }) => position);
  const isLocated = roles.postcode !== undefined || roles.place !== undefined;
  const hasOwnNumber = chosen.some(
    ({ role, meaning, position }) =>
      role === 'housenumber' && (meaning.rank === 0 || firstLines.some((line) => line.position === position - 1)),
  );
  const street = isGiven('street') ? undefined : positionsOf('street');
  const hasStreet = roles.street !== undefined || street !== undefined;

  if (isGiven('text')) {
    keepTextAlone(roles, hasStreet, leftOver);
  } else if (hasStreet && (isLocated || texts.length === 0)) {
    if (street !== undefined) roles.street = street;
    // Lines next to a street repeat it, unless they begin with the second.
    if (firstLine > 1) leftOver.push(...texts.map(({ position }) => position));
    if (!isLocated && postcodeAndPlace.length > 0) roles.text = postcodeAndPlace;
  } else if (texts.length > 0 && (isLocated || hasOwnNumber || postcodeAndPlace.length > 0) && !hasStreet) {
    // `adres` next to a postcode, a place or a number is the street, with or without its number.
    const { used, unused } = alternatives(firstLines);
    roles.street = used;
    leftOver.push(...unused, ...texts.filter((each) => !firstLines.includes(each)).map(({ position }) => position));
    if (!isLocated && postcodeAndPlace.length > 0) roles.text = postcodeAndPlace;
  } else if (texts.length > 0) {
    const lines = new Map<number, Candidate[]>();
    for (const each of texts) lines.set(each.meaning.line, [...(lines.get(each.meaning.line) ?? []), each]);
    const divisions = [...lines.values()].map(alternatives);
    roles.text = divisions.flatMap(({ used }) => used.slice(0, 1));
    leftOver.push(...divisions.flatMap(({ unused }) => unused));
    keepTextAlone(roles, hasStreet, leftOver);
  }
}

/** Next to a text with the whole address, parts repeat it; without a street among them, additions add to it. */
function keepTextAlone(roles: { [role in Role]?: number[] }, hasStreet: boolean, leftOver: number[]): void {
  for (const role of ['letter', 'addition', 'box'] as const) {
    if (!hasStreet) leftOver.push(...(roles[role] ?? []));
    delete roles[role];
  }
  delete roles.housenumber;
  delete roles.street;
}

function pick(roles: ColumnRoles, wanted: readonly Role[]): ColumnRoles {
  return Object.fromEntries(wanted.flatMap((role) => (roles[role] === undefined ? [] : [[role, roles[role]]])));
}

function positionOf(headers: readonly string[], name: string, what: string): number {
  const byName = headers.findIndex((header) => header.trim() === name.trim());
  if (byName !== -1) return byName;
  if (/^[1-9][0-9]{0,3}$/.test(name) && Number(name) <= headers.length) return Number(name) - 1;
  throw new AddressLookupError(
    'invalid-option',
    `Got "${name}" as the column ${what}; the file has ${quotedList(headers)}. Give one of these, or its number from 1.`,
    { got: name, allowed: headers },
  );
}

function notRecognised(
  headers: readonly string[],
  what: string,
  remedy: string,
  hint: string = '',
): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    headers.length === 0
      ? `The input has no columns; expected is a table with ${what}, whose first line names its columns.`
      : `None of the columns ${quotedList(headers.slice(0, 20))} is recognised as ${what}. Name them with ${remedy}.${hint}`,
    { got: headers },
  );
}
