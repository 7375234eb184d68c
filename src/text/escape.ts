/** How a text is written inside other formats, so that nothing in it is taken for their signs. */

/** In HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** As a cell of CSV, in quotes (RFC 4180). */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
