import { save } from '#browser/files/download.ts';

const [width, height] = [1080, 1350];

/**
 * Draws a year as a picture on this device and hands it to the system's share sheet, or saves it. It is
 * sent nowhere by us. @returns false where it could not be drawn.
 */
export async function shareYear(year: string, words: readonly string[]): Promise<boolean> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return false;
  await document.fonts.load('100px Literata').catch(() => []);
  draw(context, year, words);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return false;
  const file = new File([blob], `lectures_${year}.png`, { type: blob.type });
  try {
    // Not there without https, nor in every browser.
    await navigator.share({ files: [file] });
  } catch (error) {
    // Closing the sheet is no failure.
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) save(file, file.name);
  }
  return true;
}

function draw(context: CanvasRenderingContext2D, year: string, words: readonly string[]): void {
  const line = (text: string, y: number, size: number, colour = '#1d1a16') => {
    context.fillStyle = colour;
    context.font = `${size}px Literata, Georgia, serif`;
    context.fillText(text, width / 2, y, width - 160);
  };
  context.fillStyle = '#fbf8f2';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = '#e4dccd';
  context.lineWidth = 3;
  context.strokeRect(48, 48, width - 96, height - 96);
  context.textAlign = 'center';
  line('Mon année de lecture', 230, 64);
  line(year, 470, 230, '#a4243b');
  words.forEach((text, index) => line(text, 700 + index * 140, 88));
  line('Feuilleton', 1190, 56);
  line(location.host, 1250, 34, '#6b6459');
}
