/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** The element with this id, which must exist. */
export function elementById<Element extends HTMLElement = HTMLElement>(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The document has no element "${id}".`);
  return element as Element;
}

type Child = Node | string;

/** A new HTML element with attributes and children; texts become text, never markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElement {
  return fill(document.createElement(name), attributes, children);
}

/** A new SVG element. */
export function svgElement(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Child[]
): SVGElement {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement, attributes, children);
}

function fill<E extends Element>(
  made: E,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
