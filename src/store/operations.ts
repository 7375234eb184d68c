import { INDEX_FILES, OPTIONAL_FILES } from './manifest.ts';

/** What a lookup can be opened for; `objects` are those of documents with identifiers. */
export type Operation = 'autocomplete' | 'directMatch' | 'radius' | 'nearest' | 'geocode' | 'objects';

const { areas, streets, addresses, names, runs, boxes } = INDEX_FILES;

/** The files that every document is made from, postcodes included. */
const DOCUMENT_FILES: readonly string[] = [areas, streets, addresses];

const OPERATION_FILES: Readonly<Record<Operation, readonly string[]>> = {
  autocomplete: [names, boxes, OPTIONAL_FILES.former],
  directMatch: [],
  radius: [runs],
  nearest: [runs],
  geocode: [names, runs, OPTIONAL_FILES.former],
  objects: [OPTIONAL_FILES.objects],
};

export const OPERATIONS = Object.keys(OPERATION_FILES) as readonly Operation[];

/** The names of the files that these operations read; `undefined` for all. */
export function filesOf(operations: readonly Operation[] | undefined): ReadonlySet<string> | undefined {
  return operations && new Set([...DOCUMENT_FILES, ...operations.flatMap((each) => OPERATION_FILES[each])]);
}

/** The operations that read a file. */
export function operationsOn(file: string): readonly Operation[] {
  return OPERATIONS.filter((operation) => OPERATION_FILES[operation].includes(file));
}
