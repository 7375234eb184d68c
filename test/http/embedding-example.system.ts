import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { builtFixtureIndexes } from '../support/fixture-indexes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/http.md'), 'utf8');

describe('docs/http.md', () => {
  it('has an example of embedding that prints what stands below it', async () => {
    const [, code, output] = /```ts\n(import [\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(page)!;
    const scratch = mkdtempSync(join(tmpdir(), 'embedding-'));
    const script = join(scratch, 'example.mts');
    const source = code!
      .replace("'benelux-address-tools/http'", JSON.stringify(join(ROOT, 'src/http/index.ts')))
      .replace("'benelux-address-lookup'", JSON.stringify(join(ROOT, 'src/index.ts')))
      .replace("'dist-data'", JSON.stringify(await builtFixtureIndexes()))
      // On any free port.
      .replace('port: 8080', 'port: 0')
      .replace("'http://127.0.0.1:8080", ['`http://127.0.0.1:$', '{server.server.address().port}'].join(''))
      .replace("/A2'", '/A2`');
    try {
      writeFileSync(script, source);
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { cwd: ROOT });
      expect(stdout).toBe(output);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});
