import { firstTen, type NameEntry, type Peer, type PeerData, type PeerQueries } from './peers-data.ts';

/** MiniSearch over the names. It ranks by relevance, so that the best by size are found by looking at all it finds. */
export async function minisearchPeer({ names }: PeerData): Promise<Peer> {
  const { default: MiniSearch } = await import('minisearch');
  const options = {
    idField: 'rank',
    fields: ['key'],
    tokenize: (text: string) => text.split(' '),
    processTerm: (term: string) => term,
  };
  const search = new MiniSearch(options);
  search.addAll(names);
  const byRank = new Map(names.map((entry) => [entry.rank, entry]));
  const find = ({ term }: PeerQueries['autocomplete']): NameEntry[] => {
    const found = search
      .search(term, { prefix: true, combineWith: 'AND' })
      .map(({ id }) => byRank.get(id as number)!)
      .filter(({ key }) => key.startsWith(term))
      .sort((a, b) => a.rank - b.rank);
    const exact = found
      .filter(({ key, isWhole }) => isWhole && key === term)
      .sort((a, b) => Number(a.isAlias) - Number(b.isAlias));
    return [...exact, ...found];
  };
  return {
    name: 'MiniSearch',
    bytes: JSON.stringify(search).length,
    holdsAddresses: false,
    operations: {
      autocomplete: (query) => firstTen(find(query)).map(({ suggestion }) => suggestion),
      counted: (query) => {
        const found = find(query);
        return {
          total: new Set(found.map(({ identity }) => identity)).size,
          results: firstTen(found).map(({ suggestion }) => suggestion),
        };
      },
    },
    close() {},
  };
}
