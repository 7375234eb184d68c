import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALLOWED_LICENCES, installedWith, LIBRARY, noticeText, TOOLS } from '../tools/notice.ts';
import { billOfMaterials } from '../tools/sbom.ts';

/** What npm really installs is compared with the bill of materials where the packages are installed: package.test.ts. */
describe('what an installation brings along', () => {
  const [library, tools] = [installedWith(LIBRARY), installedWith(TOOLS)];

  it('is listed in NOTICE (npm run notice writes it)', () => {
    const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8');
    expect(notice).toBe(noticeText());
    for (const { name, version, integrity } of tools)
      if (integrity !== '') expect(notice).toContain(`\n${name} ${version} (`);
    expect(library).toContainEqual({
      name: 'kdbush',
      version: expect.any(String),
      licence: 'ISC',
      integrity: expect.stringMatching(/^sha512-/),
      dependsOn: [],
      copyrights: [expect.stringMatching(/^Copyright \(c\) \d{4}, Vladimir Agafonkin$/)],
    });
  });

  it('is under licences that may be combined with ours', () => {
    expect(tools.length).toBeGreaterThan(library.length);
    expect(tools.filter(({ licence }) => !ALLOWED_LICENCES.includes(licence))).toEqual([]);
  });

  it('is the library with four packages, and the tools with the library', () => {
    expect(library.map(({ name }) => name)).toEqual([
      '@msgpack/msgpack',
      'benelux-address-lookup',
      'flatbush',
      'flatqueue',
      'kdbush',
    ]);
    for (const { name } of library) expect(tools.map((each) => each.name)).toContain(name);
  });

  it('has what development needs too, and what is for some machines only', () => {
    const names = tools.map(({ name }) => name);
    const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(names).toEqual(
      expect.arrayContaining(['pino', 'commander', 'iconv-lite', 'bullmq', '@napi-rs/nice-darwin-arm64']),
    );
    // Used by development tools as well: a lock file marks these in another way than those of the tools alone.
    expect(Object.keys(devDependencies).filter((name) => names.includes(name))).not.toEqual([]);
    expect(names.filter((name) => /^(?:vitest|typescript|@biomejs)/.test(name))).toEqual([]);
  });

  it('stands in a software bill of materials of CycloneDX, the same at every call', () => {
    const bill = billOfMaterials('benelux-address-tools', TOOLS);
    expect(bill).toEqual(billOfMaterials('benelux-address-tools', TOOLS));
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(bill.metadata.component.name).toBe('benelux-address-tools');
    expect([...bill.components.map(({ name }) => name), 'benelux-address-tools'].sort()).toEqual(
      tools.map(({ name }) => name).sort(),
    );
    const refs = new Set([bill.metadata.component, ...bill.components].map((each) => each['bom-ref']));
    for (const { ref, dependsOn } of bill.dependencies)
      for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);
  });
});
