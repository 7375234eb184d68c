/** Texts inside other formats, with the characters escaped that have a meaning there. */

/** For HTML, also inside attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** For CSV, as a quoted cell (RFC 4180). */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
