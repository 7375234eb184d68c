import type { Geocoded } from '../lookup/geocode.ts';
import { type Address, type AddressNL, isAddressOf, type NamesBE } from '../model/address.ts';
import { boxLabel } from '../model/postal-lines.ts';
import type { RegisterObject } from '../model/register-object.ts';
import type { Page, Suggestion } from '../model/suggestion.ts';
import { SCORE_DIGITS } from '../search/score.ts';

/** An answer of the library as lines for people: one per suggestion or address, in columns. */
export function answerTable(answer: unknown): string {
  if (answer === null) return '';
  if (Array.isArray(answer)) return rowsOf(answer.map(cellsOfAddress));
  if (isPage(answer)) {
    const { results, pagination } = answer;
    const shown = rowsOf(results.map((each) => ('precision' in each ? cellsOfSuggestion(each) : cellsOfAddress(each))));
    const { page, total_count, total_pages } = pagination;
    return `${shown}${total_pages > 1 ? `page ${page} of ${total_pages}, ${total_count.toLocaleString('en')} results\n` : ''}`;
  }
  if (typeof answer === 'object' && 'status' in answer) return geocodedTable(answer as Geocoded);
  if (typeof answer === 'object' && 'distance' in answer) {
    const { distance, addresses } = answer as { readonly distance: number; readonly addresses: readonly Address[] };
    return `${rowsOf(addresses.map(cellsOfAddress))}${distance.toFixed(1)} m away\n`;
  }
  return rowsOf([cellsOfAddress(answer as Address)]);
}

function geocodedTable({
  status,
  score,
  faults,
  addresses,
  parts,
  position,
  alternatives,
  words = [],
}: Geocoded): string {
  const lines = [`${status}, score ${score.toFixed(SCORE_DIGITS)}${faults.length > 0 ? `: ${faults.join(', ')}` : ''}`];
  if (addresses.length === 0 && Object.keys(parts).length > 0) {
    lines.push(Object.values(parts).join(', ') + (position ? `  ${position.latitude}, ${position.longitude}` : ''));
  }
  for (const { part, written, register } of words) {
    const found = register === undefined || register === written ? '' : ` → ${register}`;
    lines.push(`${part.padEnd('housenumber'.length)}  ${written}${found}`);
  }
  if (alternatives.length > 0) lines.push(`the register has: ${alternatives.join(', ')}`);
  return `${lines.join('\n')}\n${rowsOf(addresses.map(cellsOfAddress))}`;
}

function isPage(answer: unknown): answer is Page<Suggestion | Address> {
  return typeof answer === 'object' && answer !== null && 'results' in answer;
}

function cellsOfSuggestion({ label, description, precision, context, explanation }: Suggestion): string[] {
  return [label, description, precision, context, ...(explanation === undefined ? [] : [explanation.join(', ')])];
}

function cellsOfAddress(address: Address): string[] {
  const position = address.location?.wgs84.join(', ') ?? 'no position';
  const { objects = [] } = address as AddressNL;
  const identifiers = [...Object.values(address.identifiers ?? {}), ...objects.map(objectCell)];
  if (address.label !== undefined) return [...address.label, position, ...identifiers];
  if (isAddressOf('be', address)) {
    const { housenumber, box_number, street, municipality, postal_name: place = municipality, postcode } = address;
    const number = box_number === undefined ? housenumber : `${housenumber} ${boxLabel(box_number)}`;
    return [`${either(street)} ${number}`, `${postcode} ${either(place)}`, position, ...identifiers];
  }
  const { street, housenumber, houseletter = '', city, postcode } = address;
  const addition = isAddressOf('nl', address) ? address.housenumberaddition : undefined;
  const number = `${housenumber}${houseletter}${addition === undefined ? '' : `-${addition}`}`;
  return [`${street} ${number}`, `${postcode} ${city}`, position, ...identifiers];
}

/** `unit 0363010000614575, in-use, office, retail, 134 m², in 0363100000614575`. */
function objectCell({ kind, id, status, uses, floorAreaM2, buildings, mainAddress }: RegisterObject): string {
  const parts = [`${kind} ${id}`, status, ...uses];
  if (floorAreaM2 !== undefined) parts.push(`${floorAreaM2} m²`);
  if (buildings.length > 0) parts.push(`in ${buildings.join(' and ')}`);
  if (mainAddress !== undefined) parts.push(`main address ${mainAddress}`);
  return parts.join(', ');
}

/** Both names of a bilingual street, since people may know only one of them. */
function either(names: NamesBE): string {
  return [...new Set(Object.values<string>({ ...names }))].join(' / ');
}

/** Each column as wide as its widest cell. */
function rowsOf(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), []);
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
