import { nameIn } from '../../src/model/country.ts';
import type { IndexInput } from '../../src/store/manifest.ts';

/** `Kerkweg 5A bus 2, Oud Dorp: 20150501 → 4`, or `withdrawn`: the addresses that were, and what took their place, in a form to compare. */
export function formerLines(
  { former }: IndexInput,
  successorName: (id: number) => string | number = (id) => id,
): string[] {
  const length = former?.addresses.length ?? 0;
  return Array.from({ length }, (_, row) => {
    const { addresses, gazetteer, successor, until } = former!;
    const { names, place } = gazetteer.streets[addresses.street[row]!]!;
    const { letter, addition } = addresses.suffixes[addresses.suffix[row]!]!;
    const box = addition === '' ? '' : ` bus ${addition}`;
    const line = `${nameIn(names)} ${addresses.number[row]}${letter}${box}, ${nameIn(gazetteer.places[place]!.names)}`;
    const end = successor[row] === 0 ? 'withdrawn' : `→ ${successorName(successor[row]!)}`;
    return `${line}: ${until[row]} ${end}`;
  }).sort();
}
