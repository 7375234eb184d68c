/** The URL of a server that listens there. */
export function serverUrl({ address, port }: { readonly address: string; readonly port: number }): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
