import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copySources } from '../support/clean-copy.ts';

export const LIBRARY = 'benelux-address-lookup';
export const TOOLS = 'benelux-address-tools';

export const exec: typeof execFile.__promisify__ = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly main?: string;
  readonly types?: string;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What is published, by the names of the packages: packed from a copy of the sources, as a clone has them, and unpacked. Where PACKAGE_TARBALLS
 * names a folder, the packages that lie in it are tested, and nothing is built.
 */
export class Packages {
  readonly scratch: string = mkdtempSync(join(tmpdir(), 'address-lookup-package-'));
  /** The sources, as a clone has them; made by the first packing. */
  readonly checkout: string = join(this.scratch, 'checkout');
  readonly tarballs: Record<string, string> = {};
  /** The paths of the files of each. */
  readonly files: Record<string, readonly string[]> = {};

  static async unpacked(): Promise<Packages> {
    const packages = new Packages();
    const packed = process.env['PACKAGE_TARBALLS'] ?? (await packages.pack('tarballs'));
    for (const name of [LIBRARY, TOOLS]) {
      const [file] = readdirSync(packed).filter((each) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(each));
      const tarball = join(packed, file!);
      mkdirSync(packages.folderOf(name), { recursive: true });
      await exec('tar', ['-xzf', tarball, '--strip-components=1', '-C', packages.folderOf(name)]);
      const { stdout } = await exec('tar', ['-tzf', tarball]);
      packages.tarballs[name] = tarball;
      packages.files[name] = stdout.split('\n').flatMap((path) => (path === '' ? [] : [path.slice('package/'.length)]));
    }
    return packages;
  }

  /** Packs both in a copy of the sources, into a folder of this name. */
  async pack(name: string): Promise<string> {
    const folder = join(this.scratch, name);
    if (!existsSync(this.checkout)) {
      mkdirSync(this.checkout);
      copySources(this.checkout);
    }
    mkdirSync(folder);
    await exec('npm', ['pack', '--workspaces', '--pack-destination', folder], { cwd: this.checkout });
    return folder;
  }

  /** Where a package lies unpacked, as in a checkout: the tools below the library. */
  folderOf(name: string): string {
    return join(this.scratch, 'copy', name === TOOLS ? 'pipelines' : '');
  }

  manifestOf(name: string): Manifest {
    return JSON.parse(readFileSync(join(this.folderOf(name), 'package.json'), 'utf8')) as Manifest;
  }

  /** An empty project into which packages are installed: the names of ours, or what npm takes. */
  async installedIn(name: string, ...packages: string[]): Promise<string> {
    const project = join(this.scratch, name);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "name": "embedder", "private": true, "type": "module" }');
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
    const asked = packages.map((each) => this.tarballs[each] ?? each);
    await exec('npm', ['install', ...options, ...asked], { cwd: project });
    return project;
  }

  remove(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** The names of all packages in a project, also of those in other packages. */
export function packagesIn(project: string): string[] {
  return readdirSync(project, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => /.*node_modules\/(.*)\/package\.json$/.exec(path)![1]!);
}

/** Runs a program in a project. */
export async function run(project: string, program: string, args: readonly string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await exec(program, [...args], { cwd: project })) };
  } catch (error) {
    return error as Ended;
  }
}
