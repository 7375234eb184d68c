import { createRequire } from 'node:module';
import type Proj4 from 'proj4';

const require = createRequire(import.meta.url);

/**
 * proj4, when the first converter is made: CACLR alone has no positions. By `require`, because `import` would search its 317 kB of
 * CommonJS for the names that it exports, in 70 ms of processor time, a fortieth of what the import of Luxembourg takes.
 */
export function loadProj4(): typeof Proj4 {
  return require('proj4');
}
