import type { RegisterObject } from '../../src/api.ts';

/**
 * The objects of every house number of a BAG extract, by another way than the import's: regular expressions over the whole text, and every
 * object that exists asked for its numbers.
 *
 * @param files the XML of the extract, by path
 * @param date what is in force on it is today
 * @returns by identifier of the house number, its objects in order of identifier
 */
export function objectsByNumber(files: ReadonlyMap<string, Buffer>, date: string): Map<string, RegisterObject[]> {
  const latest = new Map<string, { readonly occurrence: number; readonly text: string }>();
  for (const [path, bytes] of files) {
    if (!/\d{4}(?:VBO|LIG|STA)\d{8}-\d+\.xml$/.test(path)) continue;
    for (const [text] of bytes.toString().matchAll(/<(?:\w+:)?stand>[\s\S]*?<\/(?:\w+:)?stand>/g)) {
      const [begin, end = '9999'] = [all(text, 'beginGeldigheid')[0]!, all(text, 'eindGeldigheid')[0]];
      if (/tijdstipInactief|tijdstipNietBag/.test(text) || begin > date || end <= date) continue;
      const [id, occurrence] = [all(text, 'identificatie')[0]!, Number(all(text, 'voorkomenidentificatie')[0])];
      if ((latest.get(id)?.occurrence ?? -1) < occurrence) latest.set(id, { occurrence, text });
    }
  }
  const objects = new Map<string, RegisterObject[]>();
  for (const [id, { text }] of [...latest].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const status = STATUSES[all(text, 'status')[0]!];
    if (status === undefined) continue;
    const [main] = all(/heeftAlsHoofdadres>.*?heeftAlsHoofdadres>/s.exec(text)![0], 'NummeraanduidingRef');
    const uses = all(text, 'gebruiksdoel').map((word) => USES[word]!);
    const floorArea = all(text, 'oppervlakte')[0];
    for (const number of new Set(all(text, 'NummeraanduidingRef'))) {
      const object: RegisterObject = {
        id,
        kind: text.includes('Verblijfsobject>') ? 'unit' : text.includes('Ligplaats>') ? 'mooring' : 'pitch',
        status,
        buildings: all(text, 'PandRef'),
        uses: Object.values(USES).filter((use) => uses.includes(use)),
        ...(floorArea !== undefined && { floorAreaM2: Number(floorArea) }),
        ...(number !== main && { mainAddress: main! }),
      };
      objects.set(number, [...(objects.get(number) ?? []), object]);
    }
  }
  return objects;
}

/** The texts of all elements of this name. */
function all(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<(?:[\\w-]+:)?${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value]) =>
    value!.trim(),
  );
}

const USES: Readonly<Record<string, RegisterObject['uses'][number]>> = {
  woonfunctie: 'residential',
  bijeenkomstfunctie: 'assembly',
  celfunctie: 'detention',
  gezondheidszorgfunctie: 'healthcare',
  industriefunctie: 'industrial',
  kantoorfunctie: 'office',
  logiesfunctie: 'lodging',
  onderwijsfunctie: 'education',
  sportfunctie: 'sports',
  winkelfunctie: 'retail',
  'overige gebruiksfunctie': 'other',
};

/** Of objects that exist. */
const STATUSES: Readonly<Record<string, RegisterObject['status']>> = {
  'Verblijfsobject in gebruik': 'in-use',
  'Verblijfsobject in gebruik (niet ingemeten)': 'in-use-unsurveyed',
  'Verblijfsobject gevormd': 'planned',
  'Verbouwing verblijfsobject': 'under-renovation',
  'Verblijfsobject buiten gebruik': 'out-of-use',
  'Plaats aangewezen': 'designated',
};
