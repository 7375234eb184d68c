/// <reference lib="dom" />
import { countryOf, doorOf, type Language, nameIn } from '../../client/address-text.ts';
import { type Address, addressesAround, MAX_MAP_ADDRESSES, type ServiceClient } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import { isSameAddress } from './map-dots.ts';
import { offsetFrom, type Position } from './map-layout.ts';
import { NeighbourMap } from './neighbour-map.ts';
import { say, type TextName, texts } from './page-texts.ts';

/** The parts of an address as its document names them, in the order in which they are shown, and what they are called. */
const PARTS: readonly (readonly [part: string, name: TextName])[] = [
  ['street', 'street'],
  ['housenumber', 'number'],
  ['houseletter', 'letter'],
  ['housenumberaddition', 'addition'],
  ['box_number', 'box'],
  ['postcode', 'postcode'],
  ['city', 'place'],
  ['postal_name', 'place'],
  ['municipality', 'municipality'],
  ['province', 'province'],
  ['canton', 'canton'],
  ['district', 'district'],
];

/** The radii to try, in metres, until there are enough neighbours to recognise the place. */
const RADII = [50, 100, 200, 500];
const MIN_NEIGHBOURS = 12;
const LISTED_NEIGHBOURS = 6;

interface AddressPanelHandlers {
  /** Called when a neighbour has been chosen. */
  readonly onChoose: (address: Address) => void;
  readonly onProblem: (problem: unknown, retry: () => void) => void;
}

/** The parts of the address, and the picture of where it is. */
export class AddressPanel {
  readonly #client: ServiceClient;
  readonly #handlers: AddressPanelHandlers;
  readonly #panel: HTMLElement = elementById('found');
  readonly #caption: HTMLElement = elementById('picture-caption');
  readonly #legend: HTMLElement = elementById('legend');
  readonly #neighbours: HTMLElement = elementById('neighbours');
  readonly #map: NeighbourMap;
  /** The caption while no dot is pointed at. */
  #count = '';
  #asked: AbortController = new AbortController();

  constructor(client: ServiceClient, handlers: AddressPanelHandlers) {
    this.#client = client;
    this.#handlers = handlers;
    this.#map = new NeighbourMap(elementById('picture'), {
      onChoose: handlers.onChoose,
      onPoint: (description) => {
        this.#caption.textContent = description ?? this.#count;
      },
    });
  }

  clear(): void {
    this.#asked.abort();
    this.#panel.hidden = true;
    this.#clearPicture('');
  }

  /** Shows the parts in one of the languages that the address has, and draws the picture. */
  show(address: Address, language: Language | undefined): void {
    this.#asked.abort();
    this.#panel.hidden = false;
    elementById('copied').textContent = '';
    elementById('copy-position').hidden = address.location === null;
    elementById('facts').replaceChildren(...partsOf(address, language), ...positionsOf(address));
    if (address.location === null) this.#clearPicture(texts.unlocated);
    else void this.#lookAround(address, address.location.wgs84, language);
  }

  /** Says what there is instead of a picture. */
  #clearPicture(caption: string): void {
    this.#map.show(undefined);
    for (const each of [this.#neighbours, this.#legend]) each.replaceChildren();
    this.#caption.textContent = caption;
  }

  /** Requests larger and larger circles, and draws the first one with enough neighbours. */
  async #lookAround(address: Address, middle: Position, language: Language | undefined): Promise<void> {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    try {
      for (const radiusMetres of RADII) {
        const found = await addressesAround(this.#client, countryOf(address), middle, radiusMetres, signal);
        const [neighbours, count] = [found.results, found.pagination.total_count];
        if (count < MIN_NEIGHBOURS && radiusMetres !== RADII.at(-1)) continue;
        this.#map.show({ address, middle, radiusMetres, neighbours, language });
        this.#count = say('within', count, radiusMetres);
        if (count > MAX_MAP_ADDRESSES) this.#count += `, ${say('drawn', MAX_MAP_ADDRESSES)}`;
        this.#caption.textContent = this.#count;
        this.#legend.replaceChildren(
          element('span', { class: 'same-street' }, nameIn(address.street, language)),
          element('span', { class: 'other-street' }, texts.otherStreets),
        );
        const others = neighbours.filter((each) => !isSameAddress(each, address)).slice(0, LISTED_NEIGHBOURS);
        this.#neighbours.replaceChildren(...others.map((each) => this.#neighbour(each, middle, language)));
        return;
      }
    } catch (problem) {
      if (signal.aborted) return;
      this.#clearPicture(texts.noNeighbours);
      this.#handlers.onProblem(problem, () => this.show(address, language));
    }
  }

  /** A neighbour as a button, for keyboards and screen readers. */
  #neighbour(address: Address, middle: Position, language: Language | undefined): HTMLElement {
    const { x, y } = offsetFrom(middle, address.location!.wgs84);
    const distance = element('span', { class: 'dim' }, `${Math.hypot(x, y).toFixed(0)} m`);
    const name = element('span', {}, doorOf(address, language));
    const button = element('button', { type: 'button', class: 'row' }, name, ' ', distance);
    button.addEventListener('click', () => this.#handlers.onChoose(address));
    return element('li', {}, button);
  }
}

/** The parts that the address has, each in the language that is shown, and beside it in the others. */
function partsOf(address: Address, language: Language | undefined): HTMLElement[] {
  const document = address as unknown as Readonly<Record<string, Parameters<typeof nameIn>[0]>>;
  const only = countryOf(address) === 'nl' ? 'nl' : undefined;
  return PARTS.filter(([part]) => part in document).flatMap(([part, name]) => {
    const value = document[part]!;
    const shown = nameIn(value, language);
    const names = typeof value === 'string' ? [] : Object.entries(value);
    const own = only ?? names.find(([, text]) => text === shown)?.[0];
    const others = names.filter(([, text]) => text !== shown);
    return [
      element('dt', {}, texts[name]),
      element('dd', own === undefined ? {} : { lang: own }, shown),
      ...others.map(([lang, text]) => element('dd', { lang, class: 'dim' }, text)),
    ];
  });
}

/** The position in the coordinate systems of the country. */
function positionsOf({ location }: Address): HTMLElement[] {
  if (location === null) return [];
  const rows = [[texts.position, location.wgs84] as const];
  if ('rd' in location) rows.push(['RD x, y (m)', location.rd]);
  if ('bd72' in location) rows.push(['Lambert 72 x, y (m)', location.bd72]);
  return rows.flatMap(([name, values]) => [
    element('dt', {}, name),
    element('dd', { class: 'position' }, values.join(', ')),
  ]);
}
