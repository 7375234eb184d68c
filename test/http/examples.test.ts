import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/http/examples.ts';
import { OPERATIONS } from '../../src/http/operations.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

const ANSWERS = fileURLToPath(new URL('../../src/http/example-answers.ts', import.meta.url));

describe('the examples of /openapi.json', () => {
  let service: FixtureService;

  beforeAll(async () => {
    service = await openFixtureService();
  });
  afterAll(() => service.close());

  it('are there for every operation', () => {
    expect([...EXAMPLES.keys()].sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });

  it('are what the service answers', async () => {
    const answers: Record<string, unknown> = {};
    for (const { path } of [...EXAMPLES.values()].flat()) {
      const answer = await service.get(path);
      expect(answer.statusCode, path).toBe(200);
      answers[path] = answer.json();
    }
    const source = `/** The answers to the requests of examples.ts. Written by its test: \`npx vitest run test/http/examples.test.ts -u\`. */
export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = ${JSON.stringify(answers)};
`;
    await expect(await format(source)).toMatchFileSnapshot(ANSWERS);
  });
});

/** As the project formats its sources. */
async function format(source: string): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return new Promise((resolve, reject) => {
    const biome = execFile(
      process.execPath,
      ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=src/http/example-answers.ts'],
      { cwd: root },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
    biome.stdin?.end(source);
  });
}
