import type { Suggestion } from '../../src/index.ts';
import { type Language, nameIn } from '../../src/model/country.ts';
import { isStreet, type RegisterStreet } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import type { QualityPart } from './quality.ts';
import { type Answered, ask, type Question, rowOf } from './quality-answers.ts';

/** A street under one of its names. */
interface TypedStreet {
  readonly street: RegisterStreet;
  readonly name: string;
  readonly place: string;
}

/** A sample of the streets of an index, each in one of its languages; all of them with `--all`, and where the sample is as large. */
export function sampleStreets({ register, random, options }: QualityPart): TypedStreet[] {
  const { streetCount } = register;
  const isAll = options.isAll || options.sample >= streetCount;
  return Array.from({ length: isAll ? streetCount : options.sample }, (_, i) => {
    const street = register.streetAt(isAll ? i : random.between(0, streetCount - 1));
    const language = random.pick(Object.keys(street.names) as Language[]);
    return { street, name: nameIn(street.names, language), place: nameIn(street.placeNames, language) };
  });
}

/** The street is shown in whichever of its languages, and so is its place. */
export function questionOf({ name, street }: TypedStreet, text: string): Question {
  const places = [street.place, ...Object.values(street.placeNames)];
  const names = [...new Set([name, ...Object.values(street.names)])];
  return {
    text,
    wanted: `${name} in ${street.place}`,
    isRight: (suggestion: Suggestion) => isStreet(names, places, suggestion),
  };
}

/** Share of a street's letters that has been typed when its place follows. */
const BEGINNING = 0.6;
const beginningOf = (name: string): string => name.slice(0, Math.max(1, Math.ceil(name.length * BEGINNING))).trimEnd();
/** So many streets of the place may go on from a beginning for it to be expected first. */
const MAX_CONTINUATIONS = 5;

interface Way {
  readonly kind: string;
  readonly write: (typed: TypedStreet, random: Random) => string;
  readonly first: string;
  readonly inFive: string;
  readonly isOnlyFew?: boolean;
  readonly isOnlyShort?: boolean;
}

const WAYS: readonly Way[] = [
  { kind: 'street place', write: ({ name, place }) => `${name} ${place}`, first: '≥ 99.97 %', inFive: '≥ 99.99 %' },
  { kind: 'place street', write: ({ name, place }) => `${place} ${name}`, first: '≥ 99.97 %', inFive: '≥ 99.99 %' },
  {
    kind: 'capitals, no accents',
    write: ({ name, place }) => `${name} ${place}`.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
    first: '≥ 99.97 %',
    inFive: '≥ 99.99 %',
  },
  {
    kind: 'one typo',
    write: ({ name, place }, random) => `${mistype(name, random)} ${place}`,
    first: '≥ 99.5 %',
    inFive: '≥ 99.7 %',
  },
  {
    kind: 'two typos in 5 to 7 letters',
    write: ({ name, place }, random) => `${mistype(mistype(name, random), random)} ${place}`,
    first: '',
    inFive: '',
    isOnlyShort: true,
  },
  { kind: 'name alone', write: ({ name }) => name, first: '', inFive: '' },
  {
    kind: '60 % of the street + place',
    write: ({ name, place }) => `${beginningOf(name)} ${place}`,
    first: '',
    inFive: '',
  },
  {
    kind: `the same, at most ${MAX_CONTINUATIONS} continuations`,
    write: ({ name, place }) => `${beginningOf(name)} ${place}`,
    first: '≥ 85 %',
    inFive: '≥ 95 %',
    isOnlyFew: true,
  },
  {
    kind: 'place + 60 % of the street',
    write: ({ name, place }) => `${place} ${beginningOf(name)}`,
    first: '≥ 95 %',
    inFive: '≥ 99 %',
  },
];

/** Streets by their own name and place, as they are and as they are typed. */
export function measureStreets(part: QualityPart): void {
  const { lookup, register, random, options, add, progress, miss } = part;
  const sample = sampleStreets(part);
  const continuations = (typed: TypedStreet): number => {
    const { areas, streets } = register.index;
    const [from, to] = areas.descendantsOf('place', streets.placeOf(typed.street.street), 'street');
    const beginning = looseName(beginningOf(typed.name));
    let count = 0;
    for (let street = from; street < to; street++) {
      if (Object.values(streets.namesOf(street)).some((name) => looseName(name).startsWith(beginning))) count++;
    }
    return count;
  };
  const few = sample.slice(0, FEW_SAMPLE).filter((typed) => continuations(typed) <= MAX_CONTINUATIONS);
  const all: Miss[] = [];
  const short = sample.filter(({ name }) => /^\p{L}{5,7}$/u.test(name));
  for (const { kind, write, first, inFive, isOnlyFew = false, isOnlyShort = false } of WAYS) {
    const questions = (isOnlyFew ? few : isOnlyShort ? short : sample).map((typed) => {
      const question = questionOf(typed, write(typed, random));
      return kind === 'name alone' ? { ...question, isRight: isNamed(typed.name) } : question;
    });
    // Of hundreds of thousands one round tells as much.
    const rounds = options.isAll ? 1 : 2;
    progress.stage(kind, questions.length * rounds, 'questions');
    const answered = ask(lookup, questions, rounds, progress.advance);
    progress.stop();
    add('streets by name and place', [rowOf(kind, answered, { first, inFive })]);
    all.push(...answered.misses);
  }
  miss('streets by name and place', all);
}

type Miss = Answered['misses'][number];

/** A name alone does not say in which place: the street in several places, or any one of the name. */
function isNamed(name: string): (suggestion: Suggestion) => boolean {
  // `da Costaweg` and Da Costaweg are one name, under whichever spelling more addresses have.
  const wanted = looseName(name);
  return ({ precision, label }) =>
    (precision === 'Street' || precision === 'GroupedStreets') && looseName(label) === wanted;
}

/** Counting what goes on from a beginning reads a whole place. */
const FEW_SAMPLE = 1000;

/** A whole address whose postcode is wrong in one character, in front and at the end. */
export function measureWrongPostcodes({ lookup, register, random, options, add, miss }: QualityPart): void {
  const addresses: number[] = [];
  while (addresses.length < Math.min(options.sample, 1500)) {
    const address = random.between(0, register.addressCount - 1);
    if (register.numberOf(address) > 0 && register.postcodeOf(address) !== '') addresses.push(address);
  }
  const write = (address: number, wrong: string, isInFront: boolean): Question => {
    const { names, place } = register.streetOf(address);
    const { letter, addition } = register.suffixOf(address);
    const house = `${nameIn(names)} ${register.numberOf(address)}${letter}${addition === '' ? '' : ` ${addition}`}`;
    const text = isInFront ? `${wrong} ${place}, ${house}` : `${house}, ${wrong} ${place}`;
    // The wrong postcode may itself be right elsewhere in the street.
    return { text, wanted: house, isRight: (suggestion) => register.isHouse(address, suggestion) };
  };
  const wrongs = addresses.map((address) => oneWrong(register.postcodeOf(address), random));
  const all: Miss[] = [];
  for (const isInFront of [true, false]) {
    const answered = ask(
      lookup,
      addresses.map((address, i) => write(address, wrongs[i]!, isInFront)),
    );
    add('a wrong postcode', [rowOf(isInFront ? 'in front' : 'at the end', answered, { first: '≥ 97 %' })]);
    all.push(...answered.misses);
  }
  miss('a wrong postcode', all);
}

/** Another digit, or in a Dutch postcode another letter. */
export function oneWrong(postcode: string, random: Random): string {
  const at = random.between(1, postcode.length - 1);
  const others = [...(/\d/.test(postcode.charAt(at)) ? '0123456789' : 'ABCDEGHJKLMNPRSTVWXZ')].filter(
    (other) => other !== postcode.charAt(at),
  );
  return postcode.slice(0, at) + random.pick(others) + postcode.slice(at + 1);
}
