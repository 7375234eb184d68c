import { expect, it } from 'vitest';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { builtRegister } from '../support/built-register.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { openFixtureService } from './fixture-service.ts';

const built = builtRegister(bagImport, FIXTURE_INPUTS.nl[0]!, { withObjects: true });

it('addresses with identifiers have their objects, as described, if the index has them; others are as ever', async () => {
  const path = '/v1/directmatch/nl/1012NP/12';
  const [own, fixtures] = [await openFixtureService({}, built.lookup), await openFixtureService()];
  const [answer] = (await own.get(`${path}?identifiers=true`)).json();
  expect(answer.objects).toMatchObject([{ kind: 'unit', uses: ['office', 'retail'], status: 'in-use' }]);
  expect((await own.get(path)).body).toBe((await fixtures.get(path)).body);
  const { objects: _, ...others } = answer;
  expect([others]).toEqual((await fixtures.get(`${path}?identifiers=true`)).json());
  for (const service of [own, fixtures]) await service.close();
});
