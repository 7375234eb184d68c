/** A name by which the same name is known in another spelling: letters and digits alone, without accents, in small ones. */
export function looseName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
