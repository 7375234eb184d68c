/// <reference lib="dom" />
import type { Country } from '../model/country.ts';
import { element } from './dom.ts';
import type { FieldTexts } from './texts.ts';

/** The visible elements of the field. */
export interface FieldParts {
  /** Around everything. */
  readonly frame: HTMLElement;
  /** Around the input, its list and the button that clears it. */
  readonly field: HTMLElement;
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  /** The choice of country; hidden unless the form depends on it. */
  readonly select: HTMLSelectElement;
  readonly clear: HTMLButtonElement;
  /** The frame of `note`, `list` and what is below them. */
  readonly popup: HTMLElement;
  readonly note: HTMLElement;
  readonly list: HTMLElement;
  /** What the licences of the registers want shown with addresses. */
  readonly attribution: HTMLElement;
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
    ...countries.map((each) => element('option', { value: each }, texts[each])),
  ) as HTMLSelectElement;
  /** An element that a page can restyle, and this module too. */
  const part = (tag: string, name: string, ...children: readonly (Node | string)[]): HTMLElement =>
    element(tag, { class: name, part: name, ...(tag === 'button' && { type: 'button' }) }, ...children);
  const list = element('div', { id: `${id}-list`, role: 'listbox', 'aria-label': texts.suggestions });
  const note = part('p', 'note');
  note.ariaHidden = 'true';
  const attribution = part('p', 'attribution');
  const unlisted = part('button', 'unlisted', texts.unlisted) as HTMLButtonElement;
  // The list covers the button below it; this one is for the pointer, as the list closes when the focus leaves the field.
  const covering = unlisted.cloneNode(true) as HTMLButtonElement;
  covering.removeAttribute('part');
  covering.tabIndex = -1;
  covering.ariaHidden = 'true';
  const popup = part('div', 'popup', note, list, covering, attribution);
  const clear = part('button', 'clear', '✕') as HTMLButtonElement;
  clear.ariaLabel = texts.clear;
  const field = element('div', { class: 'field' }, input, clear, popup);
  const below = part('p', 'below');
  const additions = part('div', 'additions');
  const problem = part('div', 'problem');
  below.id = `${id}-below`;
  problem.id = `${id}-problem`;
  const status = element('p', { class: 'unseen', role: 'status' });
  for (const each of [select, popup, clear, unlisted, below, additions, problem, attribution]) each.hidden = true;
  // Not a style element, which a content security policy may forbid.
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const labelElement = element('label', { for: `${id}-input`, part: 'label' }, label);
  const frame = element(
    'div',
    {},
    labelElement,
    element('div', { class: 'row' }, select),
    field,
    problem,
    unlisted,
    additions,
    below,
    status,
  );
  root.replaceChildren(frame);
  return {
    frame,
    label: labelElement,
    field,
    input,
    select,
    clear,
    popup,
    note,
    list,
    attribution,
    unlisted,
    covering,
    additions,
    below,
    problem,
    status,
  };
}

/**
 * The look of the field. Colours and sizes are custom properties, and every element is a part, so a page can restyle it. Addresses are in Latin
 * letters, also on pages from right to left: hence `plaintext`. The button below the open list, which has one of its own, takes no room, so
 * that nothing moves while you type; the focus can still go to it, and then the list closes.
 */
const STYLE = `
:host{display:block;position:relative;font:inherit;color-scheme:inherit;
--_ink:var(--address-lookup-ink,light-dark(#1d2125,#eceff1));--_dim:var(--address-lookup-dim,light-dark(#555d64,#aab2b9));
--_ground:var(--address-lookup-ground,light-dark(#fff,#1b1f23));--_line:var(--address-lookup-line,light-dark(#8b949c,#7b858d));
--_accent:var(--address-lookup-accent,light-dark(#0b5c8a,#6cc1f5));--_marked:var(--address-lookup-marked,light-dark(#e2eef6,#233a4a));
--_wrong:var(--address-lookup-wrong,light-dark(#b3261e,#ff9d94))}
:host([hidden]){display:none}*{box-sizing:border-box}[hidden]{display:none!important}
label{display:block;margin-bottom:.3em;color:var(--_ink)}
.row{display:flex;flex-wrap:wrap;gap:.5em}.row:has(>select:not([hidden])){margin-bottom:.5em}.row>div{flex:1 1 7em;min-width:0}.field{position:relative}
input,select,button{font:inherit;color:var(--_ink);background:var(--_ground);border:1px solid var(--_line);border-radius:.35em;min-height:2.75em}
input,.row>div select{width:100%}input{padding:.5em .7em}.field input{padding-inline-end:2.9em}select{padding:.5em;max-width:100%}
input,[role=option] span,p{unicode-bidi:plaintext}:host(:dir(rtl)) input{text-align:right}
:focus-visible{outline:3px solid var(--_accent);outline-offset:1px}
:host(:state(invalid-shown)) :is(.field input,[aria-invalid=true]){border-color:var(--_wrong)}
button{cursor:pointer;padding:.4em .8em}
.clear{position:absolute;inset-inline-end:.15em;top:.15em;border:0;background:none;min-width:2.45em;min-height:2.45em;padding:0;color:var(--_dim)}
.popup{position:absolute;z-index:10;left:0;right:0;top:100%;margin-top:.2em;background:var(--_ground);border:1px solid var(--_line);border-radius:.35em;box-shadow:0 .4em 1.4em #0003;overflow:hidden}
[role=listbox]{max-height:min(20em,55vh);overflow-y:auto}
[role=option]{display:flex;flex-wrap:wrap;align-items:center;align-content:center;column-gap:.5em;padding:.4em .7em;min-height:2.75em;cursor:pointer;overflow-wrap:anywhere;color:var(--_ink)}
[aria-selected=true]{background:var(--_marked);border-inline-start:.2em solid var(--_accent);padding-inline-start:.5em}
.row-description{color:var(--_dim)}mark{background:none;color:inherit;font-weight:700}
.note,.attribution{margin:0;padding:.5em .7em;color:var(--_dim)}.attribution{border-top:1px solid var(--_line);font-size:.8em}
.popup button{display:block;width:100%;text-align:start;border:0;border-top:1px solid var(--_line);border-radius:0;background:none}
.unlisted{color:var(--_accent)}.field~.unlisted{margin-top:.4em}
.field:has(.popup:not([hidden]))~.unlisted{position:absolute;opacity:0;pointer-events:none}
.below,.missing,.problem,.additions{margin:.4em 0 0;color:var(--_dim)}.problem,.additions{display:flex;flex-wrap:wrap;gap:.5em;align-items:center}.problem{color:var(--_wrong)}.problem p{margin:0}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field[data-busy]::after{content:"";position:absolute;left:.3em;right:.3em;bottom:0;height:2px;background:var(--_accent)}
@keyframes busy{from{transform:scaleX(.1)}}
@media (prefers-reduced-motion:no-preference){.field[data-busy]::after{animation:busy 1s ease-in-out infinite alternate}}
`;
