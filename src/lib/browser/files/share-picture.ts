import { save } from './download.ts';

/**
 * Hands a picture to the system's share sheet, or saves it. It is sent nowhere by us.
 * @param draw on a canvas of this size, with the site's serif where it is loaded
 * @returns false where it could not be drawn.
 */
export async function sharePicture(
  name: string,
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<boolean> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) return false;
  await document.fonts.load('100px Literata').catch(() => []);
  draw(context);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return false;
  const file = new File([blob], name, { type: blob.type });
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

/** The site's paper with its frame. */
export function drawPaper(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.fillStyle = '#fbf8f2';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = '#e4dccd';
  context.lineWidth = 3;
  context.strokeRect(48, 48, width - 96, height - 96);
}
