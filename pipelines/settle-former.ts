import { withoutRows } from '../src/model/address-columns.ts';
import type { FormerInput, IndexInput } from '../src/store/manifest.ts';
import { faultOfName } from './reject-unusable.ts';
import type { ImportReport } from './report.ts';

/**
 * Leads addresses that were to the addresses that are kept: of several that are written the same, the one that is. What leads to a rejected
 * address, or has a name that cannot be searched for, is left out and counted. **Takes over the input's columns.**
 *
 * @param keptOf the identifier of the address that was kept in place of each duplicate
 */
export function settleFormer<Input extends IndexInput>(
  input: Input,
  keptOf: ReadonlyMap<number, number>,
  report: ImportReport,
): Input {
  const { former, addresses } = input;
  if (former === undefined) return input;
  const successor = former.successor.map((id) => keptOf.get(id) ?? id);
  const wanted = new Set(successor);
  const kept = new Set([0]);
  for (const id of addresses.id) if (wanted.has(id)) kept.add(id);
  const faulty = faultyStreets(former);
  const dropped = Uint8Array.from(successor, (id, row) =>
    Number(!kept.has(id) || faulty[former.addresses.street[row]!]!),
  );
  const stays = (_: number, row: number): boolean => dropped[row] === 0;
  const settled = {
    ...former,
    successor: successor.filter(stays),
    until: former.until.filter(stays),
    addresses: withoutRows(former.addresses, dropped),
  };
  if (report.former !== undefined) {
    const leftOut = former.addresses.length - settled.addresses.length;
    const withdrawn = settled.successor.reduce((sum, id) => sum + Number(id === 0), 0);
    report.former = { ...report.former, total: settled.addresses.length, withdrawn, leftOut };
  }
  return { ...input, former: settled };
}

/** By street, whether its name or that of its place cannot be searched for. */
function faultyStreets({ gazetteer: { streets, places } }: FormerInput): boolean[] {
  const isFaulty = (name = ''): boolean => faultOfName(name) !== undefined;
  return streets.map(({ names, place }) => isFaulty(names.nl) || isFaulty(places[place]!.names.nl));
}
