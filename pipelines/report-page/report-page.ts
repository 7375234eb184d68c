import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePng } from '../../src/format/png.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { BUILD_FILES } from '../../src/store/directory.ts';
import { registerLabel } from '../../src/store/manifest.ts';
import { escapeHtml } from '../../src/text/escape.ts';
import { type ComparisonSummary, describeLostContexts } from '../diff/changed-addresses.ts';
import { CHANGE_KINDS, type ReleaseComparison } from '../diff/compare-releases.ts';
import type { GateResult } from '../gates/gates.ts';
import { positionFaultsOf } from '../gates/positions.ts';
import type { BuildReport, Reject } from '../report.ts';
import { type Bar, CHANGE_COLOURS, drawChanges, drawDensity, drawHistogram, provinceColour } from './pictures.ts';

/** The input of the page. */
interface ReportedRelease {
  readonly index: CountryIndex;
  readonly report: BuildReport & { readonly gates?: readonly GateResult[]; readonly changes?: ComparisonSummary };
  /** Some rejected records of each type and reason. */
  readonly rejects: readonly Reject[];
  /** The comparison with the previous release; `undefined` if there is none. */
  readonly comparison?: ReleaseComparison | undefined;
}

const SHOWN_MUNICIPALITIES = 50;

/**
 * Writes the report for people into the directory of the release: `report.html`, one file without scripts, and its
 * pictures as PNG: all addresses on a map, what has changed, and what was rejected. The same release gives the same bytes.
 * Time: about a second per ten million addresses and picture.
 */
export function writeReportPage(directory: string, release: ReportedRelease): void {
  const pictures = {
    density: encodePng(drawDensity(release.index, positionFaultsOf(release.index))),
    changes: release.comparison && encodePng(drawChanges(release.comparison)),
    rejections: encodePng(drawHistogram(barsOf(release.report))),
  };
  for (const name of ['density', 'changes', 'rejections'] as const) {
    const picture = pictures[name];
    if (picture !== undefined) writeFileSync(join(directory, BUILD_FILES[name]), picture);
  }
  writeFileSync(join(directory, BUILD_FILES.page), formatPage(release, pictures.density, pictures.changes));
}

/** Rejections by record type and reason, the largest share first. */
export function barsOf({ records }: BuildReport): Bar[] {
  return Object.entries(records)
    .flatMap(([recordType, { read, rejected }]) =>
      Object.entries(rejected).map(([reason, count]) => ({
        label: `${recordType} ${reason}`,
        count,
        share: count / Math.max(1, read),
      })),
    )
    .sort((a, b) => b.share - a.share);
}

function formatPage({ index, report, rejects }: ReportedRelease, density: Buffer, changes: Buffer | undefined): string {
  const title = `${report.country}: ${report.registers.map(registerLabel).join(', ')}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark;--dim:#5d656c;--line:#d9dde0;--bar:#c45a28}
@media (prefers-color-scheme:dark){:root{--dim:#a5adb4;--line:#3a4147}img{filter:brightness(.85)}}
body{margin:0 auto;max-width:72rem;padding:1.5rem;font:1rem/1.45 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.2rem 0 .5rem}p{margin:.3rem 0}small,.dim{color:var(--dim)}
img{display:block;max-width:100%;height:auto;background:#fff;border:1px solid var(--line);margin:.5rem 0}
.table{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .9rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child:not(.n){min-width:14rem}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.swatch{display:inline-block;width:.8rem;height:.8rem;margin-right:.35rem;border-radius:2px}.key>span{margin-right:1.1rem;white-space:nowrap}
.bar{display:inline-block;height:.8rem;background:var(--bar);min-width:1px}
@media (max-width:40rem){.gates thead{display:none}.gates tr{display:flex;flex-wrap:wrap;padding:.4rem 0;border-bottom:1px solid var(--line)}.gates td{border:0;padding:0 .7rem 0 0}.gates td:first-child{font-weight:600}
.gates td:nth-child(4)::before{content:'limit '}.gates td:last-child{flex-basis:100%;color:var(--dim)}}
.failed,.accepted{color:#c00020;font-weight:600}.passed{color:#00804a}@media (prefers-color-scheme:dark){.failed,.accepted{color:#ff7a85}.passed{color:#5fd39b}}
</style>
<h1>${escapeHtml(title)}</h1>
${countsSection(report)}
${gatesSection(report.gates)}
<h2>All addresses</h2>
<p class="dim">Darker where there are more; each province has its own colour, so that a town in the wrong place has the wrong one. Red, with a ring: far from the rest of its municipality, or outside the country (then at the edge).</p>
<p class="key">${provinceKey(index)}</p>
${image('All addresses on a map', density)}
${changesSection(report.changes, changes)}
${rejectionsSection(report, rejects)}
${report.warnings.length === 0 ? '' : `<h2>Notes</h2>\n<ul>${report.warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('')}</ul>`}
${areasSection(report)}
</html>
`;
}

function countsSection({ addresses, streets, places, records }: BuildReport): string {
  const { total, withoutPostcode, withoutPosition, proposed } = addresses;
  const rows = Object.entries(records).map(([type, { read, kept, historical, rejected }]) => [
    escapeHtml(type),
    ...[read, kept, historical, Object.values(rejected).reduce((sum, count) => sum + count, 0)].map(n),
  ]);
  return `<p><b>${n(total)}</b> addresses, ${n(streets)} ${streets === 1 ? 'street' : 'streets'}, ${n(places)} ${places === 1 ? 'place' : 'places'}; ${n(withoutPostcode)} without postcode, ${n(withoutPosition)} without position, ${n(proposed)} proposed.</p>
${table(['Records', '#read', '#kept', '#historical', '#rejected'], rows)}`;
}

function gatesSection(gates: readonly GateResult[] | undefined): string {
  if (gates === undefined) return '';
  const figures = (country: number | string, municipality: number | undefined): string =>
    [country, ...(municipality === undefined ? [] : [municipality])]
      .map((figure) => figure.toLocaleString('en', { maximumFractionDigits: 4 }))
      .join(' / ');
  const rows = gates.map(
    ({ gate, state, figure, limit, municipality, municipalityLimit, unit, explanation, examples }) => [
      gate,
      `<span class="${state}">${state}</span>`,
      state === 'skipped' ? '' : figures(figure, municipality?.figure),
      figures(limit, municipalityLimit),
      escapeHtml(unit),
      [explanation, ...examples].map(escapeHtml).join('<br>'),
    ],
  );
  return `<h2>Gates</h2>\n<p class="dim">Two figures: of the country, and of the worst municipality.</p>\n<div class="gates">${table(['Gate', 'State', '#Figure', '#Limit', 'Unit', ''], rows)}</div>`;
}

function provinceKey({ areas }: CountryIndex): string {
  return areas
    .all('province')
    .map(({ names }, province) => key(provinceColour(province), Object.values(names)[0] ?? ''))
    .join('');
}

function changesSection(changes: ComparisonSummary | undefined, picture: Buffer | undefined): string {
  if (changes === undefined || picture === undefined)
    return '<h2>Changes</h2>\n<p>There is no previous release to compare with.</p>';
  const { before, after, totals, contexts, municipalities } = changes;
  const rows = municipalities
    .slice(0, SHOWN_MUNICIPALITIES)
    .map((row) => [
      `${escapeHtml(row.name)} <small>${escapeHtml(row.province)}</small>`,
      n(row.before),
      n(row.after),
      ...CHANGE_KINDS.map((kind) => (row[kind] === 0 ? '' : n(row[kind]))),
    ]);
  return `<h2>Changes since the previous release</h2>
<p>${n(before.addresses)} → <b>${n(after.addresses)}</b> addresses: ${CHANGE_KINDS.map((kind) => `${n(totals[kind])} ${kind}`).join(', ')}.</p>
<p class="dim">Contexts that have expired: ${describeLostContexts(contexts)}.</p>
<p class="key">${Object.entries(CHANGE_COLOURS)
    .map(([kind, colour]) => key(colour, kind))
    .join('')}</p>
${image('Changes on a map', picture)}
${table(['Municipality', '#before', '#now', ...CHANGE_KINDS.map((kind) => `#${kind}`)], rows)}
${municipalities.length > SHOWN_MUNICIPALITIES ? `<p class="dim">The most changed of ${n(municipalities.length)}; report.json has them all.</p>` : ''}`;
}

function rejectionsSection(report: BuildReport, rejects: readonly Reject[]): string {
  const bars = barsOf(report);
  if (bars.length === 0) return '<h2>Rejections</h2>\n<p>Nothing was rejected.</p>';
  const most = Math.max(...bars.map(({ share }) => share));
  const examplesOf = (label: string): string =>
    rejects
      .filter(({ recordType, reason }) => `${recordType} ${reason}` === label)
      .map(({ id, file, position, detail }) =>
        escapeHtml([id, detail ? `(${detail})` : '', `${file}:${position}`].filter(Boolean).join(' ')),
      )
      .join('<br>');
  const rows = bars.map(({ label, count, share }) => [
    escapeHtml(label),
    n(count),
    `${(share * 100).toFixed(2)} %`,
    `<span class="bar" style="width:${((share / most) * 14).toFixed(2)}rem"></span>`,
    `<small>${examplesOf(label)}</small>`,
  ]);
  return `<h2>Rejections</h2>
<p class="dim">By their share of the records of the type; each is a line of rejects.csv.gz.</p>
${table(['Records and reason', '#count', '#share', '', 'Examples'], rows)}`;
}

function areasSection({ provinces }: BuildReport): string {
  const rows = provinces.flatMap(({ name, addresses, municipalities }) => [
    [`<b>${escapeHtml(name)}</b>`, `<b>${n(addresses)}</b>`],
    ...municipalities.map((each) => [escapeHtml(each.name), n(each.addresses)]),
  ]);
  return `<h2>Provinces and municipalities</h2>\n<details><summary>${n(rows.length)} areas</summary>\n${table(['', '#addresses'], rows)}\n</details>`;
}

/** A table in HTML. Headings of numeric columns begin with #; cells are HTML. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = headings.map((heading) => heading.startsWith('#'));
  const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
    row.map((cell, i) => `<${tag}${isNumber[i] ? ' class="n"' : ''}>${cell}</${tag}>`).join('');
  const head = cells(
    headings.map((heading) => escapeHtml(heading.replace('#', ''))),
    'th',
  );
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}\n</tbody></table></div>`;
}

function image(description: string, png: Buffer): string {
  return `<img alt="${escapeHtml(description)}" src="data:image/png;base64,${png.toString('base64')}">`;
}

function key(colour: readonly number[], text: string): string {
  return `<span><span class="swatch" style="background:rgb(${colour.join(',')})"></span>${escapeHtml(text)}</span>`;
}

const n = (count: number): string => count.toLocaleString('en');
