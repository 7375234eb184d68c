import { describe, expect, it } from 'vitest';
import type { CaclrRegister, ImmeubleRow } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { findCaclrFiles } from '../../../pipelines/caclr/files.ts';
import { compareWithPublishedStreets, resolve } from '../../../pipelines/caclr/resolve.ts';
import { readTables } from '../../../pipelines/caclr/tables.ts';
import { toAddresses, toGazetteer } from '../../../pipelines/caclr/to-address.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { assertNothingLost, ImportReport } from '../../../pipelines/report.ts';
import { nameIn } from '../../../src/model/country.ts';
import { Random } from '../../support/random.ts';
import { BASE, temporaryFolder, writeCaclr } from './small-caclr.ts';

/** A register in which half of everything has ended, is provisional or refers to nothing. */
function randomRegister(random: Random): CaclrRegister {
  const ended = (chance: number): string | undefined => (random.chance(chance) ? '31.12.2019' : undefined);
  const communes = Array.from({ length: random.between(1, 5) }, (_, i) => ({
    canton: random.pick(['00', '04', '07', '00', '04', '99']),
    code: String(i + 1).padStart(2, '0'),
    nom: `Commune ${i}`,
    active: i === 0 || random.chance(0.7),
  }));
  const localites = Array.from({ length: random.between(1, 6) }, (_, i) => {
    const { canton, code } = random.pick(communes);
    return { numero: i + 1, nom: `Localité ${i}`, canton, commune: code, fin: ended(0.1) };
  });
  const rues = Array.from({ length: random.between(1, 8) }, (_, i) => ({
    numero: i + 10,
    nom: random.pick(['Grand-Rue', 'Rue Haute', `Rue ${i}`]),
    localite: random.between(1, localites.length + 1),
    fin: ended(0.1),
    provisoire: random.chance(0.1),
  }));
  const immeubles = Array.from({ length: 40 }, (_, i): ImmeubleRow => {
    const indefini = random.chance(0.1);
    return {
      numeroInterne: i + 1,
      numero: indefini ? 0 : random.between(1, 300),
      ...(random.chance(0.3) && { codeMultiple: random.pick(['A', 'BIS', '-15', '-..']) }),
      rue: random.between(10, rues.length + 10),
      codePostal: random.pick([1470, 8011, undefined]),
      fin: ended(0.2),
      provisoire: random.chance(0.1),
      indefini,
    };
  });
  return { ...BASE, communes, localites, rues, immeubles, denormalise: [] };
}

/** The addresses in force, by following every reference upwards. */
function expectedLines({ communes, localites, rues, immeubles, cantons }: CaclrRegister): string[] {
  return immeubles.flatMap(
    ({ numeroInterne, numero, codeMultiple = '', rue, codePostal, fin, provisoire, indefini }) => {
      if (fin !== undefined || provisoire || indefini) return [];
      const street = rues.find((each) => each.numero === rue && each.fin === undefined && !each.provisoire);
      const place = localites.find((each) => each.numero === street?.localite && each.fin === undefined);
      const commune = communes.find((each) => each.canton === place?.canton && each.code === place.commune);
      if (street === undefined || place === undefined || !commune?.active) return [];
      if (!cantons.some(({ code }) => code === commune.canton)) return [];
      return [
        `${numeroInterne} ${street.nom} ${numero}${codeMultiple}, ${codePostal ?? 0} ${place.nom}, ${commune.nom}`,
      ];
    },
  );
}

describe('a random register of Luxembourg', () => {
  it('has as addresses exactly what is in force up to its canton', async () => {
    let [kept, left] = [0, 0];
    for (let seed = 1; seed <= 25; seed++) {
      const register = randomRegister(new Random(seed));
      const folder = temporaryFolder();
      const report = new ImportReport(`${folder}/rejects.csv`);
      const paths = [await writeCaclr(register)];
      const files = await findCaclrFiles(paths, { temporaryDirectory: folder, report });
      expect([files.bdAdresses, files.tables.size]).toEqual([undefined, 13]);
      const tables = await readTables(files.tables, silentProgress);
      const caclr = resolve(tables, report);
      compareWithPublishedStreets(tables, caclr, report);
      const gazetteer = toGazetteer(caclr, new Map());
      const addresses = toAddresses(tables, caclr);
      report.close();
      assertNothingLost(report.counts);
      const lines = Array.from({ length: addresses.length }, (_, i) => {
        const street = gazetteer.streets[addresses.street[i]!]!;
        const place = gazetteer.places[street.place]!;
        const commune = gazetteer.municipalities[place.municipality]!;
        const number = `${addresses.number[i]}${addresses.suffixes[addresses.suffix[i]!]!.letter}`;
        const where = `${addresses.postcode[i]} ${nameIn(place.names)}, ${nameIn(commune.names)}`;
        return `${addresses.id[i]} ${nameIn(street.names)} ${number}, ${where}`;
      });
      expect(lines, `seed ${seed}`).toEqual(expectedLines(register));
      kept += lines.length;
      left += register.immeubles.length - lines.length;
    }
    expect(kept).toBeGreaterThan(100);
    expect(left).toBeGreaterThan(200);
  });
});
