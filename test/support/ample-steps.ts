import { Steps } from '../../src/search/steps.ts';

/** More steps than any request takes. */
export function ampleSteps(): Steps {
  return new Steps(Number.MAX_SAFE_INTEGER);
}
