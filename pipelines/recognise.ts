import { AddressLookupError } from '../src/errors.ts';
import type { Country } from '../src/model/country.ts';
import { listInput, readHead } from './readers/input-tree.ts';

/**
 * How register files are recognised: by their names, also inside zips and folders, or, if a file has been
 * renamed, by its first bytes.
 */
const SIGNS: readonly { readonly country: Country; readonly name: RegExp; readonly head: RegExp }[] = [
  {
    country: 'nl',
    name: /^(?:\d{4}(?:WPL|OPR|NUM|VBO|LIG|STA|GEM)\d{8}|GEM-WPL-RELATIE|Leveringsdocument-BAG)/i,
    head: /\/schemas\/lvbag\//,
  },
  {
    country: 'be',
    name: /^(?:(?:Brussels|Flanders|Wallonia)(?:Address|Municipality|PostalInfo|StreetName|PartOf)|openaddress-be)/i,
    head: /EPSG:\d+_x.*region_code|fsb\.belgium\.be/s,
  },
  { country: 'lu', name: /^(?:IMMEUBLE|LOCALITE|COMMUALL|TR\.DICACOLO)/i, head: /id_caclr_/ },
];

const HEAD_BYTES = 8192;

/**
 * Returns the country whose register a file, zip or folder is from. Zips inside it are not unpacked.
 *
 * @throws AddressLookupError `input-not-found`, `input-corrupt`, `input-not-recognised`
 */
export async function recogniseInput(path: string): Promise<Country> {
  const entries = await listInput(path, { temporaryDirectory: '', descend: () => false });
  for (const entry of entries) {
    const sign = SIGNS.find(({ name }) => name.test(entry.name));
    if (sign !== undefined) return sign.country;
  }
  for (const entry of entries.filter(({ name }) => /\.(?:xml|csv|geojson|json|txt)$/i.test(name))) {
    const head = (await readHead(entry.source, HEAD_BYTES)).toString();
    const sign = SIGNS.find(({ head: expected }) => expected.test(head));
    if (sign !== undefined) return sign.country;
  }
  throw new AddressLookupError(
    'input-not-recognised',
    `"${path}" is not a file of any register. Give a BAG extract (NL), BeST files (BE) or CACLR and BD-Adresses (LU).`,
    { got: path, allowed: ['nl', 'be', 'lu'] },
  );
}
