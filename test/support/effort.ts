/** `TEST_EFFORT=full` tries everything, as `npm run test:nightly` does; without it the tests try a part of it, in seconds. */
const { TEST_EFFORT } = process.env;
const isFull = TEST_EFFORT === 'full';

/** How much a test tries: `usual`, or `full` where the environment asks for everything. */
export function effort(usual: number, full: number): number {
  return isFull ? full : usual;
}
