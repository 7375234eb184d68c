const LEVELS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'error: ' };

interface LogEntry {
  readonly level: number;
  readonly time: number;
  readonly pid?: number;
  readonly msg?: string;
  readonly operation?: string;
  readonly country?: string;
  readonly client?: string;
  readonly address?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly url?: string;
  readonly request?: string;
}

/**
 * A line of the log for a person at a terminal; programs get the JSON as it is.
 *
 * @example readableLine('{"level":30,"time":1764000000000,"operation":"radius","country":"nl","client":"shop","status":200,"ms":0.412,…}')
 * // '16:00:00  200  radius nl  0.4 ms  shop'
 */
export function readableLine(line: string): string {
  const entry = JSON.parse(line) as LogEntry;
  const { level, time, pid: _pid, msg = '', request: _request, ...data } = entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (data.status === undefined || data.ms === undefined) {
    const rest = Object.entries(data).map(([name, value]) => `${name} ${shown(value)}`);
    return `${clock}  ${LEVELS[level] ?? ''}${[msg, ...rest].join('  ')}\n`;
  }
  const { status, operation, country, ms, client, address, url } = data;
  const what = [operation || 'other', country].filter(Boolean).join(' ');
  return `${[clock, status, what, `${ms.toFixed(1)} ms`, client || address, url].filter(Boolean).join('  ')}\n`;
}

/** A value for display; of objects with names, such as registers, only names and dates, since the rest is in the manifest. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, referenceDate } = value as { readonly name?: string; readonly referenceDate?: string | null };
  return name === undefined ? JSON.stringify(value) : [name, referenceDate].filter(Boolean).join(' ');
}
