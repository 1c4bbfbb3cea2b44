/** A passage as a picture to share, with where it is from. */
import { cutQuote } from '#shared/reading/margin.ts';
import { drawPaper, sharePicture } from '#browser/files/share-picture.ts';

const width = 1080;
const side = 120;

type Part = { text: string; size: number; colour: string; gap: number };

/** Draws a quotation of the chapter on this page. @returns false where it could not be drawn. */
export async function shareQuote(words: string): Promise<boolean> {
  const back = document.querySelector<HTMLAnchorElement>('.reader .back');
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content;
  const author = /^.*, par (.+)\.$/su.exec(description ?? '')?.[1] ?? '';
  const parts: Part[] = [
    { text: `«\u00A0${cutQuote(words)}\u00A0»`, size: 52, colour: '#1d1a16', gap: 0 },
    { text: back?.textContent.trim() ?? '', size: 42, colour: '#a4243b', gap: 56 },
    { text: author, size: 36, colour: '#1d1a16', gap: 8 },
    { text: location.host + (back?.pathname ?? ''), size: 28, colour: '#6b6459', gap: 8 },
  ];
  const measuring = document.createElement('canvas').getContext('2d');
  if (!measuring) return false;
  const height = 2 * side + drawParts(measuring, parts);
  return sharePicture('citation.png', { width, height }, (context) => {
    drawPaper(context, width, height);
    drawParts(context, parts);
  });
}

/** @returns how high the parts are together */
function drawParts(context: CanvasRenderingContext2D, parts: readonly Part[]): number {
  let y = side;
  for (const { text, size, colour, gap } of parts) {
    context.font = `${size}px Literata, Georgia, serif`;
    context.fillStyle = colour;
    y += gap;
    for (const line of breakLines(context, text)) {
      context.fillText(line, side, y + size, width - 2 * side);
      y += size * 1.4;
    }
  }
  return y - side;
}

/** Lines that fit between the margins, broken at spaces, or after hyphens and strokes of an address. */
function breakLines(context: CanvasRenderingContext2D, words: string): string[] {
  const lines: string[] = [];
  for (const piece of words.match(/[^ \n/-]*[ \n/-]?/g) ?? []) {
    const longer = (lines.at(-1) ?? '') + piece;
    const isFirst = lines.length === 0;
    if (!isFirst && context.measureText(longer.trimEnd()).width > width - 2 * side)
      lines.push(piece);
    else lines.splice(-1, 1, longer);
  }
  return lines.map((line) => line.trimEnd());
}
