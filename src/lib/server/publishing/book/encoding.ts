/**
 * Decodes a file by its bytes: UTF-16, UTF-8 also where a few bytes are not, else what an XML file
 * declares, else Windows-1252, or MacRoman if its letters occur. A declaration that the bytes
 * disprove is ignored. ISO-8859-1 is read as Windows-1252, whose printable characters include it
 * (WHATWG Encoding Standard): Project Gutenberg files declare the one and contain the other.
 */
export function decodeText(bytes: Uint8Array, kind: 'text' | 'xml' = 'text'): string {
  const wide = utf16Of(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const declared = kind === 'xml' ? declaredDecoder(bytes) : null;
  // The one encoding in ASCII bytes that is not ASCII.
  if (declared?.encoding === 'iso-2022-jp') return declared.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const { text, letters, strays } = decodeMostlyUtf8(bytes);
    if (letters > (declared === null ? 1 : 3) * strays) return text;
  }
  if (declared && declared.encoding !== 'utf-8') return declared.decode(bytes);
  const isMarked = utf8Mark.every((byte, index) => bytes[index] === byte);
  const own = isMarked ? bytes.subarray(utf8Mark.length) : bytes;
  return new TextDecoder(isMacRoman(own) ? 'macintosh' : 'windows-1252').decode(own);
}

/** An editor wrote it before a text that it did not convert. */
const utf8Mark = [0xef, 0xbb, 0xbf];

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

/** UTF-16 by its byte order mark, or by the zero bytes that every other encoding lacks. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  const zeros = [0, 0] as [even: number, odd: number];
  const sample = bytes.subarray(0, 2_000);
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) * 4 < sample.length || Math.min(even, odd) * 10 > sample.length)
    return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const utf8Letter =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}/y;
/** The beginning of a character that was cut off. */
const cutLetter = /[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{1,2}/y;

/**
 * UTF-8 whose other bytes are read as Windows-1252 one by one, with the number of characters beyond
 * ASCII and of such bytes.
 */
function decodeMostlyUtf8(bytes: Uint8Array): { text: string; letters: number; strays: number } {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signs = source.toString('latin1');
  const windows = new TextDecoder('windows-1252');
  const parts: string[] = [];
  let letters = 0;
  let strays = 0;
  let from = 0;
  for (let at = signs.search(/[\x80-\xff]/); at >= 0 && at < signs.length;) {
    if (signs.charCodeAt(at) < 0x80) {
      at += 1;
      continue;
    }
    utf8Letter.lastIndex = cutLetter.lastIndex = at;
    const letter = utf8Letter.exec(signs);
    if (letter) {
      letters += 1;
      at += letter[0].length;
      continue;
    }
    strays += 1;
    const [cut = ''] = cutLetter.exec(signs) ?? [];
    const end = at + Math.max(cut.length, 1);
    parts.push(source.toString('utf8', from, at));
    parts.push(cut === '' ? windows.decode(source.subarray(at, end)) : '\ufffd');
    from = at = end;
  }
  parts.push(source.toString('utf8', from));
  return { text: parts.join('').replace(/^\ufeff/, ''), letters, strays };
}

const declarations = [
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i,
  /^[^]*?<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i,
];

/**
 * What an XML declaration or a `meta` element names. UTF-16 is ignored: the declaration was read as
 * ASCII, and so can the rest be.
 */
function declaredDecoder(bytes: Uint8Array): TextDecoder | null {
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 1_000))
    .replace(/^\u00ef\u00bb\u00bf/, '');
  for (const declaration of declarations) {
    const [, name] = declaration.exec(start) ?? [];
    if (name === undefined) continue;
    try {
      const decoder = new TextDecoder(name);
      return decoder.encoding.startsWith('utf-16') ? null : decoder;
    } catch {
      // An unknown encoding: guess as for plain text.
    }
  }
  return null;
}
