/**
 * Decodes a file: byte order mark first, then an XML declaration, then UTF-8 if the bytes are valid
 * UTF-8, else Windows-1252, or MacRoman if its letters occur. ISO-8859-1 is read as Windows-1252,
 * whose printable characters include it (WHATWG Encoding Standard): Project Gutenberg files declare
 * the one and contain the other.
 */
export function decodeText(bytes: Uint8Array, kind: 'text' | 'xml' = 'text'): string {
  const marked = byteOrderMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const declared = kind === 'xml' ? declaredEncoding(bytes) : null;
  if (declared && declared !== 'utf-8') {
    try {
      return new TextDecoder(declared).decode(bytes);
    } catch {
      // An unknown encoding: guess as for plain text.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isMacRoman(bytes) ? 'macintosh' : 'windows-1252').decode(bytes);
  }
}

const sampleBytes = 200_000;
/** é è à ê ç ù î ô ï ë û in lower case, in each of the two encodings. */
const macLetters = new Set([0x8e, 0x8f, 0x88, 0x90, 0x8d, 0x9d, 0x94, 0x99, 0x95, 0x91, 0x9e]);
const windowsLetters = new Set([0xe9, 0xe8, 0xe0, 0xea, 0xe7, 0xf9, 0xee, 0xf4, 0xef, 0xeb, 0xfb]);

/** Text of an old Macintosh: its accented letters are controls or signs in Windows-1252. */
function isMacRoman(bytes: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (const byte of bytes.subarray(0, sampleBytes)) {
    if (macLetters.has(byte)) mac += 1;
    else if (windowsLetters.has(byte)) windows += 1;
  }
  return mac > 2 * windows;
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
