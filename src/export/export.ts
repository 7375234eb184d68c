import type { Country } from '../model/country.ts';
import type { Part } from '../query/within.ts';
import { CountryIndex, type IndexBuffers } from '../store/country-index.ts';
import { moduleBeside } from '../threads/thread-module.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import { type Column, columnsOf, type RowKind } from './columns.ts';
import { MAGIC, ParquetFooter, type RowGroup, rowGroupOf } from './geoparquet.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { rowsOf } from './rows.ts';
import { frameOf, type TextForm, textOf } from './text-forms.ts';

/** How an export is written. */
export type ExportForm = TextForm | 'parquet';
export const EXPORT_FORMS: readonly ExportForm[] = ['csv', 'ndjson', 'geojson', 'geojsonl', 'geojsonseq', 'parquet'];

/** What is exported. */
export interface ExportRequest {
  readonly form: ExportForm;
  readonly kind: RowKind;
  /** Everything unless given. */
  readonly within?: readonly Part[] | undefined;
  /** Names of columns, in this order; all unless given. */
  readonly columns?: readonly string[] | undefined;
}

/** An export that has been checked and is ready to be written. */
export interface Export {
  /** How many addresses it reads. */
  readonly addresses: number;
  /** The sentences that the licences of its registers want shown with the rows. */
  readonly attributions: readonly string[];
  /** Its bytes, in order, with the number of rows and of addresses that they finish. The same for any number of threads. */
  readonly parts: (threads: number) => AsyncGenerator<ExportPart, void>;
}

export interface ExportPart {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly addresses: number;
}

/**
 * Prepares an export of the addresses, streets or places of indexes. What is held at a time is a few pieces of some ten thousand rows for each
 * thread.
 *
 * @throws AddressLookupError `invalid-argument` for a part of a country that there is not; `invalid-option` for such a column
 */
export function exportOf(buffers: readonly IndexBuffers[], request: ExportRequest): Export {
  const indexes = buffers.map((each) => new CountryIndex(each));
  const pieces = piecesOf(indexes, request.kind, request.within);
  const manifests = [...new Set(pieces.map(({ index }) => buffers[index]!.manifest))];
  const registers = manifests.flatMap((manifest) => manifest.registers);
  const attributions = [...new Set(registers.flatMap(({ attribution }) => attribution ?? []))];
  const { form, kind, columns } = request;
  const plan: WritingPlan = { form, kind, columns, countries: manifests.map(({ country }) => country) };
  // So that what cannot be written is refused now.
  columnsOfPlan(plan);
  const metadata = {
    releases: manifests.map(({ country, release }) => `${country} ${release}`).join(', '),
    ...(attributions.length > 0 && { attribution: attributions.join('; ') }),
  };
  return {
    addresses: pieces.reduce((sum, { addresses }) => sum + addresses, 0),
    attributions,
    parts: (threads) => {
      const written =
        threads === 0 ? writtenHere(indexes, plan, pieces) : writtenInThreads(buffers, plan, pieces, threads);
      return form === 'parquet'
        ? asParquet(written as AsyncIterable<WrittenRowGroup>, plan, pieces, metadata)
        : asText(written, plan, form, pieces);
    },
  };
}

/** What each thread needs to know. */
export interface WritingPlan {
  readonly form: ExportForm;
  readonly kind: RowKind;
  /** Those that have rows: columns depend on them. */
  readonly countries: readonly Country[];
  readonly columns?: readonly string[] | undefined;
}

function columnsOfPlan({ kind, countries, columns }: WritingPlan): Column[] {
  return columnsOf(kind, countries, columns);
}

/** A piece as bytes: a part of a text, or a row group. */
export interface WrittenPiece {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

type WrittenRowGroup = WrittenPiece & RowGroup;

/** Writes a piece; nothing of it depends on the others. */
export function writePiece(indexes: readonly CountryIndex[], plan: WritingPlan, piece: Piece): WrittenPiece {
  const columns = columnsOfPlan(plan);
  const rows = rowsOf(indexes[piece.index]!, plan.kind, columns, piece);
  const written = plan.form === 'parquet' ? rowGroupOf(columns, rows) : { bytes: textOf(plan.form, columns, rows) };
  return { ...written, rows: rows.length };
}

async function* writtenHere(
  indexes: readonly CountryIndex[],
  plan: WritingPlan,
  pieces: readonly Piece[],
): AsyncGenerator<WrittenPiece, void> {
  for (const piece of pieces) {
    yield writePiece(indexes, plan, piece);
    // Interrupts and progress have their turn.
    await new Promise(setImmediate);
  }
}

/** A piece takes a tenth of it. */
const HEAP_MEGABYTES = 96;

async function* writtenInThreads(
  buffers: readonly IndexBuffers[],
  plan: WritingPlan,
  pieces: readonly Piece[],
  threads: number,
): AsyncGenerator<WrittenPiece, void> {
  const module = moduleBeside('export-thread', import.meta.url);
  const pool = new WorkerPool<Piece, WrittenPiece>({
    module,
    threads,
    workerData: { buffers, plan },
    heapMegabytes: HEAP_MEGABYTES,
  });
  try {
    yield* pool.runInOrder(pieces, threads + 1);
  } finally {
    await pool.close();
  }
}

async function* asText(
  written: AsyncIterable<WrittenPiece>,
  plan: WritingPlan,
  form: TextForm,
  pieces: readonly Piece[],
): AsyncGenerator<ExportPart, void> {
  const { head, between, tail } = frameOf(form, columnsOfPlan(plan));
  yield aside(head);
  let done = 0;
  for await (const { bytes, rows } of written) {
    if (done > 0) yield aside(between);
    yield { bytes, rows, addresses: pieces[done++]!.addresses };
  }
  yield aside(tail);
}

/** Bytes that are no rows. */
function aside(content: string | Uint8Array): ExportPart {
  return { bytes: Buffer.from(content), rows: 0, addresses: 0 };
}

async function* asParquet(
  written: AsyncIterable<WrittenRowGroup>,
  plan: WritingPlan,
  pieces: readonly Piece[],
  metadata: Readonly<Record<string, string>>,
): AsyncGenerator<ExportPart, void> {
  const footer = new ParquetFooter(columnsOfPlan(plan));
  yield aside(MAGIC);
  let done = 0;
  for await (const group of written) {
    footer.add(group);
    yield { bytes: group.bytes, rows: group.rows, addresses: pieces[done++]!.addresses };
  }
  yield aside(footer.finish(metadata));
}
