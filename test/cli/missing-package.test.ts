import { expect, it } from 'vitest';
import { missingPackageSentence } from '../../src/cli/missing-package.ts';

const notFound = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });

it('a package that few need is named, with the command that installs it', () => {
  const error = notFound("Cannot find package 'bullmq' imported from /app/queue.js");
  expect(missingPackageSentence(error, 'geocode submit')).toMatch(
    /^geocode submit needs the package bullmq, which is not installed\. Install it with: npm install "bullmq@[^"]+"$/,
  );
});

it('the name of a package is found in the path of its folder too', () => {
  const error = notFound("Cannot find package '/app/node_modules/bullmq' imported from /app/queue.js");
  expect(missingPackageSentence(error, 'x')).toContain('the package bullmq,');
});

it('any other error is none of these', () => {
  expect(missingPackageSentence(notFound("Cannot find package 'left-pad' imported from x"), 'x')).toBeUndefined();
  expect(missingPackageSentence(notFound("Cannot find module './a.js'"), 'x')).toBeUndefined();
  expect(missingPackageSentence(new Error("Cannot find package 'bullmq'"), 'x')).toBeUndefined();
  expect(missingPackageSentence('bullmq', 'x')).toBeUndefined();
});
