import { fold } from '../../src/text/fold.ts';
import type { FixedWidthTable } from '../readers/fixed-width.ts';
import type { ImportReport } from '../report.ts';
import { type Fates, rejectRow } from './fates.ts';
import type { Aliases, AliasNom, Langue } from './records.ts';
import type { ColumnOf } from './tables.ts';

/** A locality or a street: what has aliases. */
interface Named {
  readonly numero: number;
  readonly nom: string;
}

/** While they are collected. */
interface Collected extends Aliases {
  noms: AliasNom[];
  langueOfficielle: Langue;
}

type AliasColumn = 'NUMERO_SEQUENTIEL' | 'NOM' | 'LANGUE';

/**
 * The aliases in ALIAS.LOCALITE or ALIAS.RUE of what is in force, by the number of what they name; the first of two that
 * fold to one key stays. An alias that is the official name again (240 streets) adds nothing but, in 15 cases, the
 * language of that name. DESCRIPTION says for some which house numbers an alias was used for; it is not kept.
 */
export function resolveAliases<ForeignKey extends string>(
  table: FixedWidthTable<AliasColumn | ForeignKey>,
  foreignKey: ForeignKey,
  named: Fates<number, Named>,
  report: ImportReport,
): Map<number, Aliases> {
  const aliases = new Map<number, Collected>();
  report.read(table.layout.table, table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const id = `${table.text(row, foreignKey)}/${table.text(row, 'NUMERO_SEQUENTIEL')}`;
    const nom = table.text(row, 'NOM');
    const langue = langueOf(table.text(row, 'LANGUE'));
    const owner = named.parent(table.wholeNumber(row, foreignKey));
    if (typeof owner === 'string') {
      if (owner.endsWith('-ended')) report.historical(table.layout.table);
      else rejectRow(report, table, row, owner, id, nom);
      continue;
    }
    const isOfficialName = fold(nom) === fold(owner.nom);
    if (isOfficialName && langue === '') {
      rejectRow(report, table, row, 'same-as-official-name', id, nom);
      continue;
    }
    const collected = collectedOf(aliases, owner);
    if (isOfficialName) {
      collected.langueOfficielle = langue;
    } else if (collected.noms.some((other) => fold(other.nom) === fold(nom))) {
      rejectRow(report, table, row, 'duplicate', id, nom);
      continue;
    } else {
      collected.noms.push({ nom, langue });
    }
    report.kept(table.layout.table);
  }
  return aliases;
}

/**
 * Adds the quarters of the city of Luxembourg to the aliases of its locality: people write `Kirchberg` as their town, and
 * no building says its quarter any more. `Bonnevoie-Nord / Verlorenkost` gives `Bonnevoie-Nord`, `Bonnevoie` and
 * `Verlorenkost`.
 */
export function resolveQuartiers(
  table: FixedWidthTable<ColumnOf<'QUARTIER'>>,
  localites: Fates<number, Named>,
  aliases: Map<number, Aliases>,
  report: ImportReport,
): void {
  report.read('QUARTIER', table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const localite = localites.parent(table.wholeNumber(row, 'FK_LOCAL_NUMERO'));
    if (typeof localite === 'string') {
      rejectRow(report, table, row, localite, table.text(row, 'NUMERO'), table.text(row, 'NOM'));
      continue;
    }
    const { noms } = collectedOf(aliases as Map<number, Collected>, localite);
    for (const part of table.text(row, 'NOM').split('/')) {
      const quarter = part.trim();
      for (const nom of [quarter, quarter.replace(/-(Nord|Sud|Est|Ouest)$/, '')]) {
        if (!noms.some((other) => fold(other.nom) === fold(nom))) noms.push({ nom, langue: '' });
      }
    }
    report.kept('QUARTIER');
  }
}

function collectedOf(aliases: Map<number, Collected>, { numero }: Named): Collected {
  let collected = aliases.get(numero);
  if (collected === undefined) {
    collected = { noms: [], langueOfficielle: '' };
    aliases.set(numero, collected);
  }
  return collected;
}

function langueOf(letter: string): Langue {
  return letter === 'L' || letter === 'F' || letter === 'A' ? letter : '';
}
