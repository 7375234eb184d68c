import { describe, expect, it } from 'vitest';
import { addressLines, BASE, importSmall } from './small-caclr.ts';

const [first] = BASE.immeubles;

describe('what of CACLR is in force', () => {
  it('takes a building without end date, with a number, in a street in force', async () => {
    const { input } = await importSmall();
    expect(addressLines(input)).toEqual([
      "1 Route d'Esch 70, 1470 Luxembourg",
      "2 Route d'Arlon 1, 8011 Strassen",
      "3 D'Baach aus 10, 9209 Diekirch",
    ]);
  });

  it('leaves out ended houses by the marker behind the date, as history', async () => {
    const { input, counts } = await importSmall({
      immeubles: [first!, { numeroInterne: 9, numero: 71, rue: 10, codePostal: 1470, fin: '28.09.2013' }],
    });
    expect(addressLines(input)).toEqual(["1 Route d'Esch 70, 1470 Luxembourg"]);
    expect(counts.get('IMMEUBLE')).toEqual({ read: 2, kept: 1, historical: 1, rejected: {} });
  });

  it('leaves out the postcode carriers of streets and provisional numbers, and says which', async () => {
    const { input, rejects } = await importSmall({
      immeubles: [
        { numeroInterne: 7, numero: 0, rue: 10, codePostal: 1470, indefini: true, provisoire: true },
        { numeroInterne: 8, numero: 72, rue: 10, codePostal: 1470, provisoire: true },
        first!,
      ],
    });
    expect(input.addresses.length).toBe(1);
    expect(rejects).toEqual([
      expect.stringMatching(/^IMMEUBLE,number-undefined,.*IMMEUBLE,1,00000007,$/),
      expect.stringMatching(/^IMMEUBLE,provisional,.*IMMEUBLE,2,00000008,$/),
    ]);
  });

  it('keeps a street without numbers, but neither an ended nor a provisional one, nor what stands in them', async () => {
    const { input, counts, rejects } = await importSmall({
      rues: [
        ...BASE.rues,
        { numero: 11, nom: 'Place Neuve', localite: 1 },
        { numero: 12, nom: 'Rue Ancienne', localite: 1, fin: '01.02.2003' },
        { numero: 13, nom: 'Rue Future', localite: 1, provisoire: true },
      ],
      immeubles: [
        first!,
        { numeroInterne: 5, numero: 1, rue: 12, codePostal: 1470 },
        { numeroInterne: 6, numero: 1, rue: 13, codePostal: 1470 },
        { numeroInterne: 7, numero: 1, rue: 99, codePostal: 1470 },
      ],
    });
    expect(input.gazetteer.streets.map(({ id }) => id)).toEqual([10, 20, 5000, 11]);
    expect(counts.get('RUE')).toEqual({ read: 6, kept: 4, historical: 1, rejected: { provisional: 1 } });
    expect(input.addresses.length).toBe(1);
    expect(rejects.filter((line) => line.startsWith('IMMEUBLE')).map((line) => line.split(',')[1])).toEqual([
      'street-ended',
      'street-provisional',
      'street-unknown',
    ]);
  });

  it('joins a commune by canton and code: code 01 alone is three different communes here', async () => {
    const { input } = await importSmall({
      communes: [...BASE.communes, { canton: '04', code: '01', nom: 'Bertrange', active: true }],
      localites: [...BASE.localites, { numero: 50, nom: 'Bertrange', canton: '04', commune: '01' }],
    });
    const { places, municipalities } = input.gazetteer;
    const pairs = places.map((place) => `${place.names.fr} in ${municipalities[place.municipality]!.names.fr}`);
    expect(pairs).toEqual([
      'Luxembourg in Luxembourg',
      'Strassen in Strassen',
      'Diekirch in Diekirch',
      'Bertrange in Bertrange',
    ]);
  });

  it('drops communes that were merged away, and a locality that still refers to one', async () => {
    const { input, counts, rejects } = await importSmall({
      localites: [...BASE.localites, { numero: 400, nom: 'Bastendorf', canton: '07', commune: '01' }],
    });
    expect(input.gazetteer.municipalities.map(({ names }) => names.fr)).toEqual(['Luxembourg', 'Strassen', 'Diekirch']);
    expect(counts.get('COMMUALL')).toEqual({ read: 4, kept: 3, historical: 1, rejected: {} });
    expect(rejects.find((line) => line.startsWith('LOCALITE'))).toMatch(/^LOCALITE,municipality-ended,.*,4,400,$/);
  });

  it('rejects a second row with the key of the first', async () => {
    const { input, counts } = await importSmall({
      rues: [...BASE.rues, { numero: 10, nom: 'Rue Double', localite: 1 }],
      immeubles: [first!, { ...first!, numero: 71 }],
    });
    expect(addressLines(input)).toEqual(["1 Route d'Esch 70, 1470 Luxembourg"]);
    expect(counts.get('RUE')!.rejected).toEqual({ 'key-repeated': 1 });
    expect(counts.get('IMMEUBLE')!.rejected).toEqual({ 'key-repeated': 1 });
  });

  it('has no addresses where every house has ended', async () => {
    const { input, counts } = await importSmall({ immeubles: [{ ...first!, fin: '28.09.2013' }] });
    expect(addressLines(input)).toEqual([]);
    expect(counts.get('IMMEUBLE')).toEqual({ read: 1, kept: 0, historical: 1, rejected: {} });
  });
});

describe('postcodes', () => {
  it('of post-office boxes are no addresses, but a house may have one', async () => {
    const { input, counts, warnings } = await importSmall({
      codesPostaux: [...BASE.codesPostaux, { numero: 1010, libelle: 'LUXEMBOURG', type: 'B', boites: [1000, 1099] }],
      immeubles: [first!, { numeroInterne: 4, numero: 71, rue: 10, codePostal: 1010 }],
    });
    expect([...input.addresses.postcode]).toEqual([1470, 1010]);
    expect(counts.get('CODEPT')).toEqual({ read: 4, kept: 4, historical: 0, rejected: {} });
    expect(warnings.join()).not.toContain('postcode');
  });

  it('that CODEPT does not have stay as they are, and are counted', async () => {
    const { input, warnings } = await importSmall({
      immeubles: [first!, { numeroInterne: 4, numero: 71, rue: 10, codePostal: 1999 }],
    });
    expect([...input.addresses.postcode]).toEqual([1470, 1999]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^Addresses without a postcode, or with one that CODEPT does not have: 1\./),
    );
  });
});

describe('the streets that the publisher lists', () => {
  const row = { district: 'LUXEMBOURG', canton: 'LUXEMBOURG-VILLE', commune: 'Luxembourg', localite: 'Luxembourg' };

  it('are compared with those in force, both ways', async () => {
    const { warnings, rejects } = await importSmall({
      denormalise: [
        { ...row, rue: "Route d'Esch", codePostal: 1470 },
        { ...row, rue: 'Rue Inconnue' },
      ],
    });
    expect(rejects).toEqual([
      expect.stringMatching(/^TR\.DICACOLO\.RUCP,street-not-current,.*,2,,"Rue Inconnue, Luxembourg, Luxembourg"$/),
    ]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^Streets that are current by RUE but not in .*: 2 \(Route d'Arlon/),
    );
  });
});

describe('the date of a release', () => {
  it('is that of the newest change, since the files name none', async () => {
    const { input } = await importSmall();
    expect(input.registers).toEqual([expect.objectContaining({ name: 'CACLR', referenceDate: '2025-06-02' })]);
  });
});
