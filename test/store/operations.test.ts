import { expect, it } from 'vitest';
import { INDEX_FILES, OPTIONAL_FILES } from '../../src/store/manifest.ts';
import { filesOf, OPERATIONS, operationsOn } from '../../src/store/operations.ts';

const { areas, streets, addresses } = INDEX_FILES;

it('every operation needs the files of documents, and those that it reads besides', () => {
  for (const operation of OPERATIONS) {
    const files = filesOf([operation])!;
    for (const file of [areas, streets, addresses]) expect(files).toContain(file);
    const own = [...Object.values(INDEX_FILES), ...Object.values(OPTIONAL_FILES)].filter((file) =>
      operationsOn(file).includes(operation),
    );
    expect([...files].sort()).toEqual([areas, streets, addresses, ...own].sort());
  }
  expect(filesOf(['directMatch'])!.size).toBe(3);
});

it('several operations need the files of each, and all operations are meant where none is named', () => {
  const both = filesOf(['radius', 'autocomplete'])!;
  for (const file of [...filesOf(['radius'])!, ...filesOf(['autocomplete'])!]) expect(both).toContain(file);
  expect(both.size).toBeLessThanOrEqual(filesOf(['radius'])!.size + filesOf(['autocomplete'])!.size - 3);
  expect(filesOf(undefined)).toBeUndefined();
});
