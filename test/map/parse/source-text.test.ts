import { describe, expect, test } from 'vitest';
import { decodeSource } from '../../../src/map/parse/source-text.ts';

const textOf = (bytes: Uint8Array) => {
  const decoded = decodeSource(bytes);
  return 'text' in decoded ? decoded.text : `skip: ${decoded.skip}`;
};

describe('decodeSource', () => {
  test('ASCII and UTF-8 come out as written, line ends included', () => {
    expect(textOf(Buffer.from('a = 1\r\nb = 2\n'))).toBe('a = 1\r\nb = 2\n');
    expect(textOf(Buffer.from('naïve = "日本"'))).toBe('naïve = "日本"');
    expect(textOf(Buffer.alloc(0))).toBe('');
  });

  test('a CR by itself ends a line as it does for the read tool, and moves nothing', () => {
    expect(textOf(Buffer.from('a = 1\rb = 2\r\n\rc = 3\r'))).toBe('a = 1\nb = 2\r\n\nc = 3\n');
  });

  test('a byte-order mark of UTF-8 or UTF-16 is read and dropped', () => {
    expect(textOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('é=1')]))).toBe('é=1');
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é=1', 'utf16le')]);
    expect(textOf(little)).toBe('é=1');
    expect(textOf(Buffer.from(little).swap16())).toBe('é=1');
  });

  test('a UTF-16 text that ends in half a unit loses only that half', () => {
    expect(
      textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ab', 'utf16le'), Buffer.from([0x41])])),
    ).toBe('ab');
  });

  test('a NUL in the first 8,000 bytes makes a file binary, a later one does not', () => {
    expect(textOf(Buffer.from('abc\0def'))).toBe('skip: binary');
    const late = `${'x'.repeat(8000)}\0`;
    expect(textOf(Buffer.from(late))).toBe(late);
  });

  test('Latin-1 is read as Latin-1', () => {
    expect(textOf(Buffer.from('// für Größe\nint a;\n', 'latin1'))).toBe('// für Größe\nint a;\n');
  });

  test('UTF-8 with a damaged place keeps its other characters', () => {
    const bytes = Buffer.concat([Buffer.from('日本語 '), Buffer.from([0xff]), Buffer.from(' ok')]);
    expect(textOf(bytes)).toBe('日本語 \ufffd ok');
  });

  test('bytes that are no text in any encoding are skipped with a reason', () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, i) => 1 + ((i * 7919) % 255)));
    expect(decodeSource(noise)).toMatchObject({ skip: 'encoding' });
  });

  test('a view into a larger buffer is read within its bounds', () => {
    const whole = Buffer.from('before|inside|after');
    expect(textOf(new Uint8Array(whole.buffer, whole.byteOffset + 7, 6))).toBe('inside');
  });
});
