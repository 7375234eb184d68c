import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Members of a zip by their path in it; a path that ends in `/` is a directory entry. */
export type ZipContents = Readonly<Record<string, string | Uint8Array>>;

export interface ZipBytesOptions {
  readonly stored?: boolean;
  readonly zip64?: boolean;
  /** When the members were packed; now by default. */
  readonly modified?: Date;
}

/** The bytes of a zip. */
export async function zipBytes(contents: ZipContents, options: ZipBytesOptions = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const { stored = false, zip64 = false, modified } = options;
  const mtime = modified === undefined ? {} : { mtime: modified };
  for (const [path, content] of Object.entries(contents)) {
    if (path.endsWith('/')) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(content), path, { compress: !stored, forceZip64Format: zip64, ...mtime });
  }
  zip.end({ forceZip64Format: zip64, comment: '' });
  return buffer(zip.outputStream);
}
