import type { Country } from '../../src/index.ts';
import { mistype } from '../support/mistype.ts';
import { columnsOf, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';

/** How people write some streets; those whose name has the pattern are drawn. */
interface Writing {
  readonly kind: string;
  readonly pattern: RegExp;
  /** What stands for the pattern, as of `String.replace`. */
  readonly written: string;
}

/** Rules that most streets never need: each has the streets that do. */
const STREETS: Readonly<Record<Country | 'all', readonly Writing[]>> = {
  all: [
    { kind: 'initials as one word', pattern: /\b(\p{Lu})\.\s?(\p{Lu})\.\s?/u, written: '$1$2 ' },
    { kind: 'first names as initials in one word', pattern: /\b(\p{Lu})\p{Ll}+ (\p{Lu})(?:\p{Ll}+|\.) (?=\p{Lu}\p{Ll}{3})/u, written: '$1$2 ' },
    { kind: 'a digit in the name', pattern: /^.*[0-9].*$/, written: '$&' },
    { kind: 'a dash or a comma in the name', pattern: /^.*(?:\s-\s|,).*$/, written: '$&' },
    { kind: 'a hyphen in the name', pattern: /^.*-.*$/, written: '$&' },
    { kind: 'a short name', pattern: /^.{1,5}$/, written: '$&' },
    { kind: 'the last letter behind the blank', pattern: /(?<=\p{L}{2})(\p{L})$/u, written: ' $1' },
  ],
  nl: [
    { kind: 'north by its letter', pattern: / Noord$/, written: ' N.' },
    { kind: 'the side by its letters', pattern: / (N|Z|O|W)(?:oord|uid|ost|est)zijde$/, written: ' $1.Z.' },
    { kind: 'a side street, abbreviated', pattern: /dwarsstraat$/, written: 'dwstr' },
    { kind: 'the kind of street apart and abbreviated', pattern: /(?<=\p{L}{4})straat$/u, written: ' str.' },
    { kind: 'the article behind a comma', pattern: /^(De|Het) (.+)$/, written: '$2, $1' },
    { kind: 'an ordinal as a numeral', pattern: /^(?:Tweede|2e) /, written: 'II ' },
    { kind: 'one of two spellings', pattern: /(?<=\p{L})oe/u, written: 'u' },
    { kind: 'no kind of street', pattern: /(?<=^\p{L}{4,})(?:straat|laan|weg)$/u, written: '' },
  ],
  be: [
    { kind: 'no kind of street', pattern: /(?<=^\p{L}{4,})(?:straat|laan|weg)$/u, written: '' },
    { kind: 'another little word', pattern: /^(Rue|Place) du (?=\p{L}{4})/u, written: '$1 de ' },
    { kind: 'north by its letter', pattern: / Noord$/, written: ' N.' },
    { kind: 'the kind of street apart and abbreviated', pattern: /(?<=\p{L}{4})straat$/u, written: ' str.' },
    { kind: 'the kind of street behind a comma', pattern: /^(Rue|Avenue|Chemin)((?: de la| du| des| de)?) (\p{L}.+)$/u, written: '$3, $1$2' },
    { kind: 'a boulevard, abbreviated', pattern: /^Boulevard /, written: 'Bvd ' },
    { kind: 'a number in digits', pattern: /^((?:Rue|Chemin) des) Quatre /, written: '$1 4 ' },
    { kind: 'korte without vowels', pattern: /^Korte (?=\p{Lu})/u, written: 'Kte ' },
  ],
  lu: [
    { kind: 'another kind of street', pattern: /^Route d/, written: 'Rue d' },
    { kind: 'another little word', pattern: /^(Rue|Place) du (?=\p{L}{4})/u, written: '$1 de ' },
    { kind: 'the kind of street behind a comma', pattern: /^(Rue|Avenue|Chemin)((?: de la| du| des| de)?) (\p{L}.+)$/u, written: '$3, $1$2' },
    { kind: 'a boulevard, abbreviated', pattern: /^Boulevard /, written: 'Bvd ' },
  ],
}; // biome-ignore format: a table

/** How people write some places. */
const PLACES: Readonly<Record<Country | 'all', readonly Writing[]>> = {
  all: [
    { kind: 'the first word by its letter', pattern: /^(\p{L})\p{Ll}{2,}[- ](?=\p{Lu}\p{L}{3})/u, written: '$1. ' },
    { kind: 'no article', pattern: /^(?:De|Het|'t|La|Le|Les) /, written: '' },
  ],
  nl: [
    { kind: 'new, abbreviated', pattern: /^Nieuw[- ]/, written: 'Nw. ' },
    { kind: 'no river', pattern: / (?:aan|bij|op) .+$/, written: '' },
  ],
  be: [
    { kind: 'no river', pattern: /-(?:sur|sous|lez|au)-.+$/, written: '' },
    { kind: 'a little word before a slash', pattern: /-au-/, written: ' a/ ' },
    { kind: 'one of two spellings', pattern: /gh(?=[ei])/, written: 'g' },
  ],
  lu: [
    { kind: 'no river', pattern: /-sur-.+$/, written: '' },
    { kind: 'an umlaut', pattern: /ue(?=[a-z]{3})/, written: 'ü' },
  ],
}; // biome-ignore format: a table

/** Words that people put before the number. */
const SIGNS: Readonly<Record<Country, readonly string[]>> = {
  nl: ['nr.', 'N.', 'huisnr.', '#'],
  be: ['n°', 'N.', 'numéro', 'maison'],
  lu: ['n°', 'Nr.', 'maison', 'Haus'],
};

/** Words that people put between the number and its letter, addition or box. */
const PARTS: Readonly<Record<Country, readonly string[]>> = {
  nl: ['app.', 'unit', 'kamer', 'toev.', 'letter'],
  be: ['app.', 'busnummer', 'bus nr.', 'boîte'],
  lu: ['letter'],
};

const LITTLE_WORD = / (de|du|la|van|der|den|des|le|les) /;

/** Streets, numbers and postcodes in short or careless forms, each with the streets that have it. */
export function askShorthand(maker: QuestionMaker): void {
  const { country, random } = maker;
  const ask = (kind: string, address: Drawn, street: string, house: string = address.house): void => {
    const { postcode, place } = address;
    maker.askText(`${kind}, no postcode`, `${street} ${house}, ${place}`, maker.expectNamesakes(address));
    maker.askText(kind, `${street} ${house}, ${postcode} ${place}`, maker.expectHouse(address));
    if (house === address.house)
      maker.askColumns(kind, { ...columnsOf(address), street }, maker.expectHouse(address));
  };

  for (const { kind, pattern, written } of [...STREETS.all, ...STREETS[country]]) {
    maker.repeat(() => {
      const address = maker.drawByStreet(({ names }) => Object.values(names).some((name) => pattern.test(name)));
      if (address === undefined) return NOTHING_LEFT;
      if (!pattern.test(address.street)) return false;
      ask(kind, address, address.street.replace(pattern, written));
      return true;
    });
  }

  for (const sign of SIGNS[country]) {
    maker.repeat(() => {
      const address = maker.drawAddress();
      if (address === undefined) return NOTHING_LEFT;
      ask(`${sign} before the number`, address, address.street, `${sign} ${address.house}`);
      return true;
    });
  }

  for (const word of PARTS[country]) {
    const isLetter = word === 'letter';
    maker.repeat(() => {
      const address = maker.drawAddress({
        isPlain: false,
        has: ({ letter, addition }) => (isLetter ? /^[A-Z]$/i.test(letter) && addition === '' : letter === '' && /^[0-9]{1,3}$/.test(addition)),
      });
      if (address === undefined) return NOTHING_LEFT;
      const { number, letter, addition } = address;
      ask(`${word} behind the number`, address, address.street, `${number} ${word} ${isLetter ? letter : addition}`);
      return true;
    });
  }

  maker.repeat(() => {
    const address = maker.drawByStreet(({ names }) => Object.values(names).some((name) => LITTLE_WORD.test(name)));
    const [, word = ''] = LITTLE_WORD.exec(address?.street ?? '') ?? [];
    if (address === undefined || word === '') return address === undefined ? NOTHING_LEFT : false;
    ask('a letter of a little word', address, address.street.replace(` ${word} `, ` ${mistype(word, random)} `));
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawByStreet(({ names }) => Object.values(names).some((name) => / [0-9]{1,3}$/.test(name)));
    if (address === undefined) return NOTHING_LEFT;
    const [, street, number] = /^(.+) ([0-9]{1,3})$/.exec(address.street) ?? [];
    if (street === undefined) return false;
    const fields = { ...columnsOf(address), street, housenumber: `${number} ${address.house}` };
    maker.askColumns('the number of the street in the column of the house', fields, maker.expectHouse(address));
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined) return NOTHING_LEFT;
    const { postcode } = address;
    const near = country === 'nl' ? `${postcode.slice(0, 4)}ZZ` : `${postcode.slice(0, 3)}${(Number(postcode[3]) + 1) % 10}`;
    const expected = maker.expectHouse(address);
    for (const street of [address.street, mistype(address.street, random)]) {
      const kind = `the end of the postcode differs, no place${street === address.street ? '' : ', a letter of the street'}`;
      maker.askText(kind, `${street} ${address.house}, ${near}`, expected);
      maker.askColumns(kind, { ...columnsOf(address), street, postcode: near, place: '' }, expected);
    }
    return true;
  });

  for (const { kind, pattern, written } of [...PLACES.all, ...PLACES[country]]) {
    maker.repeat(() => {
      const address = maker.drawByStreet(({ street }) => maker.register.namesOfPlace(street).some((name) => pattern.test(name)));
      if (address === undefined) return NOTHING_LEFT;
      if (!pattern.test(address.place)) return false;
      const place = address.place.replace(pattern, written);
      const { street, house } = address;
      // Of a street that two such places have, either may be meant.
      const expected = maker.isOnce(address.in) ? maker.expectHouse(address) : maker.expectNamesakes(address);
      maker.askText(`place: ${kind}`, `${street} ${house}, ${place}`, expected);
      maker.askColumns(`place: ${kind}`, { ...columnsOf(address), postcode: '', place }, expected);
      return true;
    });
  }
} // biome-ignore format: long conditions
