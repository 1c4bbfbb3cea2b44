import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/core/escape-html.ts';
import {
  isStoredPicture,
  pictureLimits,
  unnamedPicture,
  wordsOfPicture,
  type TextPicture,
} from '#shared/text/text-pictures.ts';
import { cleanText } from './inline.ts';
import type { Element } from './markup.ts';
import { elementsNamed, fullText, localName } from './markup.ts';

/** A picture of a book, at the size that is kept of it. */
export type BookPicture = { hash: string; width: number; height: number; bytes: Uint8Array };

/** The picture at an address of a book's document; null for none that can be kept. */
export type PictureFinder = (address: string) => BookPicture | null;

/** What a picture is called in texts: by its content. */
export const nameOfPicture = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** The size of a picture of this size, once it is kept. */
export function storedSize({ width, height }: { width: number; height: number }) {
  const [largest = width, heightMax] = [pictureLimits.widths.at(-1), pictureLimits.heightMax];
  const scale = Math.min(1, largest / width, heightMax / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

const wordsOf = (text = ''): string => wordsOfPicture(cleanText(text));

/** The file that an element shows, and its words; null for a drawing, or several pictures. */
export function shownPicture(element: Element): { address: string; words: string } | null {
  const { attribs } = element;
  if (localName(element) === 'svg') {
    const [image, ...others] = elementsNamed(element, 'image');
    if (!image || others.length > 0) return null;
    const [title] = elementsNamed(element, 'title');
    const words = wordsOf(attribs['aria-label']) || wordsOf(title && fullText(title));
    return { address: image.attribs['xlink:href'] ?? image.attribs.href ?? '', words };
  }
  if (localName(element) === 'picture') {
    const [image] = elementsNamed(element, 'img');
    return image ? shownPicture(image) : null;
  }
  const words = wordsOf(attribs.alt) || wordsOf(attribs.title);
  return { address: attribs.src ?? '', words };
}

/** A picture of a book in its stored form, with its own words or its caption. */
export function bookPictureHtml(image: Element, words: string, picture: BookPicture): string {
  const figure = image.parent;
  const isCaptioned = figure !== null && 'attribs' in figure && localName(figure) === 'figure';
  const caption = isCaptioned ? fullText(figure) : '';
  return `<figure>${pictureHtml({ ...picture, alt: words || caption || unnamedPicture })}</figure>`;
}

/** A picture in its stored form; null for what has no picture of ours, or no words for it. */
export function storedPictureOf({ attribs }: Element): string | null {
  const { 'data-picture': hash = '', alt = '', width = '', height = '' } = attribs;
  const html = pictureHtml({ hash, alt, width: Number(width), height: Number(height) });
  return isStoredPicture(html) ? `<figure>${html}</figure>` : null;
}

function pictureHtml({ hash, alt, width, height }: TextPicture): string {
  const words = cleanText(alt).trim().slice(0, pictureLimits.altCharacters);
  return `<img data-picture="${escapeHtml(hash)}" alt="${escapeHtml(words)}" width="${width}" height="${height}">`;
}
