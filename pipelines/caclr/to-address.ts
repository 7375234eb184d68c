import { type AddressColumns, createAddressColumns } from '../../src/model/address-columns.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import type { CaclrTables } from './read-tables.ts';
import type { CurrentCaclr } from './records.ts';

/**
 * The current buildings as addresses, without positions. This is where the register's words end:
 *
 *     NUMERO  CODE_MULTIPLE    number  letter
 *     012     A                12      "A"
 *     109     -115             109     "-115"    a range is one address
 *     007     -..              7       "-.."     a range whose end is not known
 *     000                      0       "Vieux Château"   a house without a number: its designation
 *
 * Of the thirteen houses without a number none has a designation in IMMDESIG today. Two have a letter instead. The name
 * of the others is that of the street, which is mostly their own: `Frombuergerhaff`.
 */
export function toAddresses({ IMMEUBLE }: CaclrTables, caclr: CurrentCaclr): AddressColumns {
  const { rows, rue, designations } = caclr.immeubles;
  const suffixes: HouseNumberSuffix[] = [{ letter: '', addition: '' }];
  const suffixOf = new Map([['', 0]]);
  const addresses = createAddressColumns(rows.length, suffixes);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const street = rue[i]!;
    const id = IMMEUBLE.wholeNumber(row, 'NUMERO_INTERNE')!;
    const number = IMMEUBLE.wholeNumber(row, 'NUMERO')!;
    let letter = IMMEUBLE.text(row, 'CODE_MULTIPLE');
    if (number === 0) letter = designations.get(id) || letter || caclr.rues[street]!.nom;
    let suffix = suffixOf.get(letter);
    if (suffix === undefined) {
      suffix = suffixes.push({ letter, addition: '' }) - 1;
      suffixOf.set(letter, suffix);
    }
    addresses.id[i] = id;
    addresses.street[i] = street;
    addresses.number[i] = number;
    addresses.suffix[i] = suffix;
    addresses.postcode[i] = IMMEUBLE.wholeNumber(row, 'FK_CODPT_NUMERO') ?? NO_POSTCODE;
    addresses.record[i] = IMMEUBLE.line(row);
  }
  return addresses;
}
