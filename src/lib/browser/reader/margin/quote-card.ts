/** A passage as a picture to share, with where it is from. */
import { marginLimits } from '#shared/reading/margin.ts';
import { drawPaper, sharePicture } from '#browser/files/share-picture.ts';

const width = 1080;
const side = 120;
const lineHeight = 72;

/** Cut at a word, within the limit. */
export function cutQuote(words: string): string {
  const one = words.replace(/\s+/gu, ' ').trim();
  if (one.length <= marginLimits.quoteCharacters) return one;
  const cut = one
    .slice(0, marginLimits.quoteCharacters - 1)
    .toWellFormed()
    .replace('\uFFFD', '');
  return `${cut.replace(/[\s,;:–—-]*\S*$/u, '') || cut}…`;
}

/** Draws a quotation of the chapter on this page. @returns false where it could not be drawn. */
export async function shareQuote(words: string): Promise<boolean> {
  const back = document.querySelector<HTMLAnchorElement>('.reader .back');
  const address = back ? location.host + back.pathname : location.host;
  const from = [
    back?.textContent.trim() ?? '',
    document
      .querySelector<HTMLMetaElement>('meta[name="description"]')
      ?.content.match(/, par (.+)\.$/)?.[1] ?? '',
  ];
  const quote = `«\u00A0${cutQuote(words)}\u00A0»`;
  const measured = document.createElement('canvas').getContext('2d');
  if (!measured) return false;
  const lines = breakLines(measured, quote);
  const height = 2 * side + lines.length * lineHeight + 300;
  return sharePicture('citation.png', { width, height }, (context) => {
    drawPaper(context, width, height);
    setFont(context, 52);
    context.fillStyle = '#1d1a16';
    breakLines(context, quote).forEach((line, index) =>
      context.fillText(line, side, side + 60 + index * lineHeight, width - 2 * side),
    );
    const below = height - side;
    const line = (text: string, y: number, size: number, colour: string) => {
      setFont(context, size);
      context.fillStyle = colour;
      context.fillText(text, side, y, width - 2 * side);
    };
    line(from[0] ?? '', below - 100, 44, '#a4243b');
    line(from[1] ?? '', below - 48, 36, '#1d1a16');
    line(address, below, 30, '#6b6459');
  });
}

const setFont = (context: CanvasRenderingContext2D, size: number): void => {
  context.font = `${size}px Literata, Georgia, serif`;
};

/** Lines that fit between the margins; a word that is wider than a line is set narrower. */
function breakLines(context: CanvasRenderingContext2D, words: string): string[] {
  setFont(context, 52);
  const lines: string[] = [];
  // Not at a no-break space.
  for (const word of words.split(/[ \n]/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width > width - 2 * side)
      lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}
