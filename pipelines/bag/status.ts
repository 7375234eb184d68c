import { ADDRESS_STATE } from '../../src/model/address-columns.ts';
import { type RecordType, WITHDRAWN } from './record-columns.ts';
import { FIELD, type StandRecord } from './stand-record.ts';

/**
 * What a status means for an address. Whatever is not listed exists, like the views of NLExtract that everyone compares
 * with (bagv2/etl/sql/create-views.sql); of the objects it counts as standing, though not in use.
 */
const NAMES: Record<string, number> = {
  'Naamgeving uitgegeven': ADDRESS_STATE.current,
  'Naamgeving ingetrokken': WITHDRAWN,
};
const PLACES: Record<string, number> = {
  'Woonplaats aangewezen': ADDRESS_STATE.current,
  'Woonplaats ingetrokken': WITHDRAWN,
};
const PITCHES: Record<string, number> = {
  'Plaats aangewezen': ADDRESS_STATE.current,
  'Plaats ingetrokken': WITHDRAWN,
};
const STATES: Readonly<Record<RecordType, Record<string, number>>> = {
  WPL: PLACES,
  OPR: NAMES,
  NUM: NAMES,
  LIG: PITCHES,
  STA: PITCHES,
  VBO: {
    'Verblijfsobject in gebruik': ADDRESS_STATE.current,
    'Verblijfsobject in gebruik (niet ingemeten)': ADDRESS_STATE.current,
    'Verbouwing verblijfsobject': ADDRESS_STATE.reserved,
    'Verblijfsobject buiten gebruik': ADDRESS_STATE.reserved,
    'Verblijfsobject gevormd': ADDRESS_STATE.proposed,
    'Verblijfsobject ingetrokken': WITHDRAWN,
    'Niet gerealiseerd verblijfsobject': WITHDRAWN,
    'Verblijfsobject ten onrechte opgevoerd': WITHDRAWN,
  },
};

/** Returns a function that tells the state of records of one type; -1 where a record has no status. */
export function stateReader(recordType: RecordType): (record: StandRecord) => number {
  const known = Object.entries(STATES[recordType]).map(([status, state]) => ({
    bytes: new TextEncoder().encode(status),
    state,
  }));
  const ofUnknown = recordType === 'VBO' ? ADDRESS_STATE.reserved : ADDRESS_STATE.current;
  return (record) => {
    for (const { bytes, state } of known) {
      if (record.equals(FIELD.status, bytes)) return state;
    }
    return record.text(FIELD.status) === '' ? -1 : ofUnknown;
  };
}
