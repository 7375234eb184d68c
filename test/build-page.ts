import { buildPage } from '../tools/build.ts';

/** Compiles the scripts of the page at / before any test, as `npm run build:page` does: the server serves what is built. */
export default buildPage;
