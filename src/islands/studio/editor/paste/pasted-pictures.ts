/**
 * The pictures of a paste whose files came with it: written into the HTML itself (`data:`), or into the
 * RTF of the same copy. Each becomes a block of the text; the others are left to be named as dropped.
 */
import {
  pictureLimits,
  pictureTypes,
  unnamedPicture,
  wordsOfPicture,
} from '#shared/text-pictures.ts';
import { readRtfPictures, type RtfPicture } from './rtf-pictures.ts';

const quotedFile = /(["'])data:(image\/[\w.+-]+);base64,([\w+/=%\s-]+)\1/gi;
const bareFile = /=\s*data:(image\/[\w.+-]+);base64,([\w+/=%-]+)/gi;
const source = /(?<![\w-])src\s*=\s*["']?\s*data:(\d+)(?!\d)/i;
const kept = /(?<![\w-])(alt|title|width|height)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Follows the pictures of a copied HTML from its tags to the elements that are parsed of them. */
export function createPictureReader(copied: string) {
  const files: (Blob | null)[] = [];
  const put = (type: string, base64: string) => files.push(readFile(type, base64)) - 1;
  /** Pictures without a file in the HTML, so far. */
  let elsewhere = 0;
  return {
    /** The HTML with numbers for the files in it, which are long. */
    html: copied
      .replaceAll(quotedFile, (_, quote: string, type: string, base64: string) => {
        return `${quote}data:${put(type, base64)}${quote}`;
      })
      .replaceAll(bareFile, (_, type: string, base64: string) => `=data:${put(type, base64)}`),
    /** @returns the attributes that the `img` has in the document that is parsed. */
    attributesOf: (attributes: string): string => {
      const file = source.exec(attributes)?.[1];
      const place = file === undefined ? `elsewhere="${elsewhere++}"` : `file="${file}"`;
      const own = [...attributes.matchAll(kept)].map(
        ([, name = '', double, single, bare]) =>
          ` ${name.toLowerCase()}="${(double ?? single ?? bare ?? '').replaceAll('"', '&quot;')}"`,
      );
      return ` data-${place}${own.join('')}`;
    },
    /** @returns which file an `img` shows; null for none that came with the copy. */
    filesWith: (rtf: string): ((image: HTMLImageElement) => Blob | null) => {
      const others = elsewhere === 0 || rtf === '' ? [] : readRtfPictures(rtf);
      return (image) => {
        const { file, elsewhere: index } = image.dataset;
        if (file !== undefined) return files[Number(file)] ?? null;
        // With another count it cannot be told which is which.
        const other = others.length === elsewhere ? others[Number(index)] : undefined;
        return other && isSameSize(image, other) ? other.file : null;
      };
    },
  };
}

function readFile(type: string, base64: string): Blob | null {
  try {
    const text = atob(decodeURIComponent(base64));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type: type.toLowerCase().replace('image/jpg', 'image/jpeg') });
  } catch {
    return null;
  }
}

const isSameSize = (image: HTMLImageElement, { width, height }: RtfPicture): boolean =>
  isAbout(sizeOf(image, 'width'), width) && isAbout(sizeOf(image, 'height'), height);

/** Programs round sizes and scales. */
const isAbout = (one: number, other: number): boolean =>
  one === 0 || other === 0 || Math.abs(one - other) <= Math.max(3, one * 0.05);

/** 0 where nothing is said. */
const sizeOf = (image: HTMLImageElement, name: 'width' | 'height'): number =>
  Number.parseInt(image.getAttribute(name) ?? '', 10) || 0;

export type PicturePlaces = {
  /** How many more pictures the text may have. */
  room: number;
  /** @returns the name of the file in the text. */
  add: (file: Blob) => string;
};

/** Has the shape that is shown until the size is known. */
const unknownSize = { width: 400, height: 300 } as const;

/** Puts the pictures that have files into blocks of their own, beside those in which they were copied. */
export function placePictures(
  body: HTMLElement,
  fileOf: (image: HTMLImageElement) => Blob | null,
  { room, add }: PicturePlaces,
): void {
  let left = room;
  for (const image of body.querySelectorAll('img')) {
    const file = fileOf(image);
    const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
    const words = wordsOfPicture(image.alt) || wordsOfPicture(image.title);
    for (const { name } of [...image.attributes]) {
      if (name !== 'data-shown') image.removeAttribute(name);
    }
    if (left === 0 || !isTaken(file)) continue;
    left -= 1;
    const size = width > 0 && height > 0 ? { width, height } : unknownSize;
    image.dataset.picture = add(file);
    image.alt = (words || unnamedPicture).slice(0, pictureLimits.altCharacters);
    image.setAttribute('width', String(size.width));
    image.setAttribute('height', String(size.height));
    standApart(image, body);
  }
}

const isTaken = (file: Blob | null): file is Blob =>
  file !== null && pictureTypes.includes(file.type) && file.size <= pictureLimits.uploadBytes;

/** A picture stands in none of these. */
const closed = 'table, blockquote, .box';
const lines = 'p, h1, h2, h3, h4, h5, h6, pre, li';

/** In a frame of its own: before the block that begins with it, else after the block. */
function standApart(image: HTMLElement, body: HTMLElement): void {
  const block = outermost(image, closed, body) ?? image.closest(lines);
  const frame = image.ownerDocument.createElement('figure');
  if (!block) image.before(frame);
  else if (isFirst(image, block)) block.before(frame);
  else lastAfter(block).after(frame);
  frame.append(image);
  if (block?.textContent.trim() === '' && !block.querySelector('img, hr, [data-note]')) {
    block.remove();
  }
}

function outermost(element: Element, selector: string, root: Element): Element | null {
  const parent = element.parentElement?.closest(selector);
  if (!parent || !root.contains(parent)) return null;
  return outermost(parent, selector, root) ?? parent;
}

/** Whether neither a word nor another picture of the block comes before it. */
function isFirst(image: Element, block: Element): boolean {
  const before = image.ownerDocument.createRange();
  before.setStart(block, 0);
  before.setEndBefore(image);
  const content = before.cloneContents();
  return content.textContent.trim() === '' && content.querySelector('img') === null;
}

/** The last of the pictures that were put after a block, or the block. */
function lastAfter(block: Element): Element {
  let last = block;
  for (
    let next = last.nextElementSibling;
    next?.matches('figure');
    next = last.nextElementSibling
  ) {
    last = next;
  }
  return last;
}
