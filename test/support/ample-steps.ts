import { Steps } from '../../src/format/steps.ts';

/** More steps than any request takes. */
export function ampleSteps(): Steps {
  return new Steps(Number.MAX_SAFE_INTEGER);
}
