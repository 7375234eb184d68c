import { expect, it } from 'vitest';
import { refuseOtherFormats } from '../../src/batch/not-a-table.ts';
import { planFile } from '../../src/batch/plan.ts';
import { codeOf } from '../support/code-of.ts';

it.each([
  ['%PDF-1.4\n1 0 obj\n', /^The input is a PDF; allowed are CSV, NDJSON, \.xlsx and \.ods\. /],
  ['\u0089PNG\r\n\u001a\n\0\0', /is an image/],
  ['\u00ff\u00d8\u00ff\u00e0\0', /is an image/],
  ['{\\rtf1\\ansi Dam 1}', /RTF/],
  ['<!DOCTYPE html>\n<table><tr><td>Dam 1</td></tr></table>', /is a web page/],
  ['\ufeff<?xml version="1.0"?>\n<adressen/>', /is XML/],
  ['[{"text":"Dam 1"}]', /is a JSON array; .* jq -c '\.\[\]' FILE prints it\.$/],
  ['{"type":"FeatureCollection","features":[]}', /is GeoJSON/],
  ['{\n  "text": "Dam 1"\n}\n', /a JSON object over several lines/],
])('a file that begins as %j is refused by its name, as a whole too', (text, message) => {
  const sample = Buffer.from(text, text.startsWith('\ufeff') ? 'utf8' : 'latin1');
  expect(() => refuseOtherFormats(sample)).toThrow(message);
  expect(codeOf(() => planFile({ sample, isWhole: true }, {}))).toBe('input-not-recognised');
});

it.each(['adres\nDam 1\n', '{"text":"Dam 1"}\n', '"<leeg>";adres\n', 'BMW;adres\n', '[straat];[nr]\n', ''])(
  'a table that begins as %j is not',
  (text) => expect(() => refuseOtherFormats(Buffer.from(text))).not.toThrow(),
);
