import type { ImportReport } from '../report.ts';
import type { DanglingReference, JoinedNames } from './join-names.ts';
import type { NameTable } from './read-xml-names.ts';
import { writtenId } from './records.ts';
import type { XmlKind } from './xml-files.ts';

/** What the import calls the records of the full download's files of names. */
const RECORD_TYPES: { readonly [kind in XmlKind]: string } = {
  address: 'address',
  streetName: 'street',
  municipality: 'municipality',
  postalInfo: 'postal name',
  partOfMunicipality: 'part of municipality',
};

/**
 * Accounts for the files of names: kept is what an address refers to; a name that none does is in no index. References into
 * nothing are told by kind, with how many addresses make them.
 */
export function accountForNames(tables: readonly NameTable[], joined: JoinedNames, report: ImportReport): void {
  for (const { path, kind, read, entries, unread } of tables) {
    const recordType = RECORD_TYPES[kind];
    report.read(recordType, read);
    for (const { reason, position, id, detail } of unread) {
      report.reject({ recordType, reason, file: path, position, id, detail });
    }
    const seen = new Set<number>();
    for (const { id, byteOffset } of entries) {
      const isUsed = joined.used.get(kind)?.has(id) ?? false;
      const reason = seen.has(id) ? 'duplicate-id' : isUsed ? undefined : 'without-address';
      seen.add(id);
      if (reason === undefined) report.kept(recordType);
      else report.reject({ recordType, reason, file: path, position: byteOffset, id: writtenId(id) });
    }
  }
  for (const kind of Object.keys(RECORD_TYPES) as XmlKind[]) warnOfDangling(kind, joined.dangling, report);
}

function warnOfDangling(kind: XmlKind, all: readonly DanglingReference[], report: ImportReport): void {
  const dangling = all.filter((reference) => reference.kind === kind);
  const [first] = dangling;
  if (first === undefined) return;
  const addresses = dangling.reduce((sum, reference) => sum + reference.addresses, 0);
  const consequence = kind === 'streetName' ? 'they were rejected' : 'they were kept without that name';
  report.warn(
    `${addresses} addresses refer to a ${RECORD_TYPES[kind]} that no file describes, the first to ${first.id} in ${first.region}: ${consequence}.`,
  );
}
