/**
 * The pictures in the RTF that word processors copy beside HTML, whose addresses of pictures are files
 * of the author's machine that no page may read. After the Rich Text Format Specification 1.9.1,
 * “Pictures”; Word and LibreOffice write them in hexadecimal.
 */

export type RtfPicture = {
  /** '' for a kind that browsers do not show. */
  type: string;
  /** The file in hexadecimal, with white space. */
  hex: string;
  /** Its edges are cropped: the file has more than the document shows. */
  isCropped: boolean;
  /** In CSS pixels, as shown; 0 if unknown. */
  width: number;
  height: number;
};

type Group = {
  /** Its text and that of its groups is not of the copied text, or repeats it. */
  isSkipped: boolean;
  /** HTML has notes at its end. */
  isNote: boolean;
  picture: OpenPicture | null;
};
type OpenPicture = { numbers: Map<string, number>; type: string; hex: string };

/** Another form of the same picture, bullets of lists, comments, and what stands on each page. */
const skipped = new Set([
  ...['nonshppict', 'shprslt', 'listpicture', 'background', 'objdata', 'annotation'],
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'],
]);
const types: Readonly<Record<string, string>> = { pngblip: 'image/png', jpegblip: 'image/jpeg' };
const token = /[{}]|\\([a-z]+)(-?\d+)? ?|\\'[\da-f]{2}|\\[^a-z]|[^\\{}]+/giy;
const twipsPerPixel = 15;
/** Nothing that a program writes is nested like this. */
const depthMax = 1_000;

/** @returns all that the copied text shows, in the order of HTML; none for what is no RTF. */
export function readRtfPictures(rtf: string): RtfPicture[] {
  const found: RtfPicture[] = [];
  const inNotes: RtfPicture[] = [];
  const groups: Group[] = [{ isSkipped: false, isNote: false, picture: null }];
  token.lastIndex = 0;
  for (let match = token.exec(rtf); match; match = token.exec(rtf)) {
    const [text, word, number] = match;
    const group = groups.at(-1);
    if (!group || groups.length > depthMax) return [];
    if (text === '{') groups.push({ ...group, picture: null });
    else if (text === '}') {
      groups.pop();
      if (group.picture && !group.isSkipped) {
        (group.isNote ? inNotes : found).push(pictureOf(group.picture));
      }
    } else if (word === undefined) {
      if (group.picture && !text.startsWith('\\')) group.picture.hex += text;
    } else if (word === 'bin') {
      // As many bytes as it says, which are no text.
      token.lastIndex += Math.max(0, Number(number) || 0);
    } else readWord(group, word, Number(number));
  }
  return [...found, ...inNotes];
}

function readWord(group: Group, word: string, number: number): void {
  if (skipped.has(word)) group.isSkipped = true;
  else if (word === 'footnote') group.isNote = true;
  else if (word === 'pict') group.picture = { numbers: new Map(), type: '', hex: '' };
  else if (group.picture) {
    group.picture.type ||= types[word] ?? '';
    if (!Number.isNaN(number)) group.picture.numbers.set(word, number);
  }
}

function pictureOf({ numbers, type, hex }: OpenPicture): RtfPicture {
  const get = (name: string, otherwise = 0) => numbers.get(name) ?? otherwise;
  const [left = 0, right = 0, top = 0, bottom = 0] = ['l', 'r', 't', 'b'].map((side) =>
    get(`piccrop${side}`),
  );
  const size = (goal: number, scale: number) => (goal * scale) / 100 / twipsPerPixel;
  return {
    ...{ type, hex },
    isCropped: Math.max(left, right, top, bottom) > twipsPerPixel,
    width: size(get('picwgoal') - left - right, get('picscalex', 100)),
    height: size(get('pichgoal') - top - bottom, get('picscaley', 100)),
  };
}

/** Null for what is no hexadecimal number of whole bytes. */
export function readHex(text: string): Uint8Array<ArrayBuffer> | null {
  const hex = text.replaceAll(/\s+/g, '');
  if (hex === '' || hex.length % 2 === 1 || /[^\da-f]/i.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
