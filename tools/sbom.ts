import { createHash } from 'node:crypto';
import { installedWith, type ShippedPackage } from './notice.ts';

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly [{ readonly expression: string }];
}

export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * The software bill of materials of one of our packages, in the format of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). It is
 * made of the lock file alone: that of a commit is always the same bytes, as that of `npm sbom`, which has a random number and the time, is not.
 *
 * @param folder of our package, as the lock file names it
 */
export function billOfMaterials(name: string, folder: string, root?: string): BillOfMaterials {
  const installed = installedWith(folder, root);
  const own = installed.find((each) => each.name === name)!;
  const bill = {
    version: 1,
    metadata: { component: componentOf(own, 'application') },
    components: installed.filter((each) => each !== own).map((each) => componentOf(each, 'library')),
    dependencies: installed.map(({ name, version, dependsOn }) => ({ ref: `${name}@${version}`, dependsOn })),
  } as const;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}`,
    ...bill,
  };
}

function componentOf({ name, version, licence, integrity }: ShippedPackage, type: Component['type']): Component {
  return {
    type,
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(integrity === ''
      ? {}
      : {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
          ],
        }),
    licenses: [{ expression: licence }],
  };
}

/** A name as a UUID of version 8, whose bits are of one's own choosing (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
