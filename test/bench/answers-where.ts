import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTRIES, type Country } from '../../src/index.ts';
import { namesOfArea, type RegisterStreet } from '../support/indexed-register.ts';
import { inventedName } from '../support/mutated-rows.ts';
import { columnsOf, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';

/** Street and number of one town with the place of another that has no such street: the answer must stay in the place. */
export function askMismatched(maker: QuestionMaker): void {
  maker.repeat(() => {
    const address = maker.drawAddress();
    const other = maker.drawStreet();
    const place = other.place;
    const municipalities = maker.municipalitiesNamed(place);
    if (address === undefined || maker.isNameAbove(place)) return false;
    if (!maker.isUnknownIn(address.street, municipalities)) return false;
    const postcode = maker.drawPostcode(other);
    const expected = maker.expectInside(place);
    maker.askText('without postcode', `${address.street} ${address.number}, ${place}`, expected);
    maker.askText("with the place's postcode", `${address.street} ${address.number}, ${postcode} ${place}`, expected);
    maker.askColumns('without postcode', { ...columnsOf(address), postcode: '', place }, expected);
    return true;
  });
}

/** A street as typed that lacks a number, and what else has it. */
export function askMissingNumbers(maker: QuestionMaker): void {
  const { register, random } = maker;
  const lacks = (name: string, municipality: number, number: number): boolean =>
    number > 0 &&
    !register
      .streetsNamed(name)
      .some((street) => maker.municipalityOf(street.street) === municipality && maker.hasNumber(street, number));
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key) !== undefined;

  // A longer name of the municipality has the number.
  const askLonger = (hasMunicipality: boolean): boolean => {
    const longer = maker.drawStreet();
    const municipality = maker.municipalityOf(longer.street);
    const [name = ''] = Object.values(longer.names);
    const shorter = shorterNames(name).flatMap((each) =>
      register.streetsNamed(each).filter(({ street }) => maker.municipalityOf(street) === municipality),
    );
    const number = maker.drawNumber(longer);
    if (shorter.length === 0 || number === 0) return false;
    const street = random.pick(shorter);
    const [typed = ''] = Object.values(street.names);
    const area = maker.written(street.from);
    const isApart = area.municipality !== area.place;
    if (!lacks(typed, municipality, number) || (hasMunicipality && !isApart)) return false;
    if (!isNew(`${hasMunicipality} ${street.street} ${number}`)) return false;
    const expected = maker.expectStreet(street);
    const postcode = maker.drawPostcode(street);
    if (hasMunicipality) {
      maker.askText('a longer name has it, municipality typed', `${typed} ${number} ${area.municipality}`, expected);
      return true;
    }
    maker.askText('a longer name has it, place typed', `${typed} ${number} ${street.place}`, expected);
    const text = `${typed} ${number}, ${postcode} ${street.place}`;
    maker.askText('a longer name has it, with postcode and place', text, expected);
    return true;
  };
  maker.repeat(() => askLonger(false));
  maker.repeat(() => askLonger(true));

  maker.repeat(() => {
    const street = maker.drawStreet();
    const [name = ''] = Object.values(street.names);
    const [municipality, province] = [maker.municipalityOf(street.street), maker.provinceOf(street.street)];
    const others = register
      .streetsNamed(name)
      .filter(
        (each) => maker.provinceOf(each.street) === province && maker.municipalityOf(each.street) !== municipality,
      );
    if (others.length === 0 || maker.isNameAbove(street.place)) return false;
    const number = maker.drawNumber(random.pick(others));
    const isLacking = maker.municipalitiesNamed(street.place).every((each) => lacks(name, each, number));
    if (!isLacking || !isNew(`province ${street.street} ${number}`)) return false;
    const text = `${name} ${number} ${street.place}`;
    maker.askText('a namesake of the province has it, place typed', text, maker.expectStreet(street));
    return true;
  });

  const isNumbered = ({ names }: RegisterStreet): boolean => Object.values(names).every((name) => /[0-9]/.test(name));
  maker.repeat(() => {
    const address = maker.drawByStreet(isNumbered);
    if (address === undefined) return NOTHING_LEFT;
    const number = Number(address.number) + random.between(100, 300);
    if (
      !lacks(address.street, maker.municipalityOf(address.in.street), number) ||
      !isNew(`numbered ${address.street} ${number}`)
    )
      return false;
    const town = `${address.postcode} ${address.place}`;
    maker.askText(
      'a number in the name of the street',
      `${address.street} ${number}, ${town}`,
      maker.expectStreet(address.in),
    );
    maker.askText(
      'a number in the name of the street, which has it',
      `${address.street} ${address.number}, ${town}`,
      maker.expectHouse(address),
    );
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    const others = register.streetsNamed(address.street).filter((each) => each.street !== address.in.street);
    const number = others.length === 0 ? 0 : maker.drawNumber(random.pick(others));
    const here = [
      ...register.streetsWithPostcode(address.postcode),
      ...maker.streetsIn(address.street, [address.municipality]),
    ];
    const isMissing = !here.some(
      (each) => register.namesOfStreet(each.street).includes(address.street) && maker.hasNumber(each, number),
    );
    if (number === 0 || !isMissing) return false;
    const expected = maker.expectStreet(address.in);
    const text = `${address.street} ${number}, ${address.postcode}`;
    maker.askText('postcode typed, no place', text, expected);
    maker.askText('postcode typed, no place, all countries', text, expected, { vias: ['text'], isOpen: true });
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    const [name = ''] = Object.values(maker.drawStreet().names);
    if (address === undefined || !maker.isUnknownIn(name, maker.municipalitiesNamed(address.place))) return false;
    const text = `${name} ${address.number}, ${address.postcode} ${address.place}`;
    maker.askText('street unknown, postcode and place typed', text, maker.expectInside(address.place));
    return true;
  });
}

/** The name without some of its words at the beginning or at the end. */
function shorterNames(name: string): string[] {
  const words = name.split(/[ -]/);
  return words.flatMap((_, i) => (i === 0 ? [] : [words.slice(i).join(' '), words.slice(0, i).join(' ')]));
}

const FOREIGN_PLACES = [
  ...['Paris', 'Nîmes', 'Lyon', 'Lille', 'Metz', 'Strasbourg', 'Marseille', 'Bordeaux', 'Toulouse', 'Rennes'],
  ...['Berlin', 'Köln', 'Hamburg', 'München', 'Trier', 'Osnabrück', 'Dresden', 'Leipzig', 'Bremen', 'Saarbrücken'],
  ...['London', 'Manchester', 'Dublin', 'Madrid', 'Lisboa', 'Roma', 'Milano', 'Wien', 'Zürich', 'Praha'],
  ...['Kraków', 'Warszawa', 'København', 'Stockholm', 'Budapest', 'New York', 'Toronto', 'Casablanca', 'Istanbul'],
]; // biome-ignore format: a list

/** A street that exists once in the country, with a place that nothing is called. */
export function askUnknownPlaces(maker: QuestionMaker): void {
  const { random } = maker;
  const foreign = FOREIGN_PLACES.filter((place) => maker.municipalitiesNamed(place).length === 0 && !maker.isNameAbove(place));
  const noHouse = { kind: 'no house' } as const;
  const inventedWord = (): string => inventedName(random).replace(/straat$/, '');
  maker.repeat(() => {
    const address = maker.drawByStreet((street) => maker.isOnce(street));
    if (address === undefined) return NOTHING_LEFT;
    const street = `${address.street} ${address.number}`;
    for (const [kind, place] of [['a city abroad', random.pick(foreign)], ['no word at all', inventedWord()]] as const) {
      maker.askText(`${kind}, behind`, `${street}, ${place}`, noHouse);
      maker.askText(`${kind}, in front`, `${place}, ${street}`, noHouse, { vias: ['text'] });
      maker.askText(`${kind}, in front, of two words`, `${place} ${inventedWord()}, ${street}`, noHouse, { vias: ['text'] });
      maker.askColumns(`${kind}, columns`, { ...columnsOf(address), postcode: '', place }, noHouse);
      maker.askText(`${kind}, all countries`, `${street}, ${place}`, noHouse, { vias: ['text'], isOpen: true });
    }
    const company = random.pick(['Bakkerij', 'Garage', 'Restaurant', 'Mevr.', 'Praxis']);
    const name = inventedWord();
    // Which of the two is right, the score has to say: that it is the house, is true.
    maker.askText('company in front of the street, no place', `${company} ${name}, ${street}`, maker.expectHouse(address));
    return true;
  });
} // biome-ignore format: two pairs

/** With one the address may be here: a few of the files are across the border. */
const OWN_POSTCODE = /\b\d{4}(?: ?[A-Z]{2})?\b/;
const POSTCODE = /,? ?\b\d{5}\b,?/;
/** A street with its number. */
const LINE_ABROAD = /^(\p{L}[^0-9,]*) (\d+)(?=,|$)/u;

/** Real addresses of Germany and France: none has a door here. */
export async function askForeign(maker: QuestionMaker, folder: string): Promise<void> {
  const noHouse = { kind: 'no house' } as const;
  for (const name of ['de', 'fr']) {
    const [, ...rows] = (await readFile(join(folder, `${name}.tsv`), 'utf8')).trim().split('\n');
    for (const text of maker.random.shuffle(rows.filter((row) => maker.takes(row))).slice(0, maker.sample * FOREIGN_SHARE)) {
      const [, written = ''] = text.split('\t');
      const without = written.replace(POSTCODE, ',').replace(/^, ?/, '');
      if (without === written && OWN_POSTCODE.test(written)) continue;
      const flags = { vias: ['text'] as const };
      if (without !== written) maker.askText(`${name}, with postcode`, written, noHouse, flags);
      maker.askText(`${name}, without postcode`, without, noHouse, flags);
      const [, abroad = '', number = ''] = LINE_ABROAD.exec(without) ?? [];
      const { place } = maker.drawStreet();
      if (abroad !== '' && maker.isUnknownIn(abroad, maker.municipalitiesNamed(place)))
        maker.askText(`${name}, its street in a place here`, `${abroad} ${number}, ${place}`, noHouse, flags);
      // Of all countries together once.
      if (maker.country !== COUNTRIES[0]) continue;
      if (without !== written) maker.askText(`${name}, with postcode, all countries`, written, noHouse, { ...flags, isOpen: true });
      maker.askText(`${name}, without postcode, all countries`, without, noHouse, { ...flags, isOpen: true });
    }
  }
} // biome-ignore format: a question a line

/** Of a country's thousand, with the usual sample 400. */
const FOREIGN_SHARE = 2;

export const OTHER_NAMES: Readonly<Record<Country, readonly string[]>> = {
  nl: ['Nederland', 'Netherlands', 'NL'],
  be: ['België', 'Belgium', 'BE'],
  lu: ['Luxembourg (Grand-Duché)', 'Luxemburg', 'LU'],
};

/** What a row says and an answer drops. */
export function askDropped(maker: QuestionMaker): void {
  const { register, random, country } = maker;
  const { areas } = register.index;
  const names = [...new Set([...maker.placeNames('municipality'), ...maker.placeNames('place')])];
  const isKnown = (name: string): boolean => name.length > 2 && maker.municipalitiesNamed(name).length > 0;
  const cut = names.flatMap((name) => {
    const parts = shorterNames(name).filter((part) => isKnown(part));
    return parts.length > 0 && isKnown(name) && !maker.isNameAbove(name) ? [{ name, parts }] : [];
  });
  maker.repeat(() => {
    if (cut.length === 0) return false;
    const { name, parts } = random.pick(cut);
    const own = maker.municipalitiesNamed(name);
    const others = maker.municipalitiesNamed(random.pick(parts)).filter((each) => !own.includes(each));
    if (others.length === 0) return false;
    const [from, to] = areas.descendantsOf('municipality', random.pick(others), 'street');
    const street = register.streetAt(random.between(from, to - 1));
    const number = maker.drawNumber(street);
    const [typed = ''] = Object.values(street.names);
    if (number === 0 || !maker.isUnknownIn(typed, own)) return false;
    maker.askText('a known place name is cut', `${typed} ${number}, ${name}`, maker.expectInside(name));
    maker.askColumns('a known place name is cut', { street: typed, housenumber: String(number), place: name }, maker.expectInside(name));
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    const unknown = unknownPostcode(maker, address.postcode);
    if (unknown === undefined || maker.streetsIn(address.street, [address.place]).length !== 1) return false;
    const expected = { ...maker.expectHouse(address), faults: ['addition-ignored', 'addition-added'] };
    const street = `${address.street} ${address.number}`;
    maker.askText('a postcode that the register lacks', `${street}, ${unknown} ${address.place}`, expected);
    const spaced = unknown.replace(/^(....)(..)$/, '$1 $2');
    if (spaced !== unknown) maker.askText('the same, with a blank', `${street}, ${spaced} ${address.place}`, expected);
    maker.askText('the same, no comma', `${street} ${spaced} ${address.place}`, expected);
    return true;
  });

  const others = COUNTRIES.filter((each) => each !== country);
  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    const other = random.pick(others);
    const notExact = { kind: 'not exact' } as const;
    // Durbuy is in Luxemburg, of Belgium.
    const { province } = register.index.areasAbove(address.in.street);
    if (namesOfArea(province).some((name) => OTHER_NAMES[other].includes(name))) return false;
    const text = `${address.street} ${address.number}, ${address.postcode} ${address.place}`;
    for (const [i, kind] of ['own name', 'English', 'code'].entries()) {
      const named = `${text}, ${OTHER_NAMES[other][i]}`;
      maker.askText(`another country named, ${kind}`, named, notExact, { vias: ['text'] });
      maker.askText(`another country named, ${kind}, all countries`, named, notExact, { vias: ['text'], isOpen: true });
    }
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    maker.askText('street and number alone, all countries', `${address.street} ${address.number}`, { kind: 'at home' }, { vias: ['text'], isOpen: true });
    return true;
  }, maker.sample * 4);
} // biome-ignore format: a question a line

/** In the form of the country, and near: other letters, or other digits at the end. */
function unknownPostcode({ register, random }: QuestionMaker, postcode: string): string | undefined {
  const letters = 'ABCDEGHJKLMNPRSTVWXZ';
  const other =
    postcode.length === 6
      ? `${postcode.slice(0, 4)}${random.pick([...letters])}${random.pick([...letters])}`
      : `${postcode.slice(0, 2)}${random.between(10, 99)}`;
  return register.streetsWithPostcode(other).length === 0 ? other : undefined;
}
