/** A suggestion that was chosen and opens into others. */
interface Level {
  /** Its text in the field, ready to type on. */
  readonly value: string;
  readonly context: string;
}

/** The request for the text in the field. */
export interface Search {
  readonly context?: string;
  readonly search?: string;
}

/**
 * Where the text of the field is in the drill-down. The service gives each suggestion a `value` to continue from, so the text
 * shows it: as long as it begins with what was chosen, the rest is searched inside that; deleting part of what was chosen goes back up
 * one level.
 *
 *     Amsterdam, Kalverstraat 12
 *     └ chosen ┘ └ chosen   ┘ └ searched inside the street
 */
export class DrillDown {
  #levels: Level[] = [];

  /** A suggestion has been chosen that opens into others. */
  enter(level: Level): void {
    this.#levels = [...this.#levels.filter(({ value }) => level.value.startsWith(value)), level];
  }

  reset(): void {
    this.#levels = [];
  }

  /** The request for this text; `undefined` for none. Leaves the levels that the text no longer begins with. */
  searchFor(text: string): Search | undefined {
    this.#levels = this.#levels.filter(({ value }) => text.startsWith(value));
    const level = this.#levels.at(-1);
    const search = text.slice(level?.value.length ?? 0).trim();
    if (level === undefined) return search === '' ? undefined : { search };
    return search === '' ? { context: level.context } : { context: level.context, search };
  }
}
