/**
 * Text of a file: byte order mark first, then what an XML declaration says, then UTF-8
 * when the bytes are valid UTF-8, else Windows-1252. ISO-8859-1 is read as Windows-1252,
 * whose printable characters include it (WHATWG Encoding Standard): Project Gutenberg
 * files declare the one and hold the other.
 */
export function decodeText(bytes: Uint8Array, kind: 'text' | 'xml' = 'text'): string {
  const marked = byteOrderMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const declared = kind === 'xml' ? declaredEncoding(bytes) : null;
  if (declared && declared !== 'utf-8') {
    try {
      return new TextDecoder(declared).decode(bytes);
    } catch {
      // An encoding nobody knows: guess as for plain text.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? null;
}
