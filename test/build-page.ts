import { buildPage } from '../tools/build.ts';

/**
 * Before any test: builds the page at / and the description of the service, as `npm run build:page` does, since the server serves what is built. Where
 * PACKAGE_TARBALLS says that the packages have been built, the page has been, too, and other tests may be reading it.
 */
export default async function setUp(): Promise<void> {
  if (process.env['PACKAGE_TARBALLS'] === undefined) await buildPage();
}
