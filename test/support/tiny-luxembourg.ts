import { buffer } from 'node:stream/consumers';
import { bdCsv } from '../../fixtures/generate/caclr/bd-files.ts';
import { caclrTables } from '../../fixtures/generate/caclr/caclr-tables.ts';
import { fileMember, zipStream } from '../../fixtures/generate/zip-writer.ts';
import { BASE } from '../pipelines/caclr/base-register.ts';

/** The files of a register of a few addresses, for tests that import it a thousand times, by their names at the publisher. */
export async function tinyLuxembourg(
  housesOfEachStreet: number = 1,
): Promise<Readonly<Record<'caclr.zip' | 'addresses.csv', Buffer>>> {
  const houses = Array.from({ length: housesOfEachStreet }, (_, i) => i);
  const immeubles = BASE.immeubles.flatMap((first) =>
    houses.map((i) => ({ ...first, numeroInterne: first.numeroInterne + 100 * i, numero: first.numero + 2 * i })),
  );
  const tables = [...caclrTables({ ...BASE, immeubles })].map(({ name, content }) => fileMember(name, [...content]));
  const rows = immeubles.map(({ numeroInterne, numero, codePostal, rue }) => {
    const { nom, localite } = BASE.rues.find((each) => each.numero === rue)!;
    const { nom: town } = BASE.localites.find((each) => each.numero === localite)!;
    return {
      rue: nom,
      numero: String(numero),
      localite: town,
      code_postal: String(codePostal),
      id_caclr_rue: String(rue),
      id_caclr_bat: String(numeroInterne),
      lat_wgs84: String(49.6 + numeroInterne / 10_000),
      lon_wgs84: '6.11931',
      coord_est_luref: '',
      coord_nord_luref: '',
      id_geoportail: `parcel_${rue}_${numero}`,
      commune: town,
      lau2: '',
    };
  });
  return { 'caclr.zip': await buffer(zipStream(tables)), 'addresses.csv': Buffer.from([...bdCsv(rows)].join('')) };
}
