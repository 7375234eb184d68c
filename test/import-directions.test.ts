import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * What each part of src may import: other parts, and packages. A part always imports itself. Imports point one way: what is
 * lower in the table knows what is higher, never the other way round.
 */
const PARTS: Readonly<Record<string, { readonly parts: readonly string[]; readonly packages: readonly string[] }>> = {
  errors: { parts: [], packages: [] },
  version: { parts: [], packages: [] },
  lexicon: { parts: [], packages: [] },
  model: { parts: ['lexicon'], packages: [] },
  text: { parts: ['lexicon', 'model'], packages: [] },
  format: { parts: ['errors'], packages: ['flatqueue'] },
  threads: { parts: ['errors'], packages: ['piscina'] },
  store: {
    parts: ['errors', 'version', 'lexicon', 'model', 'text', 'format', 'threads'],
    packages: ['@msgpack/msgpack', 'flatbush', 'flatqueue', 'kdbush'],
  },
  search: { parts: ['lexicon', 'model', 'text', 'format', 'store'], packages: [] },
  map: { parts: ['model', 'store', 'search'], packages: [] },
  query: { parts: ['errors', 'model', 'text', 'format', 'store', 'search'], packages: [] },
  batch: {
    parts: ['errors', 'model', 'text', 'format', 'threads', 'store', 'search', 'map', 'query'],
    packages: ['hucre', 'iconv-lite', 'saxes', 'yauzl', 'yazl'],
  },
  export: {
    parts: ['errors', 'version', 'model', 'threads', 'store', 'query', 'batch'],
    packages: ['hyparquet-writer'],
  },
  cluster: { parts: ['errors', 'version', 'model', 'store', 'batch'], packages: ['bullmq', 'ioredis'] },
  lookup: { parts: ['errors', 'model', 'store', 'search', 'query', 'batch'], packages: [] },
  api: { parts: ['errors', 'version', 'model', 'store', 'search', 'query', 'batch', 'lookup'], packages: [] },
  browser: { parts: ['api', 'lookup'], packages: [] },
  index: { parts: ['api', 'lookup'], packages: [] },
  client: { parts: ['model', 'text'], packages: [] },
  // Of react only types, for JSX.
  element: { parts: ['model', 'text', 'client'], packages: ['react'] },
  http: {
    parts: [
      'errors',
      'version',
      'model',
      'text',
      'format',
      'store',
      'search',
      'map',
      'query',
      'batch',
      'lookup',
      'client',
      'element',
    ],
    packages: ['*'],
  },
  cli: {
    parts: [
      'errors',
      'version',
      'model',
      'format',
      'store',
      'search',
      'query',
      'batch',
      'export',
      'lookup',
      'cluster',
      'http',
    ],
    packages: ['*'],
  },
};

/** The network and other processes are for http and cli; the rest reads files at most. */
const FORBIDDEN_BUILTINS = ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'child_process', 'cluster', 'vm'];

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Import {
  /** Path from the root: `src/query/radius.ts`. */
  readonly file: string;
  readonly specifier: string;
  /** Path from the root where the specifier is a path. */
  readonly target: string | undefined;
  /** Whether it is for types alone, and nothing is loaded. */
  readonly isType: boolean;
}

function sourceFiles(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(?:dist|\.build-\w+)\//.test(name))
    .map((name) => join(directory, name));
}

/** Static imports, re-exports, `import()` and `require()` of a file. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = text.matchAll(
    /(?:^(?:import|export)\s+(type\s)?[^;'"]*?\bfrom\s+|^import\s+|\b(?:import|require|createRequire\(import\.meta\.url\))\(\s*)['"]([\w@.][^'"()]*)['"]/gm,
  );
  return Array.from(specifiers, ([, type, specifier]) => ({
    file,
    isType: type !== undefined,
    specifier: specifier!,
    target: specifier!.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), specifier!)) : undefined,
  }));
}

/** `query` for `src/query/radius.ts`, `errors` for `src/errors.ts`. */
function partOf(path: string): string {
  return path.split('/')[1]!.replace(/\.ts$/, '');
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const imports = sourceFiles('src').flatMap(importsOf);
const isBuiltin = ({ specifier }: Import): boolean => builtinModules.includes(specifier.replace(/^node:/, ''));

it('finds the imports there are', () => {
  expect(imports.length).toBeGreaterThan(150);
  expect(imports).toContainEqual({
    file: 'src/query/autocomplete.ts',
    specifier: '../errors.ts',
    target: 'src/errors.ts',
    isType: false,
  });
});

it('every part of src stands in the table', () => {
  for (const part of new Set(sourceFiles('src').map(partOf))) expect(Object.keys(PARTS)).toContain(part);
});

describe.each(Object.entries(PARTS))('src/%s', (part, { parts, packages }) => {
  const own = imports.filter(({ file }) => partOf(file) === part);

  it(`imports ${parts.join(', ') || 'nothing'} of src`, () => {
    const wrong = own.filter(({ target }) => target !== undefined && ![part, ...parts].includes(partOf(target)));
    expect(wrong).toEqual([]);
  });

  it(`imports ${packages.join(', ') || 'no package'}`, () => {
    const wrong = own.filter(
      (each) =>
        each.target === undefined &&
        !isBuiltin(each) &&
        !packages.includes('*') &&
        !packages.includes(packageOf(each.specifier)),
    );
    expect(wrong).toEqual([]);
  });
});

it('src never imports pipelines, fixtures or tests', () => {
  expect(imports.filter(({ target }) => target !== undefined && !target.startsWith('src/'))).toEqual([]);
});

describe('the two packages', () => {
  const manifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
  const [library, tools] = [manifest('package.json'), manifest('pipelines/package.json')];
  const importsBy = new Map<string, Import[]>();
  for (const each of [...imports, ...sourceFiles('pipelines').flatMap(importsOf)])
    importsBy.set(each.file, [...(importsBy.get(each.file) ?? []), each]);
  /** The sources of the library: its entry points and what they import. */
  const ofLibrary = new Set(
    Object.values(library.exports).flatMap((each) =>
      typeof each === 'string' ? [] : each.default.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts'),
    ),
  );
  for (const file of ofLibrary)
    for (const { target, isType } of importsBy.get(file) ?? [])
      if (target !== undefined && !isType) ofLibrary.add(target);

  it('the library has no file of the service, the commands, their threads, files of rows, batches on several machines, or imports', () => {
    expect(ofLibrary.size).toBeGreaterThan(100);
    expect([...ofLibrary].filter((file) => /^(?:pipelines|src\/(?:cli|cluster|threads))\//.test(file))).toEqual([]);
    expect(ofLibrary).not.toContain('src/store/write-index.ts');
    expect(ofLibrary).not.toContain('src/batch/spreadsheet.ts');
    expect(ofLibrary).not.toContain('src/http/server.ts');
  });

  it('the library imports its four dependencies, each of them', () => {
    const packages = [...ofLibrary].flatMap((file) =>
      (importsBy.get(file) ?? []).filter((each) => each.target === undefined && !each.isType && !isBuiltin(each)),
    );
    expect([...new Set(packages.map(({ specifier }) => packageOf(specifier)))].sort()).toEqual(
      Object.keys(library.dependencies),
    );
  });

  it('the tools import what they depend on, or ask their user to install, and each of it', () => {
    const packages = [...importsBy.values()]
      .flat()
      .filter((each) => each.target === undefined && !each.isType && !isBuiltin(each));
    const names = new Set(packages.map(({ specifier }) => packageOf(specifier)));
    const declared = Object.keys({ ...tools.dependencies, ...tools.peerDependencies });
    expect([...names].filter((name) => !declared.includes(name))).toEqual([]);
    // The library is imported by paths that the build turns into its name.
    const unused = declared.filter((name) => !names.has(name) && name !== 'benelux-address-lookup');
    expect(unused).toEqual([]);
  });
});

it('built-in modules are imported as node: …', () => {
  expect(imports.filter((each) => isBuiltin(each) && !each.specifier.startsWith('node:'))).toEqual([]);
});

it('only http and cli import what reaches the network or other processes', () => {
  const wrong = imports.filter(
    ({ file, specifier }) =>
      !['http', 'cli'].includes(partOf(file)) && FORBIDDEN_BUILTINS.includes(specifier.replace(/^node:/, '')),
  );
  expect(wrong).toEqual([]);
});

it('model, text, format, search and query read no files', () => {
  const reading = imports.filter(
    ({ file, specifier }) =>
      ['model', 'text', 'format', 'search', 'query'].includes(partOf(file)) && /^node:fs/.test(specifier),
  );
  expect(reading).toEqual([]);
});

/** Files of src, but for some parts, in whose code a pattern occurs. */
function filesWith(pattern: RegExp, butFor: readonly string[]): string[] {
  return sourceFiles('src').filter((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return !butFor.includes(partOf(file)) && pattern.test(code);
  });
}

it('only cli prints and exits', () => {
  const printing = filesWith(/\bconsole\.|process\.(?:stdout|stderr|exit)/, ['cli']);
  // The try-out page runs in a browser, where the console is all there is.
  expect(printing.filter((file) => !file.startsWith('src/http/page/'))).toEqual([]);
  expect(filesWith(/process\.(?:stdout|stderr)/, [])).not.toEqual([]);
});

it('nothing but http, cli, the client and what follows releases looks at the clock, and nothing at chance', () => {
  expect(filesWith(/\bnew Date\(\)|\bDate\.now\b|\bperformance\.now\b/, ['http', 'cli', 'lookup', 'client'])).toEqual(
    [],
  );
  expect(filesWith(/\bMath\.random\b/, [])).toEqual([]);
});

/**
 * What each part of pipelines may import, as `PARTS` says for src: other parts of pipelines, and of src. A register knows
 * the readers and projections, no register knows another, and readers know no register.
 */
const PIPELINE_PARTS: Readonly<
  Record<
    string,
    { readonly parts: readonly string[]; readonly src: readonly string[]; readonly packages: readonly string[] }
  >
> = {
  progress: { parts: [], src: [], packages: [] },
  report: { parts: [], src: ['model', 'store', 'text'], packages: [] },
  'register-import': { parts: ['progress', 'report'], src: ['model', 'store'], packages: [] },
  projection: { parts: [], src: ['errors'], packages: ['proj4', 'geotiff'] },
  readers: {
    parts: ['progress'],
    src: ['errors', 'format', 'model', 'threads'],
    packages: ['csv-parse', 'saxes', 'yauzl'],
  },
  data: { parts: ['readers'], src: ['errors', 'version'], packages: ['csv-parse'] },
  'proper-case': { parts: [], src: [], packages: [] },
  bag: {
    parts: ['progress', 'report', 'register-import', 'projection', 'readers', 'data', 'former'],
    src: ['errors', 'format', 'model', 'store', 'text', 'threads'],
    packages: [],
  },
  best: {
    parts: ['progress', 'report', 'register-import', 'projection', 'readers', 'data', 'proper-case', 'former', 'ended'],
    src: ['errors', 'model', 'format', 'store', 'threads'],
    packages: [],
  },
  caclr: {
    parts: [
      'progress',
      'report',
      'register-import',
      'projection',
      'readers',
      'data',
      'proper-case',
      'reject-unusable',
      'former',
      'ended',
    ],
    src: ['errors', 'model', 'text', 'store'],
    packages: [],
  },
  merge: { parts: ['report', 'register-import', 'former'], src: ['model', 'store'], packages: [] },
  former: { parts: ['readers', 'report', 'reject-unusable'], src: ['model', 'store', 'text'], packages: [] },
  ended: { parts: ['former', 'readers', 'report'], src: ['model', 'store', 'text'], packages: [] },
  'reject-unusable': { parts: ['report', 'register-import'], src: ['model'], packages: [] },
  'directory-lock': { parts: [], src: ['errors'], packages: [] },
  'durable-files': { parts: [], src: [], packages: [] },
  'publish-directory': { parts: ['directory-lock', 'durable-files'], src: ['errors', 'store'], packages: [] },
  diff: { parts: ['report'], src: ['cli', 'errors', 'model', 'store'], packages: ['commander'] },
  gates: {
    parts: ['diff', 'report'],
    src: ['errors', 'lookup', 'model', 'query', 'store', 'text'],
    packages: [],
  },
  'report-page': {
    parts: ['diff', 'gates', 'report'],
    src: ['format', 'map', 'model', 'store', 'text'],
    packages: [],
  },
  rollback: { parts: ['publish-directory'], src: ['cli', 'errors', 'model', 'store'], packages: ['commander'] },
  provenance: { parts: ['progress'], src: ['errors', 'model', 'store'], packages: [] },
  run: {
    parts: [
      'report',
      'register-import',
      'reject-unusable',
      'merge',
      'publish-directory',
      'provenance',
      'diff',
      'gates',
      'report-page',
    ],
    src: ['errors', 'store'],
    packages: [],
  },
  recognise: { parts: ['readers'], src: ['errors', 'model'], packages: [] },
  'build-index': {
    parts: [
      'progress',
      'report',
      'register-import',
      'bag',
      'best',
      'caclr',
      'recognise',
      'gates',
      'run',
      'publish-directory',
    ],
    src: ['errors', 'version', 'model', 'store', 'cli'],
    packages: ['commander'],
  },
  configuration: { parts: [], src: ['errors'], packages: ['commander'] },
  download: {
    parts: [
      'progress',
      'readers',
      'bag',
      'recognise',
      'directory-lock',
      'durable-files',
      'provenance',
      'configuration',
    ],
    src: ['errors', 'version', 'model', 'store', 'cli'],
    packages: ['commander', 'p-retry', 'undici'],
  },
  update: {
    parts: [
      'gates',
      'build-index',
      'best',
      'configuration',
      'directory-lock',
      'download',
      'durable-files',
      'publish-directory',
    ],
    src: ['cli', 'errors', 'model', 'store', 'version'],
    packages: ['commander'],
  },
  pack: {
    parts: [
      'configuration',
      'directory-lock',
      'download',
      'durable-files',
      'progress',
      'provenance',
      'publish-directory',
      'readers',
      'update',
    ],
    src: ['cli', 'errors', 'model', 'store'],
    packages: ['commander', 'yazl'],
  },
  'address-lookup': {
    parts: ['build-index', 'diff', 'download', 'rollback', 'update', 'pack'],
    src: ['cli'],
    packages: [],
  },
};

describe('the parts of pipelines', () => {
  const pipelineImports = sourceFiles('pipelines').flatMap(importsOf);

  it('are those in the table', () => {
    const found = new Set(sourceFiles('pipelines').map(partOf));
    expect([...found].sort()).toEqual(Object.keys(PIPELINE_PARTS).sort());
  });

  it.each(Object.entries(PIPELINE_PARTS))('pipelines/%s imports what it may', (part, { parts, src, packages }) => {
    const own = pipelineImports.filter(({ file }) => partOf(file) === part);
    // Only a part that may import nothing imports nothing.
    expect(own.some((each) => !isBuiltin(each))).toBe([...parts, ...src, ...packages].length > 0);
    const isAllowed = (each: Import): boolean => {
      if (isBuiltin(each)) return each.specifier.startsWith('node:');
      if (each.target === undefined) return packages.includes(packageOf(each.specifier));
      const allowed = each.target.startsWith('src/') ? src : [part, ...parts];
      return /^(?:src|pipelines)\//.test(each.target) && allowed.includes(partOf(each.target));
    };
    expect(own.filter((each) => !isAllowed(each))).toEqual([]);
  });

  it('import one way: no part is imported by one that it imports', () => {
    const reaches = (from: string, to: string): boolean =>
      PIPELINE_PARTS[from]!.parts.some((part) => part === to || reaches(part, to));
    expect(Object.keys(PIPELINE_PARTS).filter((part) => reaches(part, part))).toEqual([]);
  });
});
