import { mistype } from '../support/mistype.ts';
import { COUNTRY_NAME, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import { isThere } from './answers-faults.ts';

const ROOM = { nl: 'kamer 3', be: 'bureau 3', lu: 'Zimmer 3' } as const;
const FLOOR = { nl: '2e verdieping', be: '1er étage', lu: '3. Stock' } as const;

/** A street without a number, and what else stands there. */
const WITHOUT_NUMBER: readonly { readonly kind: string; readonly write: (address: Drawn) => string }[] = [
  { kind: 'no number', write: (a) => `${a.street}, ${a.postcode} ${a.place}` },
  { kind: 'no number, a company in front', write: (a) => `Bakkerij Jansen, ${a.street}, ${a.postcode} ${a.place}` },
  { kind: 'no number, a company in front, no postcode', write: (a) => `Muller, ${a.street}, ${a.place}` },
  { kind: 'no number, a floor', write: (a) => `${a.street}, ${FLOOR[a.country]}, ${a.postcode} ${a.place}` },
  { kind: 'no number, a floor behind the street', write: (a) => `${a.street} ${FLOOR[a.country]}, ${a.place}` },
  { kind: 'no number, a room behind the street', write: (a) => `${a.street} ${ROOM[a.country]}, ${a.postcode} ${a.place}` },
  { kind: 'no number, a room in front', write: (a) => `${ROOM[a.country]}, ${a.street}, ${a.place}` },
  { kind: 'no number, the country behind', write: (a) => `${a.street}, ${a.postcode} ${a.place}, ${COUNTRY_NAME[a.country]}` },
]; // biome-ignore format: a table

/** Texts that lack a part of the address, or have only the province for its place. */
export function askSparse(maker: QuestionMaker): void {
  const { random, register } = maker;
  for (const { kind, write } of WITHOUT_NUMBER) {
    maker.repeat(() => {
      const address = maker.drawAddress();
      if (address === undefined) return NOTHING_LEFT;
      maker.askText(kind, write(address), maker.expectStreet(address.in));
      return true;
    });
  }
  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    const written = { ...address, street: mistype(address.street, random) };
    if (isThere(maker, address, written)) return false;
    const text = `Dupont SA, ${written.house}, ${written.street}, ${written.postcode} ${written.place}`;
    maker.askText('a company, the number, a letter of the street', text, maker.expectHouse(address));
    return true;
  });
  maker.repeat(() => {
    const address = maker.drawByStreet((street) => maker.isOnce(street));
    if (address === undefined) return NOTHING_LEFT;
    const [province = ''] = Object.values(register.index.areasAbove(address.in.street).province.names);
    const street = mistype(address.street, random);
    // A province that is called as a town is not meant by its name.
    if (maker.municipalitiesNamed(province).length > 0 || register.streetsNamed(street).length > 0) return false;
    maker.askText(
      'a letter of the street, the province alone',
      `${street} ${address.house}, ${province}`,
      maker.expectHouse(address),
    );
    return true;
  });
}
