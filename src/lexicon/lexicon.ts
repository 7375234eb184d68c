import { COUNTRY_WORDS } from './countries.ts';
import { NUMBER_WORDS } from './house-numbers.ts';
import { LITTLE_WORDS } from './little-words.ts';
import { NAME_WORDS } from './names.ts';
import { PLACE_WORDS } from './place-names.ts';
import { REMARK_WORDS } from './remarks.ts';
import type { Row } from './row.ts';

/** Every word that the project knows. */
export const LEXICON: readonly Row[] = [
  ...NAME_WORDS,
  ...PLACE_WORDS,
  ...LITTLE_WORDS,
  ...NUMBER_WORDS,
  ...REMARK_WORDS,
  ...COUNTRY_WORDS,
];
