/** Examples in the help of each command. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  query: ['query autocomplete nl kalverstraat amsterdam', 'query geocode Kinkerstraat 175 F, Amsterdam'],
  'query autocomplete': [
    'query autocomplete nl kalverst',
    'query autocomplete be grand place --language fr',
    'query autocomplete nl kerkstraat --near 52.37,4.89 --explain',
    'query autocomplete nl dam --json | jq .results[0].context',
  ],
  'query directmatch': ['query directmatch nl 1012JS 1 A-2', 'query directmatch be 1000 16 Wetstraat'],
  'query radius': ['query radius nl 52.3729 4.8936 50'],
  'query id': ['query id nl 0363200000006110', 'query id be BE-BRU:4568 --identifiers'],
  'query addresses': ['query addresses lu --identifiers > addresses.ndjson'],
  'query nearest': ['query nearest lu 49.61 6.13 2000'],
  'query geocode': ['query geocode 29 Rue Sainte Catherine, L-6710 Grevenmacher'],
  geocode: [
    'geocode in.csv > out.csv',
    'geocode in.csv --out out.csv --resume',
    'geocode in.csv --column addition=Bus/Toev. --report report.json',
    'geocode positions.csv --reverse --radius 50 > addresses.csv',
  ],
  export: [
    'export --out addresses.parquet',
    'export --countries nl --within Amsterdam GM0344 --out addresses.csv.gz',
    'export --kind streets --within 21004 --columns id,street_fr,street_nl,addresses',
  ],
  'geocode submit': ['geocode submit in.csv --redis redis://queue.example:6379'],
  'geocode worker': ['geocode worker --redis redis://queue.example:6379 --until-done'],
  'geocode collect': ['geocode collect in.csv --redis redis://queue.example:6379 --out out.csv'],
  'geocode status': ['geocode status --redis redis://queue.example:6379'],
  'geocode discard': ['geocode discard in.csv --redis redis://queue.example:6379'],
  serve: ['serve --open', 'serve --tokens tokens --workers 2 --rate-limit 600/60', 'serve --keys keys'],
  token: ['token shop --tokens tokens', 'token --list --tokens tokens', 'token shop --revoke --tokens tokens'],
  inspect: ['inspect', 'inspect --country nl --name kerkstraat', 'inspect --near 52.3731,4.8922 --json'],
  verify: ['verify', 'verify /srv/addresses'],
  'build-index': ['build-index caclr.zip addresses.csv', 'build-index --nl lvbag-extract-nl.zip --out /srv/addresses'],
  download: ['download nl', 'download be lu'],
  update: ['update --countries lu', 'update --countries nl be lu --out /srv/addresses'],
  rollback: ['rollback nl --list', 'rollback nl'],
  pack: ['pack', 'pack addresses.zip --data /srv/addresses'],
  install: ['install addresses.zip', 'install https://builds.example/addresses.zip --out /srv/addresses'],
  completion: [
    'completion bash >> ~/.bashrc',
    'completion zsh >> ~/.zshrc',
    'completion fish > ~/.config/fish/completions/benelux-address-tools.fish',
  ],
  diff: ['diff dist-data/nl/releases/2026-10-08 dist-data/nl'],
};

/** The document in the package that describes a command in detail. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  query: 'API.md',
  geocode: 'docs/batch.md',
  export: 'docs/export.md',
  'geocode submit': 'docs/batch-clusters.md',
  'geocode worker': 'docs/batch-clusters.md',
  'geocode collect': 'docs/batch-clusters.md',
  serve: 'docs/http.md',
  token: 'docs/http.md',
  update: 'docs/operations.md',
  download: 'docs/operations.md',
  pack: 'docs/operations.md',
  install: 'docs/operations.md',
  'build-index': 'docs/releases.md',
  rollback: 'docs/releases.md',
  diff: 'docs/releases.md',
};

/** The commands of the program, in the order of its help. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Ask:': ['query', 'geocode', 'export', 'serve', 'token'],
  'Build:': ['update', 'download', 'build-index'],
  'Look after:': ['verify', 'rollback', 'diff', 'pack', 'install', 'inspect'],
  'Other:': ['completion', 'version', 'help'],
};

/** The options of commands that have many; those of `geocode` are grouped where they are declared. */
export const OPTION_GROUPS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'query autocomplete': {
    'Search:': ['--context', '--near', '--language', '--page', '--per-page'],
    'Output:': ['--identifiers', '--postal-name', '--label', '--explain', '--json'],
  },
  serve: {
    'Network:': ['--host', '--port', '--base-url', '--workers', '--trust-proxy'],
    'Access:': ['--tokens', '--keys', '--open', '--rate-limit', '--batch-megabytes', '--cors'],
    'Operation:': ['--poll-seconds', '--drain-seconds', '--log-level', '--log-terms'],
  },
  'build-index': {
    'Registers:': ['--nl', '--be', '--lu', '--reference-date', '--be-statuses', '--rd-grid', '--be-grid'],
    'Publishing:': ['--out', '--keep', '--accept', '--limit', '--replace'],
  },
  update: {
    'Download:': ['--countries', '--to', '--source', '--keep-downloads'],
    'Registers:': ['--be-statuses', '--rd-grid', '--be-grid'],
    'Publishing:': ['--out', '--keep', '--accept', '--limit', '--force'],
  },
};
