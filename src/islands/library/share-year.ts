import { drawPaper, sharePicture } from '#browser/files/share-picture.ts';

const [width, height] = [1080, 1350];

/** Draws a year as a picture on this device. @returns false where it could not be drawn. */
export const shareYear = (year: string, words: readonly string[]): Promise<boolean> =>
  sharePicture(`lectures_${year}.png`, { width, height }, (context) => draw(context, year, words));

function draw(context: CanvasRenderingContext2D, year: string, words: readonly string[]): void {
  const line = (text: string, y: number, size: number, colour = '#1d1a16') => {
    context.fillStyle = colour;
    context.font = `${size}px Literata, Georgia, serif`;
    context.fillText(text, width / 2, y, width - 160);
  };
  drawPaper(context, width, height);
  context.textAlign = 'center';
  line('Mon année de lecture', 230, 64);
  line(year, 470, 230, '#a4243b');
  words.forEach((text, index) => line(text, 700 + index * 140, 88));
  line('Feuilleton', 1190, 56);
  line(location.host, 1250, 34, '#6b6459');
}
