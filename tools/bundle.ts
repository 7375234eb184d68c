import { fileURLToPath } from 'node:url';
import { type BuildResult, build, type Plugin } from 'esbuild';
import { LITTLE_WORDS } from '../src/lexicon/little-words.ts';
import { isLittle } from '../src/text/little-words.ts';

/*
 * What browsers load: the address field as one file for a script tag, dist/element.js (`npm run build:element`), and the scripts of the
 * page of the service.
 */

const ROOT = new URL('../', import.meta.url);
export const BUNDLE: string = fileURLToPath(new URL('dist/element.js', ROOT));

/** The browsers that have all that field and page need: form-associated elements, `light-dark()`, `:has()`. */
const TARGET = 'es2022';

/**
 * Names of properties that are ours alone, which are shortened: of no element, no answer of the service, no attribute and no event. They are a twentieth
 * of the file.
 */
const OWN_NAMES: readonly string[] = [
  ...[
    'suggestions',
    'additions',
    'missingNumber',
    'isWithinChoice',
    'isListOfText',
    'isBusy',
    'isUnknown',
    'debounceMs',
  ],
  ...[
    'onInput',
    'onChoose',
    'onConfirm',
    'onNearEnd',
    'onReopen',
    'onText',
    'onAddress',
    'onUnknown',
    'onProblem',
    'onChange',
  ],
  ...['internals', 'adopt', 'isDisabled', 'applyDisabled', 'problem', 'attribution', 'retry', 'anchor', 'confirm'],
  ...['keptAsTyped', 'unreachable', 'nothing', 'unlisted', 'covering', 'chosen', 'choose'],
  ...[
    'descriptionLanguage',
    'startSession',
    'mayPass',
    'retryAfterSeconds',
    'opensFurther',
    'emptyOnly',
    'attributions',
  ],
  ...[
    'isOpen',
    'below',
    'popup',
    'frame',
    'list',
    'note',
    'texts',
    'client',
    'isMarked',
    'isMatch',
    'folded',
    'characters',
    'searchFor',
    'directMatch',
    'showMore',
    'typed',
  ],
];

/** Puts the little words into the file as they come out of the lexicon, without its rows and what reads them: 1.5 kB of source. */
const LITTLE_WORDS_ALONE: Plugin = {
  name: 'little-words-alone',
  setup({ onLoad }) {
    onLoad({ filter: /src\/text\/little-words\.ts$/ }, () => {
      const words = LITTLE_WORDS.flatMap((row) => row.words.flatMap((each) => each.split(' ')));
      const little = [...new Set(words.filter(isLittle))].join(' ');
      return {
        contents: `const words = '${little}'.split(' '); export const isLittle = (word) => words.includes(word);`,
        loader: 'js',
      };
    });
  },
};

/** The address field. It defines the element, exports nothing, and works as a classic script and as a module. */
export function bundleElement(outfile: string = BUNDLE): Promise<BuildResult> {
  return build({
    entryPoints: [fileURLToPath(new URL('src/element/address-lookup.ts', ROOT))],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    mangleProps: new RegExp(`^(?:${OWN_NAMES.join('|')})$`),
    legalComments: 'none',
    plugins: [LITTLE_WORDS_ALONE],
  });
}

/** The script of the page, and what it loads only when a workbook comes. */
export function bundlePage(directory: string): Promise<BuildResult> {
  return build({
    // The names of chunks follow from the paths of their parts, which from here are those of every checkout.
    absWorkingDir: fileURLToPath(ROOT),
    preserveSymlinks: true,
    entryPoints: [fileURLToPath(new URL('src/http/page/main.ts', ROOT))],
    outdir: directory,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: TARGET,
    chunkNames: '[name]-[hash]',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleElement();
