import { looseName } from '../support/loose-name.ts';
import { inventedName } from '../support/mutated-rows.ts';
import { columnsOf, type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import { withAnotherFirstName } from './quality-variants.ts';

const ARTICLE = /^(?:De|Den|Het|'t|La|Le|Les|L'|Op|Am|An der|Im|Um) ?(?=\p{Lu})/u;

/** The second word of a compound, as people set it apart. */
const COMPOUND =
  /^(\p{L}{4,})(straat|weg|laan|dijk|plein|hof|pad|kade|steeg|singel|park|gracht|campus|baan|dreef|strasse|strooss)$/u;

/** Streets whose names differ from those of the register in the weight of their words. */
export function askNames(maker: QuestionMaker): void {
  const { register, random } = maker;
  const noHouse = { kind: 'no house' } as const;

  maker.repeat(() => {
    const street = maker.drawStreet();
    const [name = ''] = Object.values(street.names);
    const bare = name.replace(ARTICLE, '');
    if (bare === name) return false;
    const municipality = maker.municipalityOf(street.street);
    const streets = register.streetsNamed(bare).filter((each) => maker.municipalityOf(each.street) === municipality);
    const number = maker.drawNumber(street);
    if (streets.length === 0 || number === 0 || streets.some((each) => maker.hasNumber(each, number))) return false;
    const area = maker.written(street.from);
    const notExact = { kind: 'not exact' } as const;
    maker.askText('another street by its article, place', `${bare} ${number}, ${street.place}`, notExact, { vias: ['text'] });
    maker.askText('another street by its article, municipality', `${bare} ${number}, ${area.municipality}`, notExact, { vias: ['text'] });
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawByStreet(({ names }) =>
      Object.values(names).some((name) => withAnotherFirstName(name, ([first = '']) => first) !== undefined),
    );
    if (address === undefined) return NOTHING_LEFT;
    const other = withAnotherFirstName(address.street, (names) => random.pick(names));
    if (other === undefined || register.streetsNamed(other).length > 0) return false;
    const written = { ...address, street: other };
    maker.askText('another first name', `${other} ${address.number}, ${address.place}`, noHouse);
    maker.askText('another first name, with postcode', textOf(written), noHouse, { vias: ['text'] });
    maker.askColumns('another first name, no postcode', { ...columnsOf(written), postcode: '' }, noHouse);
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawByStreet(({ names }) => Object.values(names).some((name) => COMPOUND.test(name)));
    if (address === undefined) return NOTHING_LEFT;
    const [, first, last] = COMPOUND.exec(address.street) ?? [];
    if (first === undefined) return false;
    const apart = `${first} ${last}`;
    if (register.streetsNamed(apart).length !== register.streetsNamed(address.street).length) return false;
    const expected = maker.expectNamesakes(address);
    if (expected.kind !== 'house' || expected.houses.length !== 1) return false;
    maker.askText('a compound as two words', `${apart} ${address.number}, ${address.place}`, expected);
    if (register.streetsNamed(apart).length === 1)
      maker.askText('a compound as two words, no place', `${apart} ${address.number}`, expected, { vias: ['text'] });
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    const [name = ''] = Object.values(maker.drawStreet().names);
    if (address === undefined || maker.isNameAbove(address.place)) return false;
    if (!maker.isUnknownIn(name, maker.municipalitiesNamed(address.place))) return false;
    const text = `${name} ${address.number}, ${address.place}`;
    maker.askText('a street that the municipality lacks', text, noHouse, { vias: ['text'] });
    const fields = { ...columnsOf({ ...address, street: name }), postcode: '' };
    maker.askColumns('a street that the municipality lacks', fields, noHouse);
    return true;
  });

  maker.repeat(() => {
    const address = maker.drawAddress();
    if (address === undefined || maker.country !== 'lu') return NOTHING_LEFT;
    const [real = ''] = Object.values(maker.drawStreet().names);
    for (const [kind, name] of [['an invented street', inventedName(random)], ["another's street", real]] as const) {
      if (!maker.isUnknownIn(name, maker.municipalitiesNamed(address.place))) continue;
      maker.askText(`${kind}, right postcode and number`, textOf({ ...address, street: name }), noHouse, { vias: ['text'] });
    }
    return true;
  });

  for (const [kind, cut] of [['a word cut, with a full stop', cutWord], ['the end of a compound cut', cutCompound]] as const) {
    maker.repeat(() => {
      const address = maker.drawByStreet(() => true);
      if (address === undefined) return NOTHING_LEFT;
      const short = cut(address.street, (least, most) => random.between(least, most));
      if (short === undefined || !isOnlyOne(maker, address, short)) return false;
      const expected = maker.expectNamesakes(address);
      if (expected.kind !== 'house' || expected.houses.length !== 1) return false;
      maker.askText(kind, `${short} ${address.number}, ${address.place}`, expected);
      maker.askText(`${kind}, postcode`, textOf({ ...address, street: short }), maker.expectHouse(address), { vias: ['text'] });
      return true;
    });
  }
} // biome-ignore format: a question a line

function textOf({ street, number, postcode, place }: Drawn): string {
  return `${street} ${number}, ${postcode} ${place}`;
}

/** One of the longer words cut after its first letters. */
function cutWord(name: string, between: (least: number, most: number) => number): string | undefined {
  const words = [...name.matchAll(/\p{L}{5,}/gu)].filter(([word]) => COMPOUND.exec(word!) === null);
  const word = words[between(0, Math.max(0, words.length - 1))];
  if (word === undefined) return undefined;
  const length = between(2, Math.min(5, word[0].length - 2));
  return `${name.slice(0, word.index + length)}.${name.slice(word.index + word[0].length)}`;
}

/** `Bloemgracht` as `Bloemgr.` */
function cutCompound(name: string, between: (least: number, most: number) => number): string | undefined {
  const [whole, first, last] = COMPOUND.exec(name.split(' ').at(-1)!) ?? [];
  if (whole === undefined) return undefined;
  const length = Math.min(between(1, 4), last!.length - 1);
  return `${name.slice(0, name.length - whole.length)}${first}${last!.slice(0, length)}.`;
}

/** Whether no other street of the municipality begins, word by word, as the one that was cut. */
function isOnlyOne({ register }: QuestionMaker, { in: street }: Drawn, cut: string): boolean {
  const municipality = register.index.areas.at('place', register.index.streets.placeOf(street.street)).parent;
  const [from, to] = register.index.areas.descendantsOf('municipality', municipality, 'street');
  const words = cut
    .split(' ')
    .map((word) => ({ key: looseName(word), isCut: word.endsWith('.') || word.includes('.') }));
  const fits = (name: string): boolean => {
    const others = name.split(' ').map(looseName);
    return (
      others.length === words.length &&
      words.every(({ key, isCut }, i) => (isCut ? others[i]!.startsWith(key) : others[i] === key))
    );
  };
  let count = 0;
  for (let each = from; each < to; each++) {
    if (register.namesOfStreet(each).some(fits)) count++;
  }
  return count === 1;
}
