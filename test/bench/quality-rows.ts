import { type GeocodedRow, geocodeRows } from '../../src/index.ts';
import { nameIn } from '../../src/model/country.ts';
import { type IndexedRegister, labelOf, partsOf } from '../support/indexed-register.ts';
import { looseName } from '../support/loose-name.ts';
import { type Miss, type QualityPart, share } from './quality.ts';
import { ask } from './quality-answers.ts';
import { questionOf } from './quality-streets.ts';
import { PLACE_FORMS, STREET_VARIANTS } from './quality-variants.ts';

/** A row of a batch and the address that it was written from. */
interface WrittenRow {
  readonly address: number;
  readonly fields: object;
}

interface Outcome {
  readonly rows: number;
  readonly exact: number;
  readonly corrected: number;
  readonly wrong: number;
  readonly several: number;
  readonly lost: number;
  readonly misses: readonly Miss[];
}

/** Streets written as people write them: autocomplete by `variant place`, batch in columns with postcode and number. */
export async function measureVariants(part: QualityPart): Promise<void> {
  const { lookup, register, random, options, add, miss } = part;
  const all: Miss[] = [];
  for (const { kind, countries, write } of STREET_VARIANTS) {
    if (!countries.includes(register.country)) continue;
    const found: { street: number; name: string; variant: string }[] = [];
    let streets = 0;
    for (let street = 0; street < register.streetCount; street++) {
      for (const name of new Set(Object.values(register.index.streets.namesOf(street)))) {
        const variant = write(name);
        if (variant === undefined || variant === name) continue;
        streets++;
        found.push({ street, name, variant });
      }
    }
    const sample = random.shuffle(found).slice(0, Math.min(options.sample, VARIANT_SAMPLE));
    if (sample.length === 0) continue;
    const answered = ask(
      lookup,
      sample.map(({ street, name, variant }) => {
        const facts = register.streetAt(street);
        return questionOf({ street: facts, name, place: facts.place }, `${variant} ${facts.place}`);
      }),
    );
    const rows = sample.flatMap(({ street, variant }): WrittenRow[] => {
      const { from, to, place } = register.streetAt(street);
      const address = random.between(from, to - 1);
      const number = register.numberOf(address);
      const postcode = register.postcodeOf(address);
      if (number === 0 || postcode === '' || register.suffixKeyOf(address) !== '') return [];
      return [{ address, fields: { street: variant, housenumber: String(number), postcode, place } }];
    });
    const outcome = await answer(part, rows);
    add('streets written in other ways', [
      {
        kind,
        streets,
        tried: sample.length,
        'hit@1': share(answered.first, answered.asked),
        'hit@5': share(answered.inFive, answered.asked),
        ...batchColumns(outcome),
        'found in batch (≥ 95 %)': share(outcome.exact + outcome.corrected, outcome.rows),
      },
    ]);
    all.push(...answered.misses.slice(0, 20), ...outcome.misses.slice(0, 20));
  }
  miss('streets written in other ways', all);
}

const VARIANT_SAMPLE = 600;

/** Places in the forms that people write them in, with and without a postcode. */
export async function measurePlaceForms(part: QualityPart): Promise<void> {
  const { lookup, register, random, options, add, miss } = part;
  const { areas } = register.index;
  const all: Miss[] = [];
  for (const { kind, write } of PLACE_FORMS) {
    const places = areas.all('place').flatMap((area, position) => {
      const name = nameIn(area.names);
      const variant = write(name, nameIn(areas.at('municipality', area.parent).names));
      return variant === undefined || variant === name ? [] : [{ position, variant }];
    });
    if (places.length === 0) continue;
    const sample = Array.from({ length: Math.min(options.sample, PLACE_SAMPLE) }, () => {
      const { position, variant } = random.pick(places);
      const [from, to] = areas.descendantsOf('place', position, 'street');
      const street = register.streetAt(random.between(from, to - 1));
      return { street, variant, address: random.between(street.from, street.to - 1) };
    });
    const answered = ask(
      lookup,
      sample.map(({ street, variant }) => {
        const name = nameIn(street.names);
        return questionOf({ street, name, place: street.place }, `${name} ${variant}`);
      }),
    );
    add('places written in other ways, autocomplete', [
      { kind, places: places.length, tried: sample.length, 'hit@1': share(answered.first, answered.asked), 'wanted@1': '≥ 99.5 %', 'hit@5': share(answered.inFive, answered.asked) },
    ]); // biome-ignore format: a row of the table
    for (const hasPostcode of [true, false]) {
      const rows = sample
        .filter(({ address }) => register.numberOf(address) > 0 && register.suffixKeyOf(address) === '')
        .map(({ street, variant, address }): WrittenRow => {
          const postcode = hasPostcode ? register.postcodeOf(address) : '';
          const housenumber = String(register.numberOf(address));
          return { address, fields: { street: nameIn(street.names), housenumber, postcode, place: variant } };
        });
      const outcome = await answer(part, rows);
      add('places written in other ways, batch', [
        { kind, postcode: hasPostcode ? 'yes' : 'no', rows: rows.length, ...batchColumns(outcome), 'wanted exact': '≥ 99 %' },
      ]); // biome-ignore format: a row of the table
      all.push(...outcome.misses.slice(0, 20));
    }
  }
  miss('places written in other ways', all);
}

const PLACE_SAMPLE = 500;

/** `Street 32 bus 20` in a street column, for addresses with a box. */
export async function measureBoxes(part: QualityPart): Promise<void> {
  const { register, random, options, add, miss } = part;
  if (register.country !== 'be') return;
  const all: Miss[] = [];
  const boxed = drawAddresses(part, (address) => register.suffixOf(address).addition !== '', options.sample);
  for (const word of ['bus', 'bte', 'boîte', '/', 'box']) {
    const rows = boxed.map((address): WrittenRow => {
      const { names, place } = register.streetOf(address);
      const { letter, addition } = register.suffixOf(address);
      const between = word === '/' ? '/' : ` ${word} `;
      const street = `${random.pick(Object.values(names))} ${register.numberOf(address)}${letter}${between}${addition}`;
      return { address, fields: { street, postcode: register.postcodeOf(address), place } };
    });
    const outcome = await answer(part, rows);
    add('boxes in a street column', [
      { written: `Street 32${word === '/' ? '/' : ` ${word} `}20`, rows: rows.length, ...batchColumns(outcome), 'wanted exact': '≥ 99.5 %', 'wanted wrong': '0' },
    ]); // biome-ignore format: a row of the table
    all.push(...outcome.misses);
  }
  miss('boxes in a street column', all);
}

/** Streets whose name ends in a number, with the number in the street column, apart, and in one text. */
export async function measureNumberedStreets(part: QualityPart): Promise<void> {
  const { register, random, options, add, miss } = part;
  const streets: number[] = [];
  for (let street = 0; street < register.streetCount; street++) {
    if (/\d$/.test(register.index.streets.nameOf(street))) streets.push(street);
  }
  const chosen = random.shuffle(streets).slice(0, options.sample);
  const addresses = chosen.flatMap((street) => {
    const { from, to } = register.streetAt(street);
    const address = random.between(from, to - 1);
    return register.numberOf(address) > 0 && register.suffixKeyOf(address) === '' ? [address] : [];
  });
  const all: Miss[] = [];
  const forms = ['street column', 'street column, no postcode', 'columns', 'text'] as const;
  for (const form of forms) {
    const rows = addresses.map((address): WrittenRow => {
      const { names, place } = register.streetOf(address);
      const [name, number, postcode] = [
        nameIn(names),
        String(register.numberOf(address)),
        register.postcodeOf(address),
      ];
      if (form === 'text') return { address, fields: { text: `${name} ${number}, ${postcode} ${place}` } };
      if (form === 'columns') return { address, fields: { street: name, housenumber: number, postcode, place } };
      const street = `${name} ${number}`;
      return { address, fields: form === 'street column' ? { street, postcode, place } : { street, place } };
    });
    const outcome = await answer(part, rows);
    add('streets that end in a number', [
      { written: form, rows: rows.length, ...batchColumns(outcome), found: share(outcome.exact + outcome.corrected, rows.length), wanted: '≥ 99 %' },
    ]); // biome-ignore format: a row of the table
    all.push(...outcome.misses);
  }
  miss('streets that end in a number', all);
}

/** Addresses with some property, as they come; of a national register some hundred thousand are looked at. */
function drawAddresses({ register, random }: QualityPart, has: (address: number) => boolean, count: number): number[] {
  const found: number[] = [];
  for (let attempt = 0; attempt < 200 * count && found.length < count; attempt++) {
    const address = random.between(0, register.addressCount - 1);
    if (register.numberOf(address) > 0 && has(address)) found.push(address);
  }
  return found;
}

async function answer({ lookup, register }: QualityPart, rows: readonly WrittenRow[]): Promise<Outcome> {
  const counts = { exact: 0, corrected: 0, wrong: 0, several: 0, lost: 0 };
  const misses: Miss[] = [];
  const source = { countries: [register.country], of: () => lookup };
  for await (const each of geocodeRows(source, rows, { fieldsOf: ({ fields }) => fields })) {
    const { status } = each;
    const kind = kindOf(register, each);
    counts[kind]++;
    if (kind === 'exact' || kind === 'corrected') continue;
    const [first] = each.addresses.map(partsOf);
    const wanted = partsOf(register.documentOf(each.row.address));
    misses.push({
      typed: Object.values(each.row.fields).join(', '),
      wanted: labelOf(wanted),
      got: `${kind}, ${status} [${each.faults.join(' ')}] ${first === undefined ? '' : labelOf(first)}`,
    });
  }
  return { rows: rows.length, ...counts, misses };
}

function kindOf(register: IndexedRegister, { row, status, addresses }: GeocodedRow<WrittenRow>): keyof Omit<Outcome, 'rows' | 'misses'> {
  if (status === 'several') return 'several';
  if (status !== 'exact' && status !== 'corrected') return 'lost';
  const [wanted, got] = [partsOf(register.documentOf(row.address)), partsOf(addresses[0]!)];
  const isRight =
    looseName(wanted.streets[0] ?? '') === looseName(got.streets[0] ?? '') &&
    wanted.number === got.number &&
    wanted.suffix === got.suffix &&
    wanted.postcode === got.postcode;
  return isRight ? status : 'wrong';
} // biome-ignore format: a condition a line

function batchColumns({ rows, exact, corrected, wrong, several, lost }: Outcome): object {
  return {
    exact: share(exact, rows),
    'corrected, right': share(corrected, rows),
    wrong: share(wrong, rows),
    several: share(several, rows),
    'street, place, none': share(lost, rows),
  };
}
