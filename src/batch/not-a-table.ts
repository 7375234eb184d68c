import { AddressLookupError } from '../errors.ts';

/** Files that begin as text can, or that people take for tables: how they begin, what they are, what to do. */
const OTHER_FORMATS: readonly (readonly [beginning: RegExp, name: string, remedy: string])[] = [
  [/^%PDF-/, 'a PDF', 'Export the table that it was made from.'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s, 'an image', 'Give the table itself.'],
  [/^\{\\rtf/, 'a text document (RTF)', 'Save its table as CSV.'],
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'a web page', 'Save its table as CSV or .xlsx.'],
  [/^\s*<(?:\?xml|[a-z][\w:-]*[\s/>])/i, 'XML', 'Convert it to CSV, with a row for each address.'],
  [/^\s*\[\s*[[{\]]/, 'a JSON array', "Give NDJSON, an object on each line, as jq -c '.[]' FILE prints it."],
  [
    /^\s*\{\s*"type"\s*:\s*"FeatureCollection"/,
    'GeoJSON',
    "Give NDJSON, an object on each line, as jq -c '.features[].properties' FILE prints it.",
  ],
  [
    /^\s*\{[ \t]*\r?\n/,
    'a JSON object over several lines',
    'Give NDJSON, an object on each line, as jq -c . FILE prints it.',
  ],
];

/**
 * Refuses what is known to be no table, by its first bytes.
 *
 * @throws AddressLookupError `input-not-recognised`
 */
export function refuseOtherFormats(sample: Buffer): void {
  // Byte for byte, without a byte order mark.
  const beginning = sample.toString('latin1', 0, 1024).replace(/^\xef\xbb\xbf/, '');
  const found = OTHER_FORMATS.find(([pattern]) => pattern.test(beginning));
  if (found === undefined) return;
  const [, name, remedy] = found;
  throw new AddressLookupError(
    'input-not-recognised',
    `The input is ${name}; allowed are CSV, NDJSON, .xlsx and .ods. ${remedy}`,
    { got: name },
  );
}
