/** The version of this package; a test holds it equal to package.json. */
export const VERSION = '0.1.0';
