import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import { OPERATION_ROUTES } from '../../tools/interface/operations.ts';
import { type FixtureService, openFixtureService } from './fixture-service.ts';

/** What the examples are answered with. `npx vitest run test/http/examples.test.ts -u` writes it. */
const ANSWERS = fileURLToPath(new URL('./example-answers.json', import.meta.url));

describe('the examples of /openapi.json', () => {
  let service: FixtureService;
  let document: OpenApiDocument;
  const answers: Record<string, unknown> = {};

  beforeAll(async () => {
    service = await openFixtureService();
    document = (await service.app.inject('/openapi.json')).json();
    for (const [, path] of OPERATION_ROUTES.flatMap(({ examples = [] }) => examples)) {
      const answer = await service.get(path);
      expect(answer.statusCode, path).toBe(200);
      answers[path] = answer.json();
    }
  });
  afterAll(() => service.close());

  it('are there for every operation, in its description', () => {
    const operations = Object.values(document.paths).map(({ get }) => get);
    for (const { id, examples = [] } of OPERATION_ROUTES) {
      expect(examples.length, id).toBeGreaterThan(0);
      const { description } = operations.find((each) => each?.operationId === id)!;
      for (const [what, path] of examples) expect(description).toContain(`${what}: \`GET ${path}\`.`);
    }
  });

  it('are answered as they were when they were looked at last', async () => {
    await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(ANSWERS);
  });
});
