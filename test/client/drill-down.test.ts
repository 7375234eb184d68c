import { describe, expect, it } from 'vitest';
import { DrillDown } from '../../src/client/drill-down.ts';

function inKalverstraat(): DrillDown {
  const drillDown = new DrillDown();
  drillDown.enter({ value: 'Amsterdam, ', context: 'place' });
  drillDown.enter({ value: 'Amsterdam, Kalverstraat ', context: 'street' });
  return drillDown;
}

describe('The text of the field', () => {
  it('is searched as it stands while nothing has been chosen', () => {
    expect(new DrillDown().searchFor(' kalver ')).toEqual({ search: 'kalver' });
    expect(new DrillDown().searchFor('  ')).toBeUndefined();
  });

  it('is searched behind what was chosen, inside it', () => {
    expect(inKalverstraat().searchFor('Amsterdam, Kalverstraat 12')).toEqual({ context: 'street', search: '12' });
    expect(inKalverstraat().searchFor('Amsterdam, Kalverstraat ')).toEqual({ context: 'street' });
  });

  it('leads up again as it is deleted, level by level', () => {
    const drillDown = inKalverstraat();
    expect(drillDown.searchFor('Amsterdam, Kalverst')).toEqual({ context: 'place', search: 'Kalverst' });
    expect(drillDown.searchFor('Amsterdam, Kalverstraat 12')).toEqual({ context: 'place', search: 'Kalverstraat 12' });
    expect(drillDown.searchFor('Amsterd')).toEqual({ search: 'Amsterd' });
  });

  it('leaves a level that what is chosen next does not stand in', () => {
    const drillDown = new DrillDown();
    drillDown.enter({ value: 'Antwerpen, ', context: 'province' });
    drillDown.enter({ value: 'Mechelen, ', context: 'municipality' });
    expect(drillDown.searchFor('Antwerpen, kerk')).toEqual({ search: 'Antwerpen, kerk' });
    drillDown.enter({ value: 'Mechelen, ', context: 'place' });
    expect(drillDown.searchFor('Mechelen, kerk')).toEqual({ context: 'place', search: 'kerk' });
  });
});
