import { expect, it } from 'vitest';
import { withAliases } from '../../src/model/gazetteer.ts';

it('other names are a field of an area, which is absent where there are none', () => {
  expect({ id: 1, ...withAliases([]) }).toEqual({ id: 1 });
  const aliases = [{ name: 'Den Haag', language: 'nl' }] as const;
  expect({ id: 1, ...withAliases(aliases) }).toEqual({ id: 1, aliases });
});
