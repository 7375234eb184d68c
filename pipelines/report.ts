import { closeSync, openSync, writeFileSync } from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { ADDRESS_STATE, NO_POSITION } from '../src/model/address-columns.ts';
import { nameIn } from '../src/model/country.ts';
import { NO_POSTCODE } from '../src/model/postcode.ts';
import { type IndexCounts, type IndexInput, type RegisterRelease, registerLabel } from '../src/store/manifest.ts';
import { quoteCell } from '../src/text/escape.ts';

/** A rejected record, and where to find it. */
export interface Reject {
  readonly recordType: string;
  /** A short stable word in kebab case: `withdrawn`, `street-unknown`, `duplicate`. */
  readonly reason: string;
  /** Path inside the input: `outer.zip/inner.zip/member.xml`. */
  readonly file: string;
  /** Byte offset in an XML file, line number in a CSV or fixed-width file (the first line is 1). */
  readonly position: number;
  /** The register's identifier, as the register writes it; `''` if the record has none. */
  readonly id: string;
  /** The faulty value, or the other record of a conflict; may be empty. */
  readonly detail?: string;
}

/** Counts of one record type: `read = kept + historical + Σ rejected`, which `assertNothingLost` asserts. */
export interface RecordCounts {
  read: number;
  kept: number;
  /** Occurrences that were not in force on the reference date: history, part of an extract by design. */
  historical: number;
  rejected: Record<string, number>;
}

/** Positions that could be compared with degrees of the register itself. */
interface DegreesCounts {
  readonly compared: number;
  /** Those that differ by more than rounding. */
  readonly beyond: number;
}

/** The addresses that were, as the index has them. */
export interface FormerCounts {
  readonly total: number;
  /** Those that nothing took the place of; the others have an address today. */
  readonly withdrawn: number;
  /** Those of them without a last position. */
  readonly withoutPosition: number;
  /** Chains of objects and numbers that led back to themselves. */
  readonly cycles: number;
  /** Periods in which the street or the place of a number did not exist. */
  readonly withoutStreet: number;
  /** Left out: what they lead to was rejected, or their names cannot be searched for. */
  readonly leftOut: number;
}

/** A part of the input, such as the extract of a municipality or the archive of a region, and the date that it states. */
interface DatedPart {
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

const HEADER = 'record_type,reason,file,position,id,detail\n';
const MAX_EXAMPLES = 3;
/** Characters of a gzip member. */
const FLUSH_CHARACTERS = 1 << 18;
/** The best level would save a fifth, and take seconds for a hundred megabytes. */
const COMPRESSION = { level: constants.Z_BEST_SPEED };

/**
 * The account of one import: how many records of each type were read, kept and rejected, by reason, and a line in the
 * rejects file, CSV compressed with gzip, for every rejection. Rejections are written as they come, so memory does not grow with
 * them: each part is a separate gzip member, which every reader of gzip joins (RFC 1952, 2.2).
 */
export class ImportReport {
  readonly counts: Map<string, RecordCounts> = new Map();
  /** Warnings to the user: tolerated faults, and their number. */
  readonly warnings: string[] = [];
  /** The first rejections of each record type and reason. */
  readonly examples: Reject[] = [];
  /** `undefined` if the register gives no degrees of its own. */
  degrees: DegreesCounts | undefined;
  /** `undefined` if the import does not look for any. */
  former: FormerCounts | undefined;
  /** The oldest and the newest part of the input, of those that state a date. */
  parts: { readonly oldest: DatedPart; readonly newest: DatedPart } | undefined;
  readonly #rejectsFile: number;
  #pending: string = HEADER;
  #isOpen: boolean = true;

  constructor(rejectsPath: string) {
    this.#rejectsFile = openSync(rejectsPath, 'w');
  }

  read(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).read += count;
  }

  kept(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).kept += count;
  }

  historical(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).historical += count;
  }

  reject(reject: Reject): void {
    const rejected = this.#countsOf(reject.recordType).rejected;
    const count = (rejected[reject.reason] ?? 0) + 1;
    rejected[reject.reason] = count;
    if (count <= MAX_EXAMPLES) this.examples.push(reject);
    const { recordType, reason, file, position, id, detail = '' } = reject;
    this.#pending += `${recordType},${reason},${csvField(file)},${position},${csvField(id)},${csvField(detail)}\n`;
    if (this.#pending.length > FLUSH_CHARACTERS) this.#flush();
  }

  /**
   * Positions compared with degrees that the register gives next to its grid coordinates, and those that differ by more
   * than rounding.
   */
  comparedDegrees(compared: number, beyond: number): void {
    this.degrees = { compared: (this.degrees?.compared ?? 0) + compared, beyond: (this.degrees?.beyond ?? 0) + beyond };
  }

  /** Notes the date that a part of the input states; `''` or null if it states none. */
  dated(name: string, date: string | null): void {
    if (date === null || date === '') return;
    const part = { name, date };
    const { oldest, newest } = this.parts ?? { oldest: part, newest: part };
    this.parts = { oldest: date < oldest.date ? part : oldest, newest: date > newest.date ? part : newest };
  }

  warn(sentence: string): void {
    this.warnings.push(sentence);
  }

  /** Writes what is pending and closes the rejects file. */
  close(): void {
    try {
      this.#flush();
    } finally {
      this.abandon();
    }
  }

  /** Closes the rejects file of a failed import, without replacing its error by one of the file. */
  abandon(): void {
    if (this.#isOpen) closeSync(this.#rejectsFile);
    this.#isOpen = false;
  }

  #countsOf(recordType: string): RecordCounts {
    let counts = this.counts.get(recordType);
    if (counts === undefined) {
      counts = { read: 0, kept: 0, historical: 0, rejected: {} };
      this.counts.set(recordType, counts);
    }
    return counts;
  }

  #flush(): void {
    // `writeFileSync` writes everything; one call of `writeSync` may write only a part.
    writeFileSync(this.#rejectsFile, gzipSync(this.#pending, COMPRESSION));
    this.#pending = '';
  }
}

/**
 * Throws unless every record type's counts add up: a record that is neither kept nor accounted for has been lost.
 * That would be a bug of this program, not an error in the data.
 */
export function assertNothingLost(counts: ReadonlyMap<string, RecordCounts>): void {
  for (const [recordType, { read, kept, historical, rejected }] of counts) {
    const accounted = kept + historical + Object.values(rejected).reduce((sum, n) => sum + n, 0);
    if (read !== accounted) {
      throw new Error(`${recordType}: ${read} records were read but ${accounted} are accounted for.`);
    }
  }
}

/** A cell of a CSV file, quoted where it must be. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quoteCell(text) : text;
}

/** The content of `report.json` in an index directory. */
export interface BuildReport {
  readonly country: string;
  readonly registers: readonly RegisterRelease[];
  /** The counts of each record type. `rejects.csv.gz` has a line for every rejection. */
  readonly records: Readonly<Record<string, RecordCounts>>;
  readonly warnings: readonly string[];
  /** Absent if the register gives no degrees of its own. */
  readonly degrees?: DegreesCounts;
  /** Absent if the import does not look for any. */
  readonly former?: FormerCounts;
  /** The oldest and the newest part of the input; absent if all stated dates are the same. */
  readonly parts?: { readonly oldest: DatedPart; readonly newest: DatedPart };
  readonly addresses: {
    readonly total: number;
    readonly secondary: number;
    readonly proposed: number;
    readonly withoutPostcode: number;
    readonly withoutPosition: number;
  };
  /** In the index. */
  readonly streets: number;
  readonly places: number;
  /** In the register, but without any current address: they are not in the index. */
  readonly withoutAddresses: { readonly streets: number; readonly places: number };
  /** In the order of the gazetteer. */
  readonly provinces: readonly AreaSummary[];
}

interface AreaSummary {
  readonly id: number;
  readonly name: string;
  readonly addresses: number;
  readonly municipalities: readonly { readonly id: number; readonly name: string; readonly addresses: number }[];
}

/** `counts` are those of the index. */
export function summarise(input: IndexInput, report: ImportReport, counts: IndexCounts): BuildReport {
  const { gazetteer, addresses } = input;
  const perMunicipality = countPerMunicipality(input);
  const provinces = gazetteer.provinces.map((province, position): AreaSummary => {
    const municipalities = gazetteer.municipalities.flatMap((municipality, index) =>
      municipality.province === position
        ? [{ id: municipality.id, name: nameIn(municipality.names), addresses: perMunicipality[index]! }]
        : [],
    );
    const total = municipalities.reduce((sum, municipality) => sum + municipality.addresses, 0);
    return { id: province.id, name: nameIn(province.names), addresses: total, municipalities };
  });
  return {
    country: input.country,
    registers: input.registers,
    records: Object.fromEntries(report.counts),
    warnings: report.warnings,
    ...(report.degrees === undefined || report.degrees.compared === 0 ? {} : { degrees: report.degrees }),
    ...(report.former === undefined ? {} : { former: report.former }),
    ...(report.parts === undefined || report.parts.oldest.date === report.parts.newest.date
      ? {}
      : { parts: report.parts }),
    addresses: {
      total: addresses.length,
      secondary: countEqual(addresses.secondary, 1),
      proposed: countEqual(addresses.state, ADDRESS_STATE.proposed),
      withoutPostcode: countEqual(addresses.postcode, NO_POSTCODE),
      withoutPosition: countEqual(addresses.latE7, NO_POSITION),
    },
    streets: counts.streets,
    places: counts.places,
    withoutAddresses: {
      streets: gazetteer.streets.length - counts.streets,
      places: gazetteer.places.length - counts.places,
    },
    provinces,
  };
}

/** The report in a line or two, for the user; if detailed, with every record type, province and note. */
export function formatSummary(report: BuildReport, isDetailed: boolean = false): string {
  const registers = report.registers.map(registerLabel).join(', ');
  const { total, withoutPostcode, withoutPosition } = report.addresses;
  const { streets, places } = report.withoutAddresses;
  const lines = [
    `${report.country} ${registers}: ${count(total, 'address', 'addresses')}, ${count(report.streets, 'street')}, ${count(report.places, 'place')}; ` +
      `${count(withoutPostcode)} without postcode, ${count(withoutPosition)} without position`,
  ];
  if (withoutPosition === total && total > 0)
    lines[0] += `\n  No address has a position, so none is found by one${report.country === 'lu' ? ': give addresses.csv (BD-Adresses), too' : ''}`;
  if (!isDetailed) {
    const rejected = Object.values(report.records).flatMap((counts) => Object.values(counts.rejected));
    const records = count(
      rejected.reduce((sum, each) => sum + each, 0),
      'record',
    );
    return `${lines[0]}\n  ${records} rejected, ${count(report.warnings.length, 'note')}: see report.html next to the index, or use --details\n`;
  }
  for (const [recordType, counts] of Object.entries(report.records))
    lines.push(`  ${formatCounts(recordType, counts)}`);
  for (const province of report.provinces) lines.push(`  ${formatProvince(province)}`);
  if (report.former !== undefined) lines.push(`  ${formatFormer(report.former)}`);
  if (streets + places > 0) {
    lines.push(`  Left out, without any address: ${count(streets, 'street')}, ${count(places, 'place')}`);
  }
  for (const warning of report.warnings) lines.push(`  Note: ${warning}`);
  return `${lines.join('\n')}\n`;
}

function formatCounts(recordType: string, { read, kept, historical, rejected }: RecordCounts): string {
  const reasons = Object.entries(rejected).map(([reason, number]) => `${count(number)} ${reason}`);
  const past = historical > 0 ? [`${count(historical)} historical`] : [];
  return `${recordType}: ${count(read)} read, ${[`${count(kept)} kept`, ...past, ...reasons].join(', ')}`;
}

function formatFormer({ total, withdrawn, withoutPosition, cycles, withoutStreet, leftOut }: FormerCounts): string {
  const odd = [
    ...(withoutPosition > 0 ? [`${count(withoutPosition)} of them without a last position`] : []),
    ...(cycles > 0 ? [count(cycles, 'chain that leads back', 'chains that lead back')] : []),
    ...(withoutStreet > 0 ? [`${count(withoutStreet, 'period')} without a street`] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} left out`] : []),
  ];
  return `Former addresses: ${[count(total), `${count(withdrawn)} withdrawn`, ...odd].join(', ')}`;
}

/** For a province with more municipalities only their number is shown; `report.json` has them all. */
const MAX_MUNICIPALITIES = 5;

function formatProvince({ name, addresses, municipalities }: AreaSummary): string {
  const names =
    municipalities.length > MAX_MUNICIPALITIES
      ? count(municipalities.length, 'municipality', 'municipalities')
      : municipalities.map((municipality) => `${municipality.name} ${count(municipality.addresses)}`).join(', ');
  return `${name}: ${count(addresses, 'address', 'addresses')} (${names})`;
}

/** `1 street`, `1,234 streets`; without a noun the number alone. */
function count(number: number, one: string = '', several: string = `${one}s`): string {
  const figures = number.toLocaleString('en');
  return one === '' ? figures : `${figures} ${number === 1 ? one : several}`;
}

function countPerMunicipality({ gazetteer, addresses }: IndexInput): Uint32Array {
  const municipalityOfStreet = gazetteer.streets.map((street) => gazetteer.places[street.place]!.municipality);
  const counts = new Uint32Array(gazetteer.municipalities.length);
  for (let row = 0; row < addresses.length; row++) counts[municipalityOfStreet[addresses.street[row]!]!]!++;
  return counts;
}

function countEqual(column: Uint8Array | Uint32Array | Int32Array, value: number): number {
  let equal = 0;
  for (const element of column) if (element === value) equal++;
  return equal;
}
