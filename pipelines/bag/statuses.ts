import { ADDRESS_STATE } from '../../src/model/address-columns.ts';
import { OBJECT_STATUSES, type ObjectStatus } from '../../src/model/register-object.ts';
import { FIELD, type RecordType, type StandRecord } from './stand-record.ts';

/** The state of what no longer exists. */
export const WITHDRAWN = 255;

/** What a status of the register means: one of `ADDRESS_STATE` for an address, or `WITHDRAWN`; and for an object, what we call it. */
type Statuses = Readonly<Record<string, readonly [state: number, status?: ObjectStatus]>>;

const NAMES: Statuses = {
  'Naamgeving uitgegeven': [ADDRESS_STATE.current],
  'Naamgeving ingetrokken': [WITHDRAWN],
};
const PLACES: Statuses = {
  'Woonplaats aangewezen': [ADDRESS_STATE.current],
  'Woonplaats ingetrokken': [WITHDRAWN],
};
const PITCHES: Statuses = {
  'Plaats aangewezen': [ADDRESS_STATE.current, 'designated'],
  'Plaats ingetrokken': [WITHDRAWN],
};

/**
 * A status that is not listed counts as existing, as in the views of NLExtract, a common reference
 * (bagv2/etl/sql/create-views.sql), and for a residence as not in use.
 */
const STATUSES: Readonly<Record<RecordType, Statuses>> = {
  WPL: PLACES,
  OPR: NAMES,
  NUM: NAMES,
  LIG: PITCHES,
  STA: PITCHES,
  VBO: {
    'Verblijfsobject in gebruik': [ADDRESS_STATE.current, 'in-use'],
    'Verblijfsobject in gebruik (niet ingemeten)': [ADDRESS_STATE.current, 'in-use-unsurveyed'],
    'Verbouwing verblijfsobject': [ADDRESS_STATE.reserved, 'under-renovation'],
    'Verblijfsobject buiten gebruik': [ADDRESS_STATE.reserved, 'out-of-use'],
    'Verblijfsobject gevormd': [ADDRESS_STATE.proposed, 'planned'],
    'Verblijfsobject ingetrokken': [WITHDRAWN],
    'Niet gerealiseerd verblijfsobject': [WITHDRAWN],
    'Verblijfsobject ten onrechte opgevoerd': [WITHDRAWN],
  },
};

/** Returns a function that tells the state of records of one type; -1 for a record without a status. */
export function stateReader(recordType: RecordType): (record: StandRecord) => number {
  const known = Object.entries(STATUSES[recordType]).map(([text, [state]]) => ({ bytes: encode(text), state }));
  const ofUnknown = recordType === 'VBO' ? ADDRESS_STATE.reserved : ADDRESS_STATE.current;
  return (record) => {
    for (const { bytes, state } of known) {
      if (record.equals(FIELD.status, bytes)) return state;
    }
    return record.text(FIELD.status) === '' ? -1 : ofUnknown;
  };
}

const KNOWN_OBJECTS = [...Object.entries(STATUSES.VBO), ...Object.entries(PITCHES)].flatMap(([text, [, status]]) =>
  status === undefined ? [] : [{ bytes: encode(text), status: OBJECT_STATUSES.indexOf(status) }],
);

/** The status of an object that exists, as its position in `OBJECT_STATUSES`. */
export function objectStatusOf(record: StandRecord): number {
  for (const { bytes, status } of KNOWN_OBJECTS) {
    if (record.equals(FIELD.status, bytes)) return status;
  }
  return OBJECT_STATUSES.indexOf('unknown');
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
