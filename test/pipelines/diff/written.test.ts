import { expect, it } from 'vitest';
import { writtenInStreet, writtenNames, writtenNumber, writtenStreet } from '../../../pipelines/diff/written.ts';
import { randomInput } from '../../support/random-input.ts';
import { openInput } from '../../support/small-register.ts';

it('names are written the same in whatever order their languages stand', () => {
  expect(writtenNames({ nl: 'Kerkstraat', fr: "Rue de l'Église" })).toBe(
    writtenNames({ fr: "Rue de l'Église", nl: 'Kerkstraat' }),
  );
  expect(writtenNames({ nl: 'Kerkstraat' })).not.toBe(writtenNames({ fr: 'Kerkstraat' }));
});

it('an address is written as its number, what follows it and its postcode, apart from its street', async () => {
  const { index } = await openInput(randomInput('be', 3));
  const { addresses, postcodes, streets } = index;
  for (let address = 0; address < addresses.length; address++) {
    const { letter, addition } = addresses.suffixOf(address);
    const number = `${addresses.numberOf(address)}|${letter}|${addition}`;
    expect(writtenNumber(index, address)).toBe(number);
    expect(writtenInStreet(index, address)).toBe(`${number}|${postcodes.codeAt(addresses.postcodeOf(address))}`);
  }
  const { place, municipality } = index.areasAbove(0);
  expect(writtenStreet(index, 0)).toBe(
    [streets.namesOf(0), place.names, municipality.names].map(writtenNames).join('|'),
  );
});
