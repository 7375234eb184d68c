/// <reference lib="dom" />
import type { Country } from '../../model/country.ts';
import { coordinatesOf, fieldsOf, houseOf, textOf } from './address-text.ts';
import { element, elementById } from './dom.ts';
import { offsetFrom, type Position } from './map-layout.ts';
import { drawNeighbourMap } from './neighbour-map.ts';
import type { Address, ServiceClient } from './service-client.ts';

/** The radii that are tried, in metres, until there are enough neighbours to know the place by. */
const RADII = [50, 150, 500];
const ENOUGH_NEIGHBOURS = 12;
const LISTED_NEIGHBOURS = 6;

/** The fields of the address, and the picture of where it is. */
export class AddressPanel {
  readonly #client: ServiceClient;
  readonly #onProblem: (problem: unknown) => void;
  readonly #fields: HTMLElement = elementById('fields');
  readonly #place: HTMLElement = elementById('place');
  readonly #picture: HTMLElement = elementById('picture');
  readonly #caption: HTMLElement = elementById('picture-caption');
  readonly #neighbours: HTMLElement = elementById('neighbours');
  readonly #coordinates: HTMLElement = elementById('coordinates');
  #asked: AbortController = new AbortController();

  constructor(client: ServiceClient, onProblem: (problem: unknown) => void) {
    this.#client = client;
    this.#onProblem = onProblem;
  }

  /** The empty form of a country. */
  clear(country: Country): void {
    this.#asked.abort();
    this.#showFields(country, undefined);
    for (const each of [this.#picture, this.#neighbours, this.#coordinates]) each.replaceChildren();
    this.#caption.textContent = 'The address and its neighbours are drawn here.';
    this.#place.toggleAttribute('data-waiting', true);
  }

  /** Fills the form in, and draws the picture. */
  show(country: Country, address: Address): void {
    this.#showFields(country, address);
    this.#place.toggleAttribute('data-waiting', false);
    this.#coordinates.replaceChildren(
      ...coordinatesOf(address).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
    this.#neighbours.replaceChildren();
    this.#picture.replaceChildren();
    if (address.location === null) {
      this.#caption.textContent = 'The register gives no position for this address.';
      return;
    }
    this.#caption.textContent = 'Looking around …';
    this.#drawNeighbours(country, address, address.location.wgs84).catch(this.#onProblem);
  }

  #showFields(country: Country, address: Address | undefined): void {
    this.#fields.replaceChildren(
      ...fieldsOf(country, address).map(({ name, label, value, width }) =>
        element(
          'label',
          { class: `width-${width}`, ...(value === '' && { 'data-empty': '' }) },
          label,
          element('input', { name, value, type: 'text', readonly: '', tabindex: address === undefined ? '-1' : '0' }),
        ),
      ),
    );
  }

  async #drawNeighbours(country: Country, address: Address, middle: Position): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    for (const radiusMetres of RADII) {
      const { results, pagination } = await this.#client
        .radius(country, middle, radiusMetres, signal)
        .catch((error) => {
          if (signal.aborted) return { results: [], pagination: { total_count: -1 } };
          throw error;
        });
      if (pagination.total_count === -1) return;
      if (pagination.total_count < ENOUGH_NEIGHBOURS && radiusMetres !== RADII.at(-1)) continue;
      const onChoose = (chosen: Address): void => this.show(country, chosen);
      this.#picture.replaceChildren(drawNeighbourMap({ address, middle, radiusMetres, neighbours: results, onChoose }));
      const count = pagination.total_count;
      this.#caption.textContent = `${count} ${count === 1 ? 'address' : 'addresses'} within ${radiusMetres} m`;
      this.#listNeighbours(middle, results, address, onChoose);
      return;
    }
  }

  /** The nearest as buttons: the picture by keyboard and by ear. */
  #listNeighbours(
    middle: Position,
    neighbours: readonly Address[],
    address: Address,
    onChoose: (address: Address) => void,
  ): void {
    const own = JSON.stringify(address);
    const others = neighbours.filter((each) => JSON.stringify(each) !== own).slice(0, LISTED_NEIGHBOURS);
    this.#neighbours.replaceChildren(
      ...others.map((each) => {
        const { x, y } = offsetFrom(middle, each.location!.wgs84);
        const button = element(
          'button',
          { type: 'button' },
          element('span', {}, `${textOf(each.street)} ${houseOf(each)}`),
          element('span', { class: 'distance' }, `${Math.hypot(x, y).toFixed(0)} m`),
        );
        button.addEventListener('click', () => onChoose(each));
        return element('li', {}, button);
      }),
    );
  }
}
