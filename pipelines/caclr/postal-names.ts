import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { fold } from '../../src/text/fold.ts';
import { properCase } from './proper-case.ts';
import type { CaclrTables } from './read-tables.ts';
import type { CurrentCaclr, Localite } from './records.ts';

/** A postal name that fewer of a locality's addresses have, and that is another locality's, is not an alias of it. */
const SMALLEST_SHARE = 0.1;

/** Letters; a shorter name is the beginning of unrelated ones, as `Bur` of `BURANGE`. */
const SHORTEST_NAME = 4;

/** CODEPT cuts its names off after this many letters. */
const POSTAL_NAME_LENGTH = 20;

/**
 * The names that the post gives localities, where they differ from the register's: `Oberkorn` is `DIFFERDANGE` to the
 * post, Capellen `CAP`. By LOCALITE.NUMERO, spelled as people write them.
 *
 * A name that another locality bears becomes an alias only where at least a tenth of the locality has it: Luxembourg's
 * 65 houses with a postcode of Strassen shall not make `Strassen` find Luxembourg.
 */
export function postalNames({ IMMEUBLE }: CaclrTables, caclr: CurrentCaclr): Map<number, string[]> {
  const counts = new Map<Localite, Map<string, number>>();
  const { rows, rue } = caclr.immeubles;
  for (let i = 0; i < rows.length; i++) {
    const name = caclr.postalNameOf.get(IMMEUBLE.wholeNumber(rows[i]!, 'FK_CODPT_NUMERO') ?? NO_POSTCODE);
    if (name === undefined) continue;
    const { localite } = caclr.rues[rue[i]!]!;
    let names = counts.get(localite);
    if (names === undefined) {
      names = new Map();
      counts.set(localite, names);
    }
    names.set(name, (names.get(name) ?? 0) + 1);
  }

  const spellings = new Spellings(caclr);
  const result = new Map<number, string[]>();
  for (const [localite, names] of counts) {
    let total = 0;
    for (const count of names.values()) total += count;
    const aliases: string[] = [];
    for (const [postalName, count] of names) {
      const { name, bearers } = spellings.of(postalName);
      if (bearers.has(localite)) continue;
      if (bearers.size === 0 || count >= total * SMALLEST_SHARE) aliases.push(name);
    }
    if (aliases.length > 0) result.set(localite.numero, aliases);
  }
  return result;
}

/**
 * Postal names are in capitals without accents, blanks or hyphens, and cut off: `ESCHSURALZETTE`, `HOSTERTNIEDERANVEN`,
 * `MERSCHEIDHEIDERSCHEI`. The names that the register spells out give them back.
 */
class Spellings {
  /** By `squeeze`d name: the spelling, and the localities that bear it as name or alias. */
  readonly #known: Map<string, { readonly name: string; readonly bearers: Set<Localite> }> = new Map();

  constructor({ localites, communes, aliasesOfLocalite }: CurrentCaclr) {
    for (const localite of localites) this.#add(localite.nom, localite);
    for (const localite of localites) {
      for (const { nom } of aliasesOfLocalite.get(localite.numero)?.noms ?? []) this.#add(nom, localite);
    }
    for (const { nom } of communes) this.#add(nom);
  }

  of(postalName: string): { readonly name: string; readonly bearers: ReadonlySet<Localite> } {
    const key = squeeze(postalName);
    const isCutOff = key.length >= POSTAL_NAME_LENGTH;
    const known = this.#known.get(key) ?? (isCutOff ? this.#beginningWith(key) : undefined);
    if (known !== undefined) return known;
    // `ESELBORN - LENTZWEILER` is written out already.
    const name = /^[A-Z]+$/.test(postalName) ? this.#qualified(key) : undefined;
    return { name: name ?? properCase(postalName), bearers: new Set() };
  }

  #add(name: string, bearer?: Localite): void {
    const plain = name.replace(/ \(.*\)$/, '');
    for (const key of new Set([name, withoutUmlauts(name), plain].map(squeeze))) {
      let known = this.#known.get(key);
      if (known === undefined) {
        known = { name: properCase(key === squeeze(plain) ? plain : name), bearers: new Set() };
        this.#known.set(key, known);
      }
      if (bearer !== undefined) known.bearers.add(bearer);
    }
  }

  #beginningWith(beginning: string): { readonly name: string; readonly bearers: ReadonlySet<Localite> } | undefined {
    for (const [key, known] of this.#known) if (key.startsWith(beginning)) return known;
    return undefined;
  }

  /**
   * `ERPELDANGEETTELBRUCK` is `Erpeldange (Ettelbruck)`, `ELVANGEMONDORF` is `Elvange (Mondorf-les-Bains)`: the longest
   * known name that it begins with, and another, or the beginning of one.
   */
  #qualified(key: string): string | undefined {
    for (let length = key.length - SHORTEST_NAME; length >= SHORTEST_NAME; length--) {
      const name = this.#known.get(key.slice(0, length));
      if (name === undefined) continue;
      const rest = key.slice(length);
      const qualifier = this.#known.get(rest) ?? this.#beginningWith(rest);
      if (qualifier !== undefined) return `${name.name} (${qualifier.name})`;
    }
    return undefined;
  }
}

function squeeze(name: string): string {
  return fold(name).replaceAll(' ', '');
}

/** `Münschecker` as the post writes it, `MUENSCHECKER`. */
function withoutUmlauts(name: string): string {
  return name.replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`);
}
