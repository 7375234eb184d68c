import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, TokenFile, TokenList, tokenLine } from '../../src/http/tokens.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';

describe('a token list', () => {
  it('tells each client by its token, and nobody by another', () => {
    const names = Array.from({ length: 500 }, (_, i) => `client-${i}`);
    const list = TokenList.parse(names.map((name) => tokenLine(name, `token of ${name}`)).join('\n'), 'the test');
    expect(list.size).toBe(500);
    for (const name of names) expect(list.clientOf(`token of ${name}`)).toBe(name);
    for (const token of ['', 'token of client-500', 'token of client-1 ', 'TOKEN OF CLIENT-1']) {
      expect(list.clientOf(token)).toBeUndefined();
    }
  });

  it('keeps hashes alone', () => {
    const line = tokenLine('shop', 'secret');
    expect(line).toBe('shop:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b');
    expect(JSON.stringify(TokenList.parse(line, 'the test'))).not.toContain('secret');
  });

  it('may have two tokens for one client, for the time of a change', () => {
    const list = TokenList.parse(`${tokenLine('shop', 'old')}\n${tokenLine('shop', 'new')}`, 'the test');
    expect([list.clientOf('old'), list.clientOf('new')]).toEqual(['shop', 'shop']);
  });

  it('takes a token until the end of its last day', () => {
    const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const text = [tokenLine('a', '1', day(-2)), tokenLine('b', '2', day(2)), tokenLine('c', '3')].join('\n');
    const list = TokenList.parse(text, 'the test');
    expect(['1', '2', '3'].map((token) => list.clientOf(token))).toEqual([undefined, 'b', 'c']);
    const now = new Date('2027-03-31T23:59:59Z');
    expect([isOver('2027-03-31', now), isOver('2027-03-30', now), isOver(undefined, now)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('leaves out empty lines and comments, and takes commas for line ends', () => {
    const text = `# who may ask\n\n ${tokenLine('a', '1')} \r\n${tokenLine('b', '2')},${tokenLine('c', '3')}`;
    const list = TokenList.parse(text, 'the test');
    expect(['1', '2', '3'].map((token) => list.clientOf(token))).toEqual(['a', 'b', 'c']);
  });

  it.each([
    'shop',
    'shop:',
    'shop:abc',
    ':0123',
    `sh op:${'0'.repeat(64)}`,
    `shop:${'g'.repeat(64)}`,
    `shop:${'0'.repeat(64)}:2027-02-30`,
  ])('refuses the line %j without repeating it: it may be a token', (line) => {
    const parse = (): TokenList => TokenList.parse(`${tokenLine('a', '1')}\n${line}`, 'tokens.txt');
    expect(codeOf(parse)).toBe('invalid-option');
    expect(parse).toThrow(/^Line 2 of tokens\.txt is not a client/);
    if (line.length > 10) expect(parse).not.toThrow(line);
  });
});

describe('a token file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tokens-'));
  const path = join(directory, 'tokens');
  let file: TokenFile;

  beforeAll(async () => {
    writeFileSync(path, tokenLine('shop', 'first'));
    file = await TokenFile.open(path);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is read again when it has changed, and only then', async () => {
    expect(await file.refresh()).toBe(false);
    writeFileSync(path, `${tokenLine('shop', 'second')}\n${tokenLine('till', 'third')}`);
    expect(await file.refresh()).toBe(true);
    expect([file.clientOf('first'), file.clientOf('second'), file.clientOf('third')]).toEqual([
      undefined,
      'shop',
      'till',
    ]);
  });

  it('holds what it had when it cannot be understood or is gone, and says so once', async () => {
    writeFileSync(path, 'nonsense');
    expect(await codeOfPromise(file.refresh())).toBe('invalid-option');
    expect(await file.refresh()).toBe(false);
    rmSync(path);
    expect(await codeOfPromise(file.refresh())).toBe('input-not-found');
    expect(file.clientOf('second')).toBe('shop');
  });

  it('holds what it had when it is emptied, as an editor does before it writes; a comment alone shuts everybody out', async () => {
    writeFileSync(path, tokenLine('shop', 'fourth'));
    expect(await file.refresh()).toBe(true);
    writeFileSync(path, '');
    expect(await codeOfPromise(file.refresh())).toBe('invalid-option');
    expect(file.clientOf('fourth')).toBe('shop');
    writeFileSync(path, '# nobody\n');
    expect(await file.refresh()).toBe(true);
    expect(file.clientOf('fourth')).toBeUndefined();
  });

  it('is not opened where there is none', async () => {
    expect(await codeOfPromise(TokenFile.open(join(directory, 'none')))).toBe('input-not-found');
  });
});
