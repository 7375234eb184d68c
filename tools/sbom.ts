import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedPackages } from './notice.ts';

/*
 * `npm run sbom` writes sbom.cdx.json, the software bill of materials that the package has. `npm sbom --omit dev` would leave out what is both shipped and
 * needed by a development tool: everything is listed, and what is not shipped is taken out again.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The bill in the format of CycloneDX. */
export function billOfMaterials(root: string = ROOT): BillOfMaterials {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = JSON.parse(text) as BillOfMaterials;
  const shipped = new Set(shippedPackages(root).map(({ name, version }) => `${name}@${version}`));
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...bill, components, dependencies };
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(ROOT, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
