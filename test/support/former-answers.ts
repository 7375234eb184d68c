import { rdConverter } from '../../pipelines/projection/rd.ts';
import type { AddressLookup, Geocoded } from '../../src/index.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { type FormerRow, written } from './former-oracle.ts';

/** As far as the middle of an outline may be from its first corner. */
const MAX_METRES = 60;

/** Each row with its answer, and whether that is what became of it; `divided` if it is the house that now has letters or additions. */
export function answersTo(
  lookup: AddressLookup,
  rows: readonly FormerRow[],
): { expected: FormerRow; answer: Geocoded; verdict: 'right' | 'divided' | 'wrong' }[] {
  return rows.map((expected) => {
    const answer = lookup.geocode({ ...expected.row, country: 'NL' });
    const isRight = expected.today === undefined ? isEnd(answer, expected) : isToday(answer, expected.today);
    if (isRight && answer.faults.includes('address-former') && answer.former?.until === expected.until) {
      return { expected, answer, verdict: 'right' };
    }
    return { expected, answer, verdict: expected.isDivided && isDivided(answer, expected) ? 'divided' : 'wrong' };
  });
}

function isToday({ status, addresses, parts, former }: Geocoded, today: string): boolean {
  const { street = '', housenumber = '', houseletter = '', addition = '', postcode = '', place = '' } = parts;
  const line = written({ street, number: housenumber, letter: houseletter, addition, place });
  const isOne = status === 'corrected' && addresses.length === 1;
  return isOne && former?.became !== 'withdrawn' && `${line} ${postcode}` === today;
}

function isEnd({ status, addresses, parts, former, position }: Geocoded, { point }: FormerRow): boolean {
  if (status !== 'former' || addresses.length > 0 || Object.keys(parts).length > 0) return false;
  if (former?.became !== 'withdrawn' || point === undefined)
    return former?.became === 'withdrawn' && position === undefined;
  const [latitude, longitude] = rdConverter().toWgs84(...point);
  const metric = new LocalMetric(latitude, longitude);
  const squaredMetres = position && metric.squaredMetresTo(position.latitude * 1e7, position.longitude * 1e7);
  return squaredMetres !== undefined && squaredMetres < MAX_METRES ** 2;
}

function isDivided({ faults, parts }: Geocoded, { row }: FormerRow): boolean {
  return faults.includes('addition-added') && parts.street === row.street && parts.housenumber === row.housenumber;
}
