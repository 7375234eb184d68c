import { AddressLookupError, quotedList } from '../errors.ts';
import { fold } from '../text/fold.ts';
import { type ColumnRoles, JOINED_ROLES } from './fields.ts';
import { type HeaderMeaning, LABEL, meaningOfHeader, ROLES, type Role, type RoleMeaning, SUFFIXES } from './headers.ts';
import { areOfRow, isAddress, isLine, isLocating, meaningsTogether, type Roles } from './headers-together.ts';

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

/** A column that is a candidate for a role. */
interface Candidate {
  readonly position: number;
  readonly meaning: RoleMeaning;
  readonly role: RoleMeaning['role'];
}

/** Parts around the house number: a vague header next to one of them is an addition. */
const AROUND_NUMBER: ReadonlySet<string> = new Set(['text', 'street', 'housenumber', ...SUFFIXES]);
/** Vague words that occur in any table; the others are rarer, and look like part of the address wherever they are. */
const COMMON_ANYWHERE = /^(?:index|app|ext|extension|ltr|house|huis|haus|maison)$/i;

/**
 * Recognises columns by their headers (headers.ts). Named columns take precedence.
 *
 * @param ignored headers, or numbers from 1, of columns that are not part of the address, whatever their name
 * @param empty columns with nothing in them as far as anyone has looked: of several addresses, one that is filled is read
 * @throws AddressLookupError `invalid-option` for a named column that does not exist; `input-not-recognised` if no column is recognised
 */
export function recogniseColumns(
  headers: readonly string[],
  named: NamedColumns,
  isReverse: boolean,
  hasHeader: boolean,
  ignored: readonly string[] = [],
  empty: ReadonlySet<number> = NONE,
): Columns {
  const columns = assignColumns(headers, named, isReverse, hasHeader, ignored, empty);
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
  if (isAddress(roles)) return columns;
  const meanings = headers.map(meaningOfHeader);
  const isThere = (role: Role): boolean => meanings.some((each) => each.kind === 'role' && each.role === role);
  const hint = isThere('latitude') && isThere('longitude') ? ' To find the addresses of positions, add --reverse.' : '';
  throw notRecognised(headers, 'an address', '--column street=NAME, or text=, postcode= with housenumber=', hint);
}

/** As `recogniseColumns`, but the columns need not suffice for an address; also for the keys of an object. */
export function assignColumns(
  headers: readonly string[],
  named: NamedColumns,
  isReverse: boolean,
  hasHeader: boolean,
  ignored: readonly string[] = [],
  empty: ReadonlySet<number> = NONE,
): Columns {
  const given: Roles = {};
  for (const role of ROLES)
    if (named[role] !== undefined) given[role] = [positionOf(headers, named[role], `of ${role}`)];
  const taken = new Set(Object.values(given).flat());
  for (const name of ignored) taken.add(positionOf(headers, name, 'to ignore'));
  const open = [...headers.keys()].filter((position) => !taken.has(position));
  const columns = hasHeader
    ? new Assignment(headers, given, open, empty).columns()
    : { roles: given, leftOver: [], unknown: open };
  const { latitude, longitude, ...address } = columns.roles;
  if (!isReverse) return { ...columns, roles: address };
  return { ...NO_COLUMNS, roles: { ...(latitude && { latitude }), ...(longitude && { longitude }) } };
}

const NONE: ReadonlySet<number> = new Set();

/** From the meaning of each header to the roles of all columns. */
class Assignment {
  readonly #headers: readonly string[];
  readonly #given: Readonly<Roles>;
  readonly #meanings: ReadonlyMap<number, HeaderMeaning>;
  readonly #roles: Roles;
  readonly #leftOver: number[] = [];
  readonly #empty: ReadonlySet<number>;

  /** @param open the columns that are neither given nor ignored */
  constructor(headers: readonly string[], given: Readonly<Roles>, open: readonly number[], empty: ReadonlySet<number>) {
    this.#headers = headers;
    this.#given = given;
    this.#empty = empty;
    this.#meanings = meaningsTogether(headers, open);
    this.#roles = { ...given };
  }

  columns(): Columns {
    const roles = this.#roles;
    const chosen = this.#oneAddress(this.#candidates());
    const of = (wanted: Candidate['role']): Candidate[] => chosen.filter(({ role }) => role === wanted);
    for (const role of ROLES) if (role !== 'text' && role !== 'street') this.#assign(role, of(role));
    this.#assignLines(chosen, of);
    // `text` is any text; it is the address if nothing else is, as in our own requests.
    const text = [...this.#meanings.keys()].find((position) => fold(this.#headers[position]!) === 'text');
    if (text !== undefined && !isAddress(roles)) roles.text = [text];
    for (const [position, meaning] of this.#meanings) {
      const isSaidElsewhere = meaning.kind === 'part' && meaning.mentions?.every((role) => roles[role] !== undefined);
      if (meaning.kind === 'part' && isSaidElsewhere !== true) this.#leftOver.push(position);
    }
    const isRead = new Set([...this.#leftOver, ...Object.values(roles).flat()]);
    const unknown = [...this.#meanings].flatMap(([position, meaning]) => {
      const isOpen = meaning.kind === 'role' ? meaning.isVague : meaning.kind === 'other' && !meaning.isKnown;
      // Also what is left over and may belong to the number: `HOUSE_NUM2`, `Toevoeging 2`.
      const isLeftOver = this.#leftOver.includes(position) && isOfNumber(meaning);
      return isLeftOver || (isOpen && !isRead.has(position)) ? [position] : [];
    });
    return { roles, leftOver: this.#leftOver.sort((a, b) => a - b), unknown };
  }

  /** The columns for roles that are not given. The meaning of a header depends on the others, and that of a vague one on its neighbours. */
  #candidates(): readonly Candidate[] {
    const given = this.#given;
    const all = [...this.#meanings].flatMap(([position, meaning]) =>
      meaning.kind === 'role' ? [{ position, meaning }] : [],
    );
    const ofRow = areOfRow(all);
    const found = all.filter(({ position }) => !ofRow.includes(position));
    const hasLine = (given.street ?? given.text) !== undefined || found.some(({ meaning }) => isLine(meaning));
    const roleOf = ({ role, roleAlone }: RoleMeaning): Candidate['role'] =>
      roleAlone === 'street' && !hasLine ? 'street' : role;
    const isNumber = (meaning: RoleMeaning): boolean => !meaning.isVague && roleOf(meaning) === 'housenumber';
    const hasNumber = given.housenumber !== undefined || found.some(({ meaning }) => isNumber(meaning));
    const roleAt = new Map<number, string>(
      Object.entries(given).flatMap(([role, positions]) => positions.map((position) => [position, role] as const)),
    );
    const candidates: Candidate[] = [];
    for (const { position, meaning } of found) {
      const before = roleAt.get(position - 1) ?? '';
      // `Maison` behind `Adresse`, which has the number, is a name.
      if (meaning.isVague && !(meaning.role === 'housenumber' ? before === 'street' : AROUND_NUMBER.has(before))) {
        if (!COMMON_ANYWHERE.test(this.#headers[position]!.trim())) this.#leftOver.push(position);
        continue;
      }
      const role = meaning.roleAlone === 'housenumber' && !hasNumber ? 'housenumber' : roleOf(meaning);
      roleAt.set(position, role);
      if (given[role as Role] === undefined) candidates.push({ position, meaning, role });
    }
    return candidates;
  }

  /**
   * The candidates of one address where there are several. Columns of another address are not part of it; columns that only look like one are
   * left over.
   */
  #oneAddress(candidates: readonly Candidate[]): readonly Candidate[] {
    const group = this.#chooseGroup(candidates);
    const ofGroup = (wanted: string): readonly Candidate['role'][] =>
      candidates.filter(({ meaning }) => meaning.group === wanted).map(({ role }) => role);
    const rolesOfGroup = ofGroup(group);
    const isChosen = ({ meaning, role }: Candidate): boolean =>
      meaning.group === group || (meaning.group === '' && !rolesOfGroup.includes(role));
    for (const each of candidates) {
      if (isChosen(each)) continue;
      const isCounted = isOfNumber(each.meaning) && this.#isCounted(each.meaning.group, candidates);
      if (isCounted || !ofGroup(each.meaning.group).some(isLocating)) this.#leftOver.push(each.position);
    }
    return candidates.filter(isChosen);
  }

  /** Whether a group is a digit that counts parts of one address, `HOUSE_NUM2` beside `CITY2`: no street or postcode that is filled is of the second. */
  #isCounted(group: string, candidates: readonly Candidate[]): boolean {
    const filled = candidates.filter(({ position }) => !this.#empty.has(position));
    const isOfSecond = ({ role, meaning }: Candidate): boolean => role === 'street' && meaning.line === Number(group);
    const postcodes = filled.filter(({ role }) => role === 'postcode');
    return /^[0-9]+$/.test(group) && !filled.some(isOfSecond) && postcodes.length < 2;
  }

  /** The group with the most parts of an address that are not empty, together with the columns of no group; of equal ones the first, without a group if it can be. */
  #chooseGroup(candidates: readonly Candidate[]): string {
    const countOf = (group: string): number => {
      const parts = new Set<string>(Object.keys(this.#given));
      for (const { meaning, role, position } of candidates) {
        if ((meaning.group !== group && meaning.group !== '') || this.#empty.has(position)) continue;
        if (role === 'text') parts.add('street');
        else if (role === 'postcode-and-place') parts.add('postcode').add('place');
        else if (isLocating(role) || role === 'housenumber') parts.add(role);
      }
      return parts.size;
    };
    const groups = new Set(candidates.map(({ meaning }) => meaning.group));
    return [...groups].reduce((best, group) => (countOf(group) > countOf(best) ? group : best), '');
  }

  /** Several columns of one role have the same content in two languages, or belong together, or are left over. */
  #assign(role: Role, candidates: readonly Candidate[]): void {
    if (candidates.length === 0) return;
    const rank = Math.min(...candidates.map(({ meaning }) => meaning.rank));
    this.#roles[role] = JOINED_ROLES.has(role)
      ? candidates.filter(({ meaning }) => meaning.rank === rank).map(({ position }) => position)
      : this.#alternatives(candidates);
  }

  /** The best column, and those with the same content in another language or less precise content, for when it is empty. */
  #alternatives(candidates: readonly Candidate[]): number[] {
    const nameOf = ({ position }: Candidate): string => this.#headers[position]!.trim().toLowerCase();
    const [best, ...others] = [...candidates].sort(
      (a, b) => a.meaning.rank - b.meaning.rank || a.meaning.line - b.meaning.line,
    );
    const used = [best!];
    for (const each of others) {
      const { rank, language, line } = each.meaning;
      const isBest = rank === best!.meaning.rank;
      const isOtherLanguage =
        line === best!.meaning.line &&
        language !== undefined &&
        used.every(({ meaning }) => meaning.language !== undefined && meaning.language !== language);
      // A country has a name and a code.
      const isSame = each.role === 'country' || used.some((other) => nameOf(other) === nameOf(each));
      if (isSame || (isOtherLanguage && isBest)) used.push(each);
      else if (isBest) this.#leftOver.push(each.position);
      // The municipality is used if the place is empty; a row's `Nr` never replaces an empty house number.
      else if (each.role === 'place') used.push(each);
    }
    return used.map(({ position }) => position);
  }

  /** The street, or the lines of an address in one text. */
  #assignLines(chosen: readonly Candidate[], of: (role: Candidate['role']) => readonly Candidate[]): void {
    const roles = this.#roles;
    // The label of an address, or where something is, only if nothing else is the address.
    const isLabel = ({ meaning }: Candidate): boolean => meaning.rank === LABEL;
    // `Vestiging` beside postcode and number is a name, unless the number follows it as it follows a street.
    const isFollowed = of('text').some(({ position }) => roles.housenumber?.includes(position + 1));
    const isWhole = roles.postcode !== undefined && roles.housenumber !== undefined && !isFollowed;
    const hasAddress = isWhole || of('street').length > 0 || !of('text').every(isLabel);
    const texts = of('text')
      .filter((each) => !hasAddress || !isLabel(each))
      .sort((a, b) => a.meaning.line - b.meaning.line);
    const firstLine = texts[0]?.meaning.line ?? 1;
    const firstLines = texts.filter(({ meaning }) => meaning.line === firstLine);
    const postcodeAndPlace = of('postcode-and-place').map(({ position }) => position);
    // In columns of their own.
    const isLocatedApart = roles.postcode !== undefined || roles.place !== undefined;
    const isLocated = isLocatedApart || postcodeAndPlace.length > 0;
    const hasOwnNumber = chosen.some(
      ({ role, meaning, position }) =>
        role === 'housenumber' && (meaning.rank === 0 || firstLines.some((line) => line.position === position - 1)),
    );
    const lines = [...of('street'), ...texts].sort((a, b) => a.meaning.line - b.meaning.line);
    const areLines = new Set(lines.map(({ meaning }) => meaning.line)).size === lines.length && lines.length > 1;
    // Named by the caller, or the number in a column of its own.
    const isApart = [roles.text, roles.street, roles.housenumber].some((role) => role !== undefined);
    if (areLines && !isApart && of('postcode').length < 2) {
      // The second line may have the box, or the first one the company.
      roles.text = [...lines.map(({ position }) => position), ...(isLocatedApart ? [] : postcodeAndPlace)];
      return;
    }
    this.#assign('street', of('street'));
    const hasStreet = roles.street !== undefined;
    const leaveOver = (columns: readonly Candidate[]): void =>
      void this.#leftOver.push(...columns.map(({ position }) => position));

    if (roles.text !== undefined) this.#keepTextAlone(hasStreet);
    else if (hasStreet && (isLocated || firstLine > 1)) {
      // Lines next to a street repeat it, perhaps with its number or more of it. From the second on they go on where nothing else says where it is.
      if (firstLine > 1 && isLocated) leaveOver(texts);
      else if (firstLine === 1 && texts.length > 0 && !SUFFIXES.some((role) => roles[role]))
        roles.street!.push(...this.#alternatives(firstLines));
      if (!isLocatedApart) roles.text = isLocated ? postcodeAndPlace : this.#linesOf(texts);
    } else if (texts.length > 0 && !hasStreet && (isLocated || hasOwnNumber)) {
      // `adres` next to a postcode, a place or a number is the street, with or without its number.
      roles.street = this.#alternatives(firstLines);
      leaveOver(texts.filter((each) => !firstLines.includes(each)));
      if (!isLocatedApart && isLocated) roles.text = postcodeAndPlace;
    } else if (texts.length > 0) {
      roles.text = this.#linesOf(texts);
      this.#keepTextAlone(hasStreet);
    }
  }

  /** The best column of each line. */
  #linesOf(texts: readonly Candidate[]): number[] {
    const lines = new Set(texts.map(({ meaning }) => meaning.line));
    const ofLine = (line: number): Candidate[] => texts.filter(({ meaning }) => meaning.line === line);
    return [...lines].map((line) => this.#alternatives(ofLine(line))[0]!);
  }

  /** Next to a text with the whole address, parts repeat it; without a street among them, additions add to it. */
  #keepTextAlone(hasStreet: boolean): void {
    for (const role of SUFFIXES) {
      if (!hasStreet) this.#leftOver.push(...(this.#roles[role] ?? []));
      delete this.#roles[role];
    }
    delete this.#roles.housenumber;
    delete this.#roles.street;
  }
}

/** Whether a header may be that of a letter, an addition or a box, as a second line may be: `Adres 2`. */
function isOfNumber(meaning: HeaderMeaning): boolean {
  if (meaning.kind === 'part') return meaning.mentions?.some(isLocating) !== true;
  if (meaning.kind === 'role' && meaning.role === 'text' && meaning.line > 1) return true;
  return meaning.kind === 'role' && !isLocating(meaning.role) && !POSITION.has(meaning.role);
}

const POSITION: ReadonlySet<string> = new Set(['latitude', 'longitude', 'country']);

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
