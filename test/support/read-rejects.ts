import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The text of a rejects file. */
export function readRejects(path: string): string {
  return gunzipSync(readFileSync(path)).toString();
}
