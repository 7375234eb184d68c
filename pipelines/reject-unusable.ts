import { withoutRows } from '../src/model/address-columns.ts';
import type { Alias } from '../src/model/country.ts';
import type { Gazetteer, NamedArea, Street } from '../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../src/model/house-number.ts';
import type { ImportedRegister } from './register-import.ts';
import type { ImportReport } from './report.ts';

/** In UTF-16 units. The longest names in the three registers have about 100. */
export const MAX_NAME_LENGTH = 200;

/** Letter and addition together; the longest in the registers, names of houses without a number, have 40. */
export const MAX_SUFFIX_LENGTH = 100;

/**
 * Rejects addresses whose names or numbers cannot be searched for, as damaged files have them: with a control character in
 * them (NUL, a line break), or longer than `MAX_NAME_LENGTH` and `MAX_SUFFIX_LENGTH`. Each is rejected with its own record's
 * file and position, and no longer counts as kept:
 *
 *     name-with-control-character, name-too-long        of its street, or of an area around it
 *     number-with-control-character, number-too-long    of its house number, addition or box
 *
 * Such an alias is left out, with a warning. O(streets + addresses). **Takes over the input's columns.**
 */
export function rejectUnusable(input: ImportedRegister, report: ImportReport): ImportedRegister {
  const { addresses } = input;
  const gazetteer = withoutUnusableAliases(input.gazetteer, report);
  const streetFaults = faultsOfStreets(gazetteer);
  const suffixFaults = addresses.suffixes.map(faultOfSuffix);
  const isSound = [...streetFaults, ...suffixFaults].every((fault) => fault === undefined);
  if (isSound) return { ...input, gazetteer };

  const dropped = new Uint8Array(addresses.length);
  for (let row = 0; row < addresses.length; row++) {
    const fault = streetFaults[addresses.street[row]!] ?? suffixFaults[addresses.suffix[row]!];
    if (fault === undefined) continue;
    dropped[row] = 1;
    const origin = input.originOf(addresses.record[row]!, addresses.id[row]!);
    report.kept(origin.recordType, -1);
    report.reject({ ...origin, ...fault });
  }
  return { ...input, gazetteer, addresses: withoutRows(addresses, dropped) };
}

/** The fault of a name; `undefined` if it is usable. */
export function faultOfName(name: string): Fault | undefined {
  return faultOf(name, MAX_NAME_LENGTH, 'name');
}

export interface Fault {
  readonly reason: string;
  /** The text itself, shortened, its control characters escaped. */
  readonly detail: string;
}

const CONTROL_CHARACTER = /\p{Cc}/u;

function faultOf(text: string, maxLength: number, kind: 'name' | 'number'): Fault | undefined {
  if (text.length > maxLength) return { reason: `${kind}-too-long`, detail: shown(text) };
  return CONTROL_CHARACTER.test(text) ? { reason: `${kind}-with-control-character`, detail: shown(text) } : undefined;
}

/** The fault of each street: its own, or that of the innermost area around it that has one. */
function faultsOfStreets({ streets, places, municipalities, provinces, regions }: Gazetteer): (Fault | undefined)[] {
  const ofRegions = regions.map(faultOfNames);
  const ofProvinces = provinces.map((area) => faultOfNames(area) ?? ofRegions[area.region ?? -1]);
  const ofMunicipalities = municipalities.map((area) => faultOfNames(area) ?? ofProvinces[area.province]);
  const ofPlaces = places.map((area) => faultOfNames(area) ?? ofMunicipalities[area.municipality]);
  return streets.map((street) => faultOfNames(street) ?? ofPlaces[street.place]);
}

function faultOfNames({ names }: NamedArea): Fault | undefined {
  for (const language in names) {
    const fault = faultOfName(names[language as 'nl']!);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfSuffix({ letter, addition }: HouseNumberSuffix): Fault | undefined {
  return faultOf(letter + addition, MAX_SUFFIX_LENGTH, 'number');
}

function withoutUnusableAliases(gazetteer: Gazetteer, report: ImportReport): Gazetteer {
  const left: string[] = [];
  const isUsable = ({ name }: Alias): boolean => faultOfName(name) === undefined;
  const cleaned = <Area extends NamedArea>(areas: readonly Area[]): readonly Area[] => {
    // Usually all are usable, and nothing is copied.
    if (areas.every(({ aliases }) => aliases?.every(isUsable) ?? true)) return areas;
    return areas.map((area) => {
      const { aliases = [] } = area;
      left.push(...aliases.filter((alias) => !isUsable(alias)).map(({ name }) => name));
      return { ...area, aliases: aliases.filter(isUsable) };
    });
  };
  const sound: Gazetteer = {
    regions: cleaned(gazetteer.regions),
    provinces: cleaned(gazetteer.provinces),
    municipalities: cleaned(gazetteer.municipalities),
    places: cleaned(gazetteer.places),
    streets: cleaned<Street>(gazetteer.streets),
  };
  if (left.length > 0) {
    report.warn(
      `${left.length.toLocaleString('en')} other names have control characters or more than ${MAX_NAME_LENGTH} characters and were left out; ` +
        `the first is ${shown(left[0]!)}.`,
    );
  }
  return sound;
}

const SHOWN_CHARACTERS = 60;

function shown(text: string): string {
  const start = text.slice(0, SHOWN_CHARACTERS).replace(/\p{Cc}/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return text.length > SHOWN_CHARACTERS ? `${start}… (${text.length} characters)` : start;
}
