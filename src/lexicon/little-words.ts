import { type Row, readRows } from './row.ts';

/** The little words around names, in a file of their own: a browser needs them without the rest of the lexicon. */
export const LITTLE_WORDS: readonly Row[] = readRows(`
article nl language: de, den, het, t, s
article fr language: le, la, les, l, d
article de language: der, die, das
aroundName fr language: du, des
aroundName de language: am, an, op, um, im, in
# In this order, which is that in which they are tried.
filler fr usage: de_la, de_l, de, du, des, d
filler nl usage: van_de, van_der, van_den, van, der, den, het, t
fillerWord nl usage: ten, ter
fillerWord de usage: von
direction nl language: noordoost, noordwest, zuidoost, zuidwest, noord, zuid, oost, west
direction fr language: nord, sud, est, ouest
beforePlace nl language: te, in
beforePlace fr language: à
sentence mul usage: and, und, the, of, a, te
`);
