import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALLOWED_LICENCES, noticeText, shippedPackages } from '../tools/notice.ts';
import { billOfMaterials } from '../tools/sbom.ts';

describe('what an installation brings along', () => {
  const packages = shippedPackages();

  it('is listed in NOTICE (npm run notice writes it)', () => {
    expect(readFileSync(new URL('../NOTICE', import.meta.url), 'utf8')).toBe(noticeText());
    expect(packages.length).toBeGreaterThan(50);
    expect(packages).toContainEqual({
      name: 'kdbush',
      version: expect.any(String),
      licence: 'ISC',
      copyrights: [expect.stringMatching(/^Copyright \(c\) \d{4}, Vladimir Agafonkin$/)],
    });
  });

  it('is under licences that may be combined with ours', () => {
    expect(packages.filter(({ licence }) => !ALLOWED_LICENCES.includes(licence))).toEqual([]);
  });

  it('stands in a software bill of materials of CycloneDX, which the package has', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
      files: string[];
    };
    expect(manifest.files).toEqual(expect.arrayContaining(['NOTICE', 'sbom.cdx.json']));
    expect(manifest.scripts['prepack']).toContain('npm run sbom');
    const bill = billOfMaterials();
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    expect(packages.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
    expect(bill.components).toHaveLength(packages.length);
    expect([...listed].filter((each) => /^(?:vitest|typescript|@biomejs)/.test(each))).toEqual([]);
  });
});
