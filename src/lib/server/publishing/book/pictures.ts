import { escapeHtml } from '#server/escape-html.ts';
import { isStoredPicture, pictureLimits, type TextPicture } from '#shared/text-pictures.ts';
import { cleanText } from './inline.ts';
import type { Element } from './markup.ts';

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
