import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { AddressLookupError, notWritable } from '../../src/errors.ts';

/*
 * Whose pack it is: a detached Ed25519 signature (RFC 8032) of the head of a pack, which has the checksum of all of its bytes and the releases in
 * it. Keys are PEM files, as openssl has them (PKCS #8, SubjectPublicKeyInfo).
 */

/**
 * Makes a key pair: the private key in `path`, which only its owner may read, and the public one in `path`.pub.
 *
 * @throws AddressLookupError `output-not-writable`, also if there is a file of that name
 */
export function createKeys(path: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
    writeFileSync(publicKeyPath(path), publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  } catch (error) {
    throw notWritable(path, error, 'name another file; keys are never replaced');
  }
}

export function publicKeyPath(path: string): string {
  return `${path}.pub`;
}

/** The path or URL of the signature of a head. */
export function signaturePath(head: string): string {
  return `${head}.sig`;
}

/** The signature of a text, in base64. @throws AddressLookupError `invalid-option` if the file has no private key */
export function signatureOf(text: string, keyFile: string): string {
  return sign(null, Buffer.from(text), keyIn(keyFile, createPrivateKey, 'private')).toString('base64');
}

/**
 * Asserts that a text is signed with one of these keys.
 *
 * @param path where the signature is from, for the message
 * @throws AddressLookupError `input-corrupt`; `invalid-option` if a file has no public key
 */
export function assertSigned(text: string, signature: string, keyFiles: readonly string[], path: string): void {
  const bytes = Buffer.from(signature.trim(), 'base64');
  const keys = keyFiles.map((file) => keyIn(file, createPublicKey, 'public'));
  if (keys.some((key) => verify(null, Buffer.from(text), key, bytes))) return;
  throw new AddressLookupError(
    'input-corrupt',
    `${path} is ${signature === '' ? 'missing' : 'no signature of the pack by a trusted key'}, so nothing was installed. Sign the pack with "pack --sign", or give the key that it was signed with as --trusted-key.`,
    { got: path },
  );
}

function keyIn(file: string, read: (pem: Buffer) => KeyObject, kind: 'private' | 'public'): KeyObject {
  try {
    const key = read(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new AddressLookupError(
    'invalid-option',
    `"${file}" is not a file with a ${kind} Ed25519 key in PEM. Make a pair of keys with "npx benelux-address-tools pack --new-key FILE".`,
    { got: file },
  );
}
