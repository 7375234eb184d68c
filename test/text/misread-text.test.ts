import { describe, expect, it } from 'vitest';
import {
  asBefore,
  asWholeNumber,
  withDigitsRead,
  withLettersRead,
  withoutCellMarks,
} from '../../src/text/misread-text.ts';
import { expectLinear } from '../support/expect-linear.ts';

describe('UTF-8 that was read as Windows-1252', () => {
  it.each([
    ['SÃºdwest-FryslÃ¢n', 'Súdwest-Fryslân'],
    ['CuraÃ§aostraat 18', 'Curaçaostraat 18'],
    ['LÃ¼beckstraat 26', 'Lübeckstraat 26'],
    ['ChaussÃ©e dâ€™Ixelles', 'Chaussée d’Ixelles'],
    ['Rue du SacrÃ©-CÅ“ur 3â€“5', 'Rue du Sacré-Cœur 3–5'],
  ])('%s is %s', (misread, expected) => {
    expect(asBefore(misread)).toBe(expected);
  });

  it('puts back every letter of the languages of the three countries, read as Latin-1 too', () => {
    for (const letter of 'àâäçèéêëîïôöùûüÿœæßÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŸŒÆ°«»’–') {
      const misread = Buffer.from(`a${letter}b`).toString('latin1');
      expect(misread).not.toBe(`a${letter}b`);
      expect(asBefore(misread)).toBe(`a${letter}b`);
    }
  });

  it.each([
    'Café\u00a0Noir',
    'CAFÉ\u00a0NOIR',
    'Råå',
    'Château d’Âge',
    'SÃO PAULO',
    'Plage à «',
    'Âge',
    'Ã',
    'Appelhôf 9',
  ])('leaves "%s" as it is', (text) => {
    expect(asBefore(text)).toBe(text);
  });
});

it.each([
  ['D a m   1 ,   D e l f t', 'Dam   1,   Delft'],
  ['D a m s t r a a t 1', 'Damstraat1'],
  ['D a m   1', 'D a m   1'],
  ['K 1 2 3 4 Dam 1', 'K 1 2 3 4 Dam 1'],
])('%s has its letters together: %s', (apart, together) => {
  expect(asBefore(apart)).toBe(together);
});

describe('digits and letters in other forms', () => {
  it.each([
    ['1️⃣2️⃣', '12'],
    ['١٢', '12'],
    ['12²', '12-2'],
    ['𝟏𝟐', '12'],
    ['𝐃𝐚𝐦 𝟏', 'Dam 1'],
    ['Ｄａｍ １２，１０１２ＬＧ', 'Dam 12,1012LG'],
  ])('%s is %s', (written, expected) => {
    expect(asBefore(written)).toBe(expected);
  });
});

describe('HTML', () => {
  it.each([
    ['Rue de l&#39;&Eacute;glise', "Rue de l'Église"],
    ['Rue de l&#x2019;&eacute;glise&nbsp;5', 'Rue de l’église 5'],
    ['Dam 1<br>1012JS<br/>Amsterdam', 'Dam 1\n1012JS\nAmsterdam'],
    ['<span class="street">Dam</span> 1', '\nDam\n 1'],
    ['Stra&szlig;e &Ouml;sterreich &amp; Z&uuml;rich', 'Straße Österreich & Zürich'],
  ])('%s is %s', (html, expected) => expect(asBefore(html)).toBe(expected));

  it.each(['Jansen & Zn', 'Dam 1 & 3', 'a < b', '1 <2> 3', '&nothing; &#0; &#xd800; &#9;', 'R&D;'])(
    'leaves "%s" as it is',
    (text) => expect(asBefore(text)).toBe(text),
  );

  it.each(['<', '<a ', '&', '&#', '&eacute'])('takes no time for many times "%s"', (part) => {
    expectLinear((times) => asBefore(part.repeat(times)));
  });
});

it('is put back where a program wrote its letters as escapes', () => {
  expect(asBefore('Rue de Ch\\u00ean\\u00e9e 12')).toBe('Rue de Chênée 12');
  expect(asBefore('R\\xf6ntgenweg 15')).toBe('Röntgenweg 15');
  expect(asBefore('Dam 1 \\ Amsterdam')).toBe('Dam 1 \\ Amsterdam');
});

it('leaves out what nobody sees', () => {
  expect(asBefore('Kerk\u00adstraat\u200b 12\ufeff')).toBe('Kerkstraat 12');
  expect(withoutCellMarks('\u200e1012JS\u202c')).toBe('1012JS');
  expect(withoutCellMarks('"12"')).toBe('12');
});

it('reads the words of a form in a URL, where there is no blank', () => {
  expect(asBefore('Liersesteenweg+4+bus+0201,+2580+Putte')).toBe('Liersesteenweg 4 bus 0201, 2580 Putte');
  expect(asBefore('Dr%C3%A8ve+des+Faisans+49%2C+4121')).toBe('Drève des Faisans 49, 4121');
  for (const text of ['Kerkstraat 12+14+16, Gent', '12+14+16', 'Kerk+Plein']) expect(asBefore(text)).toBe(text);
});

it('reads percent-encoded bytes, where they are UTF-8', () => {
  expect(asBefore('Rue d&amp;#39;Eau et Ch&amp;amp;ecirc;ne')).toBe("Rue d'Eau et Chêne");
  expect(asBefore('Rue de la Lib\ufffdration et de l?Ath?n\ufffde ?')).toBe("Rue de la Liberation et de l'Athenee ?");
  expect(asBefore('Dr=C3=A8ve des Faisans=20')).toBe('Drève des Faisans=20');
  expect(asBefore('Dr%C3%A8ve%20des%20Faisans%2049%2C%204121')).toBe('Drève des Faisans 49, 4121');
  for (const text of ['100 % 12', '%', '%E8', '5%zz']) expect(asBefore(text)).toBe(text);
  expectLinear((times) => asBefore('%C3'.repeat(times)));
});

it('takes the marks of spreadsheets from a cell, and decimals and signs beside it from a whole number', () => {
  expect(['="12"', "'12", '12', "'s-Gravenhage", '="0012A"', '12.0'].map(withoutCellMarks)).toEqual([
    '12',
    '12',
    '12',
    "'s-Gravenhage",
    '0012A',
    '12.0',
  ]);
  for (const cell of [',12', '12,', ' 12. ', '; 12']) expect(asWholeNumber(cell), cell).toBe('12');
  expect(['12.0', '12,00', ' 12.0 ', '12.5', '12.01', '12'].map(asWholeNumber)).toEqual([
    '12',
    '12',
    '12',
    '12.5',
    '12.01',
    '12',
  ]);
});

it('puts letters back in words, and digits in front of a number, that a scanner took for others', () => {
  expect(['Rue Miche1 39', 'Bou|evard 5', 'Kerkstraat12', 'N201 5', 'Dam | Delft'].map(withLettersRead)).toEqual([
    'Rue Michel 39',
    'Boulevard 5',
    'Kerkstraat12',
    'N201 5',
    'Dam | Delft',
  ]);
  expect(['Rue Lechat S9', 'Dam, l2', 'Dam 12 S9', 'Dam l2a'].map(withDigitsRead)).toEqual([
    'Rue Lechat 59',
    'Dam, 12',
    'Dam 12 S9',
    'Dam l2a',
  ]);
});
