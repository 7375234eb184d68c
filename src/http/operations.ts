import { AUTOCOMPLETE } from './autocomplete.ts';
import { DIRECT_MATCH } from './direct-match.ts';
import type { Operation } from './operation.ts';
import { RADIUS } from './radius.ts';

/** All operations of the specification. */
export const OPERATIONS: readonly Operation[] = [...AUTOCOMPLETE, ...DIRECT_MATCH, ...RADIUS];
