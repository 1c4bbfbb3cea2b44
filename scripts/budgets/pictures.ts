import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import sharp from 'sharp';
import { findFirstChapter } from '#server/catalogue/chapters.ts';
import { findNovelBySlug } from '#server/catalogue/novels.ts';
import type { App } from '#server/app.ts';
import { minimumConsent } from '#shared/site/consent.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import type { DemoServer } from './demo-server.ts';

/** A picture of the README: the file, and the page that it shows. */
export type Picture = { file: URL; name: string; path: string; size: Size; isDark: boolean };
type Size = { width: number; height: number; scale: number; isMobile: boolean };

const folder = new URL('../../docs/screenshots/', import.meta.url);
const subject = 'le-dernier-train-pour-aubeciel';
/** Cookie consent is given: the pictures are of pages, not of the banner. */
const chosen = JSON.stringify({ necessary: true, ...minimumConsent, accepted: '2025-03-20' });
const wide: Size = { width: 1280, height: 800, scale: 1, isMobile: false };
const small: Size = { width: 360, height: 740, scale: 2, isMobile: true };
/** Cells of the grid in which two pictures are compared, and how far they may be apart. */
const likeness = { columns: 48, rows: 32, greyLevels: 24, cellsShare: 0.04 } as const;

/** The README's pictures of the demonstration. */
export async function listPictures({ db }: App): Promise<Picture[]> {
  const novel = await findNovelBySlug(db, subject);
  const chapter = novel && (await findFirstChapter(db, novel.id));
  if (!chapter) throw new Error(`La démonstration n’a pas de chapitre de « ${subject} ».`);
  const picture = (name: string, path: string, size: Size, isDark = false) => {
    return { file: new URL(`${name}.webp`, folder), name, path, size, isDark };
  };
  return [
    picture('accueil-bureau', '/', wide),
    picture('roman-bureau', `/novel/${subject}`, wide),
    picture('chapitre-telephone-sombre', `/chapter/${chapter.id}`, small, true),
  ];
}

/** Takes a picture of a page as it is now. @returns PNG. */
export async function takePicture(
  browser: Browser,
  { url }: DemoServer,
  { path, size, isDark }: Picture,
): Promise<Buffer> {
  const localStorage = [{ name: storageKeys.cookieConsent, value: chosen }];
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.scale,
    isMobile: size.isMobile,
    // For the style below only.
    bypassCSP: true,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  try {
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: 'networkidle' });
    // A screenshot has no scrollbar: its gutter would be an empty strip.
    await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' });
    // A picture that is there is drawn with the page, not a frame later.
    await page.evaluate(() => {
      for (const image of document.images) image.decoding = 'sync';
    });
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

/**
 * Whether a page still looks as in the README: both are shrunk to a grid of greys, in which words, dates
 * and another version of the browser change little, and another layout, colour or picture much.
 * @returns null if so, else a French sentence.
 */
export async function differsFromStored(png: Buffer, picture: Picture): Promise<string | null> {
  const stored = await readFile(picture.file).catch(() => null);
  if (stored === null) return `${picture.name} : cette image du README n’existe pas.`;
  const [now, before] = await Promise.all([gridOf(png), gridOf(stored)]);
  const far = now.filter(
    (grey, cell) => Math.abs(grey - (before[cell] ?? 0)) > likeness.greyLevels,
  );
  const share = far.length / now.length;
  if (share <= likeness.cellsShare) return null;
  const percent = Math.round(share * 100);
  return `${picture.name} : la page a changé (${percent} % de l’image) : npm run screenshots.`;
}

async function gridOf(image: Buffer): Promise<Uint8Array> {
  const { columns, rows } = likeness;
  return sharp(image).greyscale().resize(columns, rows, { fit: 'fill' }).raw().toBuffer();
}
