/// <reference lib="dom" />
import { openWorkbook } from '../../batch/workbook.ts';

/** A workbook as the CSV file that its first visible sheet would be saved as: the service reads no workbooks. */
export async function workbookAsCsv(file: File): Promise<File> {
  const { csv } = await openWorkbook(new Uint8Array(await file.arrayBuffer()));
  const parts: string[] = [];
  for await (const part of csv) parts.push(part);
  return new File(parts, file.name.replace(/\.\w+$/, '.csv'));
}

export function isWorkbook(file: File): boolean {
  return /\.(?:xlsx|ods)$/i.test(file.name);
}
