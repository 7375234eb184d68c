/// <reference lib="dom" />
import type { Country } from '../model/country.ts';
import { element } from './dom.ts';
import type { FieldTexts } from './texts.ts';

/** The visible elements of the field. */
export interface FieldParts {
  /** Around the input, its list and the button that clears it. */
  readonly field: HTMLElement;
  readonly input: HTMLInputElement;
  /** The choice of country; hidden if there is only one. */
  readonly select: HTMLSelectElement;
  readonly clear: HTMLButtonElement;
  /** The frame of `note`, `list` and what is below them. */
  readonly popup: HTMLElement;
  readonly note: HTMLElement;
  readonly list: HTMLElement;
  /** The suggestion from another country. */
  readonly elsewhere: HTMLElement;
  /** "My address is not listed", below the field; and again in the list, which covers that. */
  readonly unlisted: HTMLButtonElement;
  readonly covering: HTMLButtonElement;
  readonly additions: HTMLElement;
  readonly below: HTMLElement;
  readonly problem: HTMLElement;
  /** Announced by screen readers, not visible. */
  readonly status: HTMLElement;
}

interface FieldOptions {
  /** Prefix of the ids of the parts. */
  readonly id: string;
  readonly texts: FieldTexts;
  readonly countries: readonly Country[];
  readonly label: string;
  readonly placeholder: string;
}

/** Replaces the content of a shadow root by the parts of an address field. Does not add listeners. */
export function buildField(root: ShadowRoot, { id, texts, countries, label, placeholder }: FieldOptions): FieldParts {
  const input = element('input', {
    id: `${id}-input`,
    part: 'input',
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': `${id}-list`,
    'aria-describedby': `${id}-below ${id}-problem`,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    placeholder,
  }) as HTMLInputElement;
  const select = element(
    'select',
    { part: 'country', 'aria-label': texts.country },
    ...countries.map((each) => element('option', { value: each }, texts.countries[each])),
  ) as HTMLSelectElement;
  select.hidden = countries.length < 2;
  const button = (attributes: Readonly<Record<string, string>>, text: string): HTMLButtonElement =>
    element('button', { type: 'button', ...attributes }, text) as HTMLButtonElement;
  const list = element('div', { id: `${id}-list`, role: 'listbox', 'aria-label': texts.suggestions });
  const note = element('p', { class: 'note', part: 'note', 'aria-hidden': 'true' });
  const elsewhere = element('div', { class: 'elsewhere' });
  const unlisted = button({ class: 'unlisted', part: 'unlisted' }, texts.unlisted);
  // The list covers the button below it; this one is for the pointer, as the list closes when the focus leaves the field.
  const covering = button({ class: 'unlisted', tabindex: '-1', 'aria-hidden': 'true' }, texts.unlisted);
  const popup = element('div', { class: 'popup', part: 'popup' }, note, list, element('div', {}, elsewhere, covering));
  const clear = button({ class: 'clear', part: 'clear', 'aria-label': texts.clear }, '✕');
  const field = element('div', { class: 'field' }, input, clear, popup);
  const below = element('p', { id: `${id}-below`, class: 'below', part: 'below' });
  const additions = element('div', { class: 'additions', part: 'additions' });
  const problem = element('div', { id: `${id}-problem`, class: 'problem', part: 'problem' });
  const status = element('p', { class: 'unseen', role: 'status' });
  for (const each of [popup, clear, unlisted, below, additions, problem]) each.hidden = true;
  // Not a style element, which a content security policy may forbid.
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  root.replaceChildren(
    element('label', { for: `${id}-input`, part: 'label' }, label),
    element('div', { class: 'row' }, select, field),
    problem,
    unlisted,
    additions,
    below,
    status,
  );
  return {
    field,
    input,
    select,
    clear,
    popup,
    note,
    list,
    elsewhere,
    unlisted,
    covering,
    additions,
    below,
    problem,
    status,
  };
}

/** The look of the field. Colours and sizes are custom properties, and every element is a part, so a page can restyle it. */
const STYLE = `
:host{display:block;position:relative;font:inherit;color-scheme:inherit;
--_ink:var(--address-lookup-ink,light-dark(#1d2125,#eceff1));--_dim:var(--address-lookup-dim,light-dark(#555d64,#aab2b9));
--_ground:var(--address-lookup-ground,light-dark(#fff,#1b1f23));--_line:var(--address-lookup-line,light-dark(#8b949c,#7b858d));
--_accent:var(--address-lookup-accent,light-dark(#0b5c8a,#6cc1f5));--_marked:var(--address-lookup-marked,light-dark(#e2eef6,#233a4a));
--_wrong:var(--address-lookup-wrong,light-dark(#b3261e,#ff9d94))}
:host([hidden]){display:none}*{box-sizing:border-box}[hidden]{display:none!important}
label{display:block;margin-bottom:.3em;color:var(--_ink)}
.row{display:flex;flex-wrap:wrap;gap:.5em}.field{position:relative;flex:1 1 14em;min-width:0}
input,select,button{font:inherit;color:var(--_ink);background:var(--_ground);border:1px solid var(--_line);border-radius:.35em;min-height:2.75em}
input{width:100%;padding:.5em 2.9em .5em .7em}select{padding:.5em;max-width:100%}
input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid var(--_accent);outline-offset:1px}
:host(:state(invalid-shown)) input{border-color:var(--_wrong)}
button{cursor:pointer;padding:.4em .8em}
.clear{position:absolute;right:.15em;top:.15em;border:0;background:none;min-width:2.45em;min-height:2.45em;padding:0;color:var(--_dim)}
.popup{position:absolute;z-index:10;left:0;right:0;top:100%;margin-top:.2em;background:var(--_ground);border:1px solid var(--_line);border-radius:.35em;box-shadow:0 .4em 1.4em #0003;overflow:hidden}
[role=listbox]{max-height:min(20em,55vh);overflow-y:auto}
[role=option]{display:flex;flex-wrap:wrap;align-items:center;align-content:center;column-gap:.5em;padding:.4em .7em;min-height:2.75em;cursor:pointer;overflow-wrap:anywhere;color:var(--_ink)}
[role=option][aria-selected=true]{background:var(--_marked);box-shadow:inset .2em 0 var(--_accent)}
.row-description{color:var(--_dim)}mark{background:none;color:inherit;font-weight:700}
.note,.elsewhere-label{margin:0;padding:.5em .7em;color:var(--_dim)}
.popup button{display:block;width:100%;text-align:left;border:0;border-top:1px solid var(--_line);border-radius:0;background:none}
.unlisted{color:var(--_accent)}.row~.unlisted{margin-top:.4em}
/* Under the list, which has one of its own, and without room, so that nothing moves while you type; the focus can still go to it, and then the list closes. */
.row:has(.popup:not([hidden]))~.unlisted{position:absolute;opacity:0;pointer-events:none}
.below{margin:.4em 0 0;color:var(--_dim)}.problem{color:var(--_wrong);display:flex;flex-wrap:wrap;gap:.5em;align-items:center;margin:.4em 0 0}.problem p{margin:0}
.additions{display:flex;flex-wrap:wrap;gap:.4em;align-items:center;margin-top:.5em;color:var(--_dim)}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field[data-busy]::after{content:"";position:absolute;left:.3em;right:.3em;bottom:0;height:2px;background:var(--_accent);animation:busy 1s ease-in-out infinite alternate}
@keyframes busy{from{transform:scaleX(.1)}to{transform:scaleX(1)}}
@media (prefers-reduced-motion:reduce){.field[data-busy]::after{animation:none}}
`;
