/**
 * The pictures of a paste that the site can have: written into the HTML itself (`data:`), or kept by Google
 * for its Docs. Each becomes a block of the text; the others, those of Word and LibreOffice among them, whose
 * files no page may read, are left to be named as dropped.
 */
import {
  pictureLimits,
  pictureTypes,
  unnamedPicture,
  wordsOfPicture,
} from '#shared/text/text-pictures.ts';
import { unknownSize } from '../block-nodes.ts';
import { noRoomForPicture, pictureTooLarge } from '../picture-commands.ts';
import type { PictureSource } from '../picture-queue.ts';
import { content } from './blank-lines.ts';

const imageTag = /<img\b[^>]*>/gi;
const fileAddress =
  /(?<![\w-])src\s*=\s*(?:(["'])data:(image\/[\w.+-]+);base64,([\w+/=%\s-]+)\1|data:(image\/[\w.+-]+);base64,([\w+/=%-]+))/i;
const numbered = /(?<![\w-])src\s*=\s*"data:(\d+)"/i;
const atGoogle =
  /(?<![\w-])src\s*=\s*(?:["']\s*)?(https:\/\/lh\d[\w-]*\.googleusercontent\.com\/[^\s"'<>]+)/i;
const stored = /(?<![\w-])(alt|title|width|height)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** The picture itself comes later, by a script of its page. */
const standsIn = /(?<![\w-])data-(?:lazy-)?src\s*=/i;
/** Google Docs moves a cropped picture within a part that hides its edges. */
const cropped = /(?<![\w-])margin-(?:left|top)\s*:\s*-\d/i;
/** A smaller file is a dot that counts readers or keeps a place. */
const leastBytes = 200;

const croppedReason =
  'Elle est recadrée dans le document, et son fichier a aussi ce qui est caché\u00A0: ajoutez-la avec l’outil Image.';

/** A picture with a file. */
type WithFile = { type: string; sizeBytes: number; read: () => PictureSource | null };
/** A picture that the site can have, or why not. */
type Found = WithFile | { reason: string };
type FileInHtml = { type: string; base64: string };

/** Follows the pictures of a copied HTML from its tags to the elements that are parsed of them. */
export function createPictureReader(copied: string) {
  const files: FileInHtml[] = [];
  return {
    /** The HTML with numbers for the files in it, which are long. */
    html: copied.replaceAll(imageTag, (tag) =>
      tag.replace(fileAddress, (_, __, type = '', base64 = '', bareType = '', bare = '') => {
        files.push({
          type: String(type || bareType).toLowerCase(),
          base64: String(base64 || bare),
        });
        return `src="data:${files.length - 1}"`;
      }),
    ),
    /** @returns the attributes that the `img` has in the document that is parsed. */
    attributesOf: (attributes: string): string => {
      const own = [...attributes.matchAll(stored)].map(
        ([, name = '', double, single, bare]) =>
          ` ${name.toLowerCase()}="${(double ?? single ?? bare ?? '').replaceAll('"', '&quot;')}"`,
      );
      return ` ${placeOf(attributes)}${own.join('')}`;
    },
    /** @returns what an `img` shows; null for nothing that the site can have. */
    sourceOf: ({ dataset }: HTMLImageElement): Found | null => {
      const { file, address, cropped: isCropped } = dataset;
      if (isCropped !== undefined) return { reason: croppedReason };
      if (address !== undefined) return { ...ofGoogle, read: () => address };
      const own = file === undefined ? undefined : files[Number(file)];
      return own ? inHtml(own) : null;
    },
  };
}

/** An attribute that says where the file of an `img` is; '' where the site cannot have it. */
function placeOf(attributes: string): string {
  const file = numbered.exec(attributes)?.[1];
  if (standsIn.test(attributes)) return '';
  if (file !== undefined) return `data-file="${file}"`;
  const address = atGoogle.exec(attributes)?.[1];
  if (address === undefined) return '';
  return cropped.test(attributes) ? 'data-cropped' : `data-address="${address}"`;
}

/** Its type and size are seen by the server. */
const ofGoogle = { type: 'image/png', sizeBytes: leastBytes } as const;

const inHtml = ({ type: written, base64 }: FileInHtml): Found => {
  const type = written.replace('image/jpg', 'image/jpeg');
  return { type, sizeBytes: (base64.length * 3) / 4, read: () => fileOf(base64, type) };
};

/** Null for what is no base64. */
function fileOf(base64: string, type: string): Blob | null {
  try {
    const text = atob(base64.includes('%') ? decodeURIComponent(base64) : base64);
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = text.charCodeAt(index);
    return new Blob([bytes], { type });
  } catch {
    return null;
  }
}

/** 0 where nothing is said. */
const sizeOf = (image: HTMLImageElement, name: 'width' | 'height'): number =>
  Number.parseInt(image.getAttribute(name) ?? '', 10) || 0;

export type PicturePlaces = {
  /** How many more pictures the text may have. */
  room: number;
  /** @returns the name of the picture in the text. */
  add: (source: PictureSource) => string;
};

/** Puts the pictures that the site can have into blocks of their own, beside those in which they were copied. */
export function placePictures(
  body: HTMLElement,
  sourceOf: (image: HTMLImageElement) => Found | null,
  { room, add }: PicturePlaces,
): void {
  let left = room;
  for (const image of body.querySelectorAll('img')) {
    const found = sourceOf(image);
    const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
    const words = wordsOfPicture(image.alt) || wordsOfPicture(image.title);
    for (const { name } of [...image.attributes]) {
      if (name !== 'data-shown') image.removeAttribute(name);
    }
    const reason = found && whyNot(found, left);
    if (reason !== null) image.dataset.reason = reason;
    const source =
      found && 'read' in found && reason === null && isPicture(found) ? found.read() : null;
    if (source === null) continue;
    left -= 1;
    const size = width > 0 && height > 0 ? { width, height } : unknownSize;
    image.dataset.picture = add(source);
    image.alt = (words || unnamedPicture).slice(0, pictureLimits.altCharacters);
    image.setAttribute('width', String(size.width));
    image.setAttribute('height', String(size.height));
    moveOut(image, body);
  }
}

const isPicture = ({ type, sizeBytes }: WithFile): boolean =>
  pictureTypes.includes(type) && sizeBytes >= leastBytes;

/** Null where there is nothing more to say than that it is lost. */
function whyNot(found: Found, room: number): string | null {
  if ('reason' in found) return found.reason;
  if (!isPicture(found)) return null;
  if (found.sizeBytes > pictureLimits.uploadBytes + 2) return pictureTooLarge;
  return room > 0 ? null : noRoomForPicture;
}

/** A picture stands in none of these. */
const closed = 'table, blockquote, .box';
const lines = 'p, h1, h2, h3, h4, h5, h6, pre, li';
/** Into a frame of its own: before the block that begins with it, else after the block. */
function moveOut(image: HTMLElement, body: HTMLElement): void {
  const block = outermost(image, closed, body) ?? image.closest(lines);
  const frame = image.ownerDocument.createElement('figure');
  if (!block) image.before(frame);
  else if (isFirst(image, block)) block.before(frame);
  else lastAfter(block).after(frame);
  frame.append(image);
  if (
    block?.matches(closed) &&
    block.textContent.trim() === '' &&
    !block.querySelector(`${content}, [data-paste]`)
  ) {
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
  const nodes = document.createTreeWalker(block);
  nodes.currentNode = image;
  for (let node = nodes.previousNode(); node && node !== block; node = nodes.previousNode()) {
    if (node.nodeName === 'IMG' || (node instanceof Text && node.data.trim() !== '')) return false;
  }
  return true;
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
