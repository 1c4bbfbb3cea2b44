/**
 * The pictures of a paste that the site can have: written into the HTML itself (`data:`), into the RTF of
 * the same copy, or kept by Google for its Docs. Each becomes a block of the text; the others are left to
 * be named as dropped.
 */
import {
  pictureLimits,
  pictureTypes,
  unnamedPicture,
  wordsOfPicture,
} from '#shared/text-pictures.ts';
import type { PictureSource } from '../picture-queue.ts';
import { readRtfPictures, type RtfPicture } from './rtf-pictures.ts';

const quotedFile = /(["'])data:(image\/[\w.+-]+);base64,([\w+/=%\s-]+)\1/gi;
const bareFile = /=\s*data:(image\/[\w.+-]+);base64,([\w+/=%-]+)/gi;
const numbered = /(?<![\w-])src\s*=\s*["']?\s*data:(\d+)(?!\d)/i;
const atGoogle =
  /(?<![\w-])src\s*=\s*["']?\s*(https:\/\/(?:[\w-]+\.)+googleusercontent\.com\/[^\s"'<>]+)/i;
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
      const file = numbered.exec(attributes)?.[1];
      const address = atGoogle.exec(attributes)?.[1];
      const place =
        file !== undefined
          ? `file="${file}"`
          : address === undefined
            ? `elsewhere="${elsewhere++}"`
            : `address="${address}"`;
      const own = [...attributes.matchAll(kept)].map(
        ([, name = '', double, single, bare]) =>
          ` ${name.toLowerCase()}="${(double ?? single ?? bare ?? '').replaceAll('"', '&quot;')}"`,
      );
      return ` data-${place}${own.join('')}`;
    },
    /** @returns what an `img` shows; null for nothing that the site can have. */
    sourcesWith: (rtf: string): ((image: HTMLImageElement) => PictureSource | null) => {
      const others = elsewhere === 0 || rtf === '' ? [] : readRtfPictures(rtf);
      return (image) => {
        const { file, address, elsewhere: index } = image.dataset;
        if (address !== undefined) return address;
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
  /** @returns the name of the picture in the text. */
  add: (source: PictureSource) => string;
};

/** Has the shape that is shown until the size is known. */
const unknownSize = { width: 400, height: 300 } as const;

/** Puts the pictures that the site can have into blocks of their own, beside those in which they were copied. */
export function placePictures(
  body: HTMLElement,
  sourceOf: (image: HTMLImageElement) => PictureSource | null,
  { room, add }: PicturePlaces,
): void {
  let left = room;
  for (const image of body.querySelectorAll('img')) {
    const source = sourceOf(image);
    const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
    const words = wordsOfPicture(image.alt) || wordsOfPicture(image.title);
    for (const { name } of [...image.attributes]) {
      if (name !== 'data-shown') image.removeAttribute(name);
    }
    if (left === 0 || !isTaken(source)) continue;
    left -= 1;
    const size = width > 0 && height > 0 ? { width, height } : unknownSize;
    image.dataset.picture = add(source);
    image.alt = (words || unnamedPicture).slice(0, pictureLimits.altCharacters);
    image.setAttribute('width', String(size.width));
    image.setAttribute('height', String(size.height));
    standApart(image, body);
  }
}

const isTaken = (source: PictureSource | null): source is PictureSource =>
  typeof source === 'string' ||
  (source !== null &&
    pictureTypes.includes(source.type) &&
    source.size <= pictureLimits.uploadBytes);

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
