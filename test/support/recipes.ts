import { readFileSync } from 'node:fs';
import express from 'express';
import Fastify from 'fastify';
import * as react from 'react';
import * as client from '../../src/client/index.ts';
import * as element from '../../src/element/address-lookup.ts';
import * as handler from '../../src/http/handler.ts';
import { openAddressLookup } from '../../src/index.ts';

const PAGE = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');

/** A recipe of docs/embedding.md as it stands there: ```` ```LANGUAGE example=NAME ````. */
export function recipe(name: string): string {
  const [, source] = new RegExp(`\`\`\`\\w+ example=${name}\\n([^]*?)\`\`\``).exec(PAGE) ?? [];
  if (source === undefined) throw new Error(`docs/embedding.md has no recipe "${name}".`);
  return source;
}

const PACKAGES: Readonly<Record<string, object>> = {
  'benelux-address-lookup': { openAddressLookup },
  'benelux-address-lookup/handler': handler,
  'benelux-address-lookup/client': client,
  'benelux-address-lookup/element': element,
  express: { default: express },
  fastify: { default: Fastify },
  react,
};

/** Runs a recipe for a server, or what renders on one, and gives what it names. @param data instead of `dist-data` @param files instead of `public` */
export async function runRecipe(
  name: string,
  names: readonly string[],
  data: string,
  files = '',
): Promise<Record<string, unknown>> {
  const body = recipe(name)
    .replace(/^import (.*) from '(.*)';$/gm, (_, what: string, from: string) => {
      if (PACKAGES[from] === undefined) throw new Error(`The recipe "${name}" imports ${from}.`);
      return `const ${what.startsWith('{') ? what : `{ default: ${what} }`} = packages['${from}'];`;
    })
    // For what it does; it has done it here.
    .replace(/^import '(.*)';$/gm, (_, from: string) => {
      if (PACKAGES[from] === undefined) throw new Error(`The recipe "${name}" imports ${from}.`);
      return '';
    })
    .replaceAll(/^export /gm, '')
    .replace("'dist-data'", 'data')
    .replace("'public'", 'files');
  // The text is that of our own page.
  const AsyncFunction = (async () => {}).constructor as new (
    ...parameters: string[]
  ) => (...values: unknown[]) => Promise<Record<string, unknown>>;
  return new AsyncFunction('packages', 'data', 'files', `${body}\nreturn { ${names.join(', ')} };`)(
    PACKAGES,
    data,
    files,
  );
}
