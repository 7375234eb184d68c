/** A suggestion that was chosen and opens into others. */
interface Level {
  /** Its text in the field, ready to type on. */
  readonly value: string;
  readonly context: string;
}

/** What to ask for the text in the field. */
export interface Search {
  readonly context?: string;
  readonly search?: string;
}

/**
 * Where in the drill-down the text of the field is. The service gives each suggestion a `value` to continue, so the text itself
 * tells: as long as it begins with what was chosen, the rest is searched inside that; deleting into what was chosen goes back up
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

  /** What to ask for this text; `undefined` for none. Leaves the levels that the text does not begin with any more. */
  searchFor(text: string): Search | undefined {
    this.#levels = this.#levels.filter(({ value }) => text.startsWith(value));
    const level = this.#levels.at(-1);
    const search = text.slice(level?.value.length ?? 0).trim();
    if (level === undefined) return search === '' ? undefined : { search };
    return search === '' ? { context: level.context } : { context: level.context, search };
  }
}
