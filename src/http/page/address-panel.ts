/// <reference lib="dom" />

import {
  type AddressField,
  coordinatesOf,
  doorOf,
  fieldsOf,
  type Language,
  nameIn,
} from '../../client/address-text.ts';
import { type Address, addressesAround, MAX_MAP_ADDRESSES, type ServiceClient } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import type { Country } from '../../model/country.ts';
import { isSameAddress } from './map-dots.ts';
import { offsetFrom } from './map-layout.ts';
import { type Neighbourhood, NeighbourMap } from './neighbour-map.ts';
import { say, texts } from './page-texts.ts';

/** The radii to try, in metres, until there are enough neighbours to recognise the place. */
const RADII = [50, 100, 200, 500];
const MIN_NEIGHBOURS = 12;
const LISTED_NEIGHBOURS = 6;

interface AddressPanelHandlers {
  /** Called when a neighbour has been chosen. */
  readonly onChoose: (address: Address, language: Language | undefined) => void;
  readonly onProblem: (problem: unknown, retry: () => void) => void;
}

/** The fields of the address, and the picture of where it is. */
export class AddressPanel {
  readonly #client: ServiceClient;
  readonly #handlers: AddressPanelHandlers;
  readonly #fields: HTMLElement = elementById('fields');
  readonly #place: HTMLElement = elementById('place');
  readonly #caption: HTMLElement = elementById('picture-caption');
  readonly #legend: HTMLElement = elementById('legend');
  readonly #neighbours: HTMLElement = elementById('neighbours');
  readonly #coordinates: HTMLElement = elementById('coordinates');
  readonly #map: NeighbourMap;
  #language: Language | undefined;
  /** The caption while no dot is pointed at. */
  #count = '';
  #asked: AbortController = new AbortController();

  constructor(client: ServiceClient, handlers: AddressPanelHandlers) {
    this.#client = client;
    this.#handlers = handlers;
    this.#map = new NeighbourMap(elementById('picture'), {
      onChoose: (address) => handlers.onChoose(address, this.#language),
      onPoint: (description) => {
        this.#caption.textContent = description ?? this.#count;
      },
    });
  }

  /** The empty form of a country. */
  clear(country: Country): void {
    this.#asked.abort();
    this.#showFields(country, undefined, undefined);
    this.#clearPlace('waiting', texts.said.waiting);
    this.#coordinates.replaceChildren();
  }

  /** Fills the form in, in one of the languages that the address has, and draws the picture. */
  show(country: Country, address: Address, language: Language | undefined): void {
    this.#asked.abort();
    this.#language = language;
    this.#showFields(country, address, language);
    this.#coordinates.replaceChildren(
      ...coordinatesOf(address).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
    if (address.location === null) {
      this.#clearPlace('unlocated', texts.said.unlocated);
      return;
    }
    this.#place.setAttribute('data-state', 'looking');
    this.#lookAround(country, address, address.location.wgs84);
  }

  #clearPlace(state: 'waiting' | 'unlocated', caption: string): void {
    this.#place.setAttribute('data-state', state);
    this.#map.clear();
    for (const each of [this.#neighbours, this.#legend]) each.replaceChildren();
    this.#caption.textContent = caption;
  }

  #showFields(country: Country, address: Address | undefined, language: Language | undefined): void {
    this.#fields.replaceChildren(...fieldsOf(country, address, language).map(fieldElement));
  }

  #lookAround(country: Country, address: Address, middle: Neighbourhood['middle']): void {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#drawNeighbours(country, address, middle, signal).catch((problem) => {
      if (signal.aborted) return;
      this.#clearPlace('unlocated', texts.said.noNeighbours);
      this.#handlers.onProblem(problem, () => this.show(country, address, this.#language));
    });
  }

  /** Requests larger and larger circles, and draws the first one with enough neighbours. */
  async #drawNeighbours(
    country: Country,
    address: Address,
    middle: Neighbourhood['middle'],
    signal: AbortSignal,
  ): Promise<void> {
    for (const radiusMetres of RADII) {
      const { results, pagination } = await addressesAround(this.#client, country, middle, radiusMetres, signal);
      const count = pagination.total_count;
      if (count < MIN_NEIGHBOURS && radiusMetres !== RADII.at(-1)) continue;
      const language = this.#language;
      this.#place.setAttribute('data-state', 'located');
      this.#map.show({ address, middle, radiusMetres, neighbours: results, language });
      this.#count = say('within', count, radiusMetres);
      if (count > MAX_MAP_ADDRESSES) this.#count += `, ${say('drawn', MAX_MAP_ADDRESSES)}`;
      this.#caption.textContent = this.#count;
      this.#legend.replaceChildren(
        element('span', { class: 'same-street' }, nameIn(address.street, language)),
        element('span', { class: 'other-street' }, texts.said.otherStreets),
      );
      this.#listNeighbours(middle, results, address);
      return;
    }
  }

  /** The nearest neighbours as buttons, for keyboards and screen readers. */
  #listNeighbours(middle: Neighbourhood['middle'], neighbours: readonly Address[], address: Address): void {
    const language = this.#language;
    const others = neighbours.filter((each) => !isSameAddress(each, address)).slice(0, LISTED_NEIGHBOURS);
    this.#neighbours.replaceChildren(
      ...others.map((each) => {
        const { x, y } = offsetFrom(middle, each.location!.wgs84);
        const button = element(
          'button',
          { type: 'button' },
          element('span', {}, doorOf(each, language)),
          ' ',
          element('span', { class: 'distance' }, `${Math.hypot(x, y).toFixed(0)} m`),
        );
        button.addEventListener('click', () => this.#handlers.onChoose(each, language));
        return element('li', {}, button);
      }),
    );
  }
}

function fieldElement({ name, label, value, language, others, width }: AddressField): HTMLElement {
  const otherId = `${name}-others`;
  const field = element(
    'div',
    { class: `width-${width}` },
    element('label', { for: name }, texts.fields[name] ?? label),
    element('input', {
      id: name,
      name,
      value,
      type: 'text',
      readonly: '',
      ...(language !== undefined && { lang: language }),
      ...(others.length > 0 && { 'aria-describedby': otherId }),
      ...(value === '' && { tabindex: '-1' }),
    }),
  );
  if (others.length > 0) {
    const names = others.map(([lang, text]) => element('span', { lang }, text));
    field.append(element('p', { id: otherId, class: 'other-names' }, ...names));
  }
  return field;
}
