import { describe, expect, it } from 'vitest';
import { checkCoordinates, type Position } from '../../src/query/coordinates.ts';
import { openRegister } from '../support/small-register.ts';
import { DUTCH_TOWN } from '../support/towns.ts';

const BAD: readonly (readonly [string, unknown, unknown])[] = [
  ['texts', '52.37', '4.89'],
  ['one text', 52.37, '4.89'],
  ['nothing', undefined, undefined],
  ['null', null, 4.89],
  ['not a number', Number.NaN, 4.89],
  ['infinite', 52, Number.POSITIVE_INFINITY],
  ['too far north', 90.1, 4.89],
  ['too far west', 52, -180.1],
  ['the wrong way round', 4.89, 52.37],
];

describe('coordinates', () => {
  it('in range are taken, wherever they are', () => {
    for (const [latitude, longitude] of [
      [52.37, 4.89],
      [-90, 180],
      [0, 0],
    ] as const)
      expect(() => checkCoordinates('nl', { latitude, longitude })).not.toThrow();
  });

  it.each(BAD)('are refused by radius and by near in the same way: %s', async (_, latitude, longitude) => {
    const { lookup } = await openRegister(DUTCH_TOWN);
    const position = { latitude, longitude } as Position;
    for (const ask of [
      () => lookup.radius(position),
      () => lookup.autocomplete({ search: 'kerkstraat', near: position }),
    ])
      expect(ask).toThrow(expect.objectContaining({ code: 'invalid-coordinate', name: 'AddressLookupError' }));
  });

  it('that are reversed are said to look so, by near too', async () => {
    const { lookup } = await openRegister(DUTCH_TOWN);
    const near = { latitude: 4.89, longitude: 52.37 };
    expect(() => lookup.autocomplete({ search: 'kerk', near })).toThrow(/^Got near latitude 4.89 .* look reversed/);
    expect(() => lookup.radius(near)).toThrow(/^Got latitude 4.89 .* look reversed/);
  });

  it('that are no object at all are refused too', () => {
    for (const position of [null, undefined, 'x', 7])
      expect(() => checkCoordinates('be', position as unknown as Position)).toThrow(
        expect.objectContaining({ code: 'invalid-coordinate' }),
      );
  });
});
