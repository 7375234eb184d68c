import { COUNTRIES } from '../../src/index.ts';
import { nameIn } from '../../src/model/country.ts';
import { columnsOf, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import type { Expected } from './answers-judge.ts';
import { OTHER_NAMES } from './answers-where.ts';

/** What a row says less exactly than the register, or of another country. */
export function askVague(maker: QuestionMaker): void {
  const { register, random, country } = maker;
  const { areas } = register.index;
  const others = COUNTRIES.filter((each) => each !== country);
  const repeat = (ask: (address: Drawn) => boolean, isPlain: boolean = true): void =>
    maker.repeat(() => {
      const address = maker.drawAddress({ isPlain });
      return address === undefined ? NOTHING_LEFT : ask(address);
    });
  const ask = (kind: string, written: Drawn, expected: Expected): boolean => {
    const { street, house, postcode, place } = written;
    maker.askText(kind, `${street} ${house}, ${[postcode, place].filter(Boolean).join(' ')}`, expected);
    maker.askColumns(kind, columnsOf(written), expected);
    return true;
  };

  if (country === 'nl') {
    repeat((address) => {
      if (maker.streetsIn(address.street, [address.place]).length > 1) return false;
      const postcode = address.postcode.slice(0, 4);
      return ask('a postcode without its letters', { ...address, postcode }, maker.expectHouse(address));
    });
  }

  repeat((address) => {
    const province = nameIn(areas.at('province', maker.provinceOf(address.in.street)).names, address.language);
    if (maker.municipalitiesNamed(province).length > 0) return false;
    return ask('the province instead of the place', { ...address, place: province }, maker.expectHouse(address));
  });

  repeat((address) => {
    const [first = '', ...others] = address.place.split(/[ -]/);
    if (others.length === 0 || first.length < 4 || maker.municipalitiesNamed(first).length > 0) return false;
    return ask('the end of the place left out', { ...address, place: first }, maker.expectHouse(address));
  });

  repeat((address) => {
    const { place } = maker.drawStreet();
    const there = maker.municipalitiesNamed(place);
    if (there.includes(maker.municipalityOf(address.in.street)) || !maker.isUnknownIn(address.street, there)) return false;
    return ask('another place beside the right postcode', { ...address, place }, maker.expectHouse(address));
  });

  repeat((address) => {
    const all = register.addressesWithNumber(address.in, Number(address.number));
    const isBareOrRange = (each: number): boolean =>
      register.suffixKeyOf(each) === '' || register.index.addresses.suffixOf(each).rangeEnd > 0;
    if (all.some(isBareOrRange)) return false;
    const houses = all.map((each) => maker.partsOf(each));
    const bare = { ...address, house: address.number, letter: '', addition: '' };
    return ask('no letter, addition or box where all have one', bare, { kind: 'house', houses });
  }, false);

  repeat((address) => {
    const { rangeEnd } = register.index.addresses.suffixOf(address.address);
    const number = Number(address.number) + 2;
    if (rangeEnd < number || register.addressesWithNumber(address.in, number).length > 0) return false;
    const within = { ...address, house: String(number), number: String(number), letter: '', addition: '' };
    return ask('a number within a range', within, maker.expectHouse(address));
  }, false);

  repeat((address) => {
    const text = `${address.street} ${address.number}`;
    maker.askText('street and number alone', text, maker.expectHouse(address), { vias: ['text'] });
    maker.askText('street and number alone, all countries', text, maker.expectHouse(address), { vias: ['text'], isOpen: true });
    return true;
  });

  repeat((address) => {
    const fields = { ...columnsOf(address), country: OTHER_NAMES[random.pick(others)][0]! };
    maker.askColumns('the column of the country has another, all countries', fields, maker.expectHouse(address), { isOpen: true });
    return true;
  });
} // biome-ignore format: a question a line
