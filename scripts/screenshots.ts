/**
 * `npm run screenshots`: takes the README's screenshots of the demonstration, into
 * docs/screenshots.
 */
import { mkdir } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright';
import sharp from 'sharp';
import { findFirstChapter } from '#server/catalogue/chapters.ts';
import { findNovelBySlug } from '#server/catalogue/novels.ts';
import type { App } from '#server/app.ts';
import { minimumConsent } from '#shared/site/consent.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { startDemoServer } from './budgets/demo-server.ts';
import { chromiumSwitches, findChromium } from './chromium.ts';
import { createProgress } from './progress.ts';

const folder = new URL('../docs/screenshots/', import.meta.url);
const subject = 'le-dernier-train-pour-aubeciel';
const webpQuality = 80;
/** Cookie consent is given: the screenshots are of pages, not of the banner. */
const chosen = JSON.stringify({ necessary: true, ...minimumConsent, accepted: '2025-03-20' });
const wide = { name: 'bureau', width: 1280, height: 800, scale: 1, isMobile: false };
const small = { name: 'telephone', width: 360, height: 740, scale: 2, isMobile: true };

type Shot = { path: string; file: string; size: typeof wide; isDark: boolean };

try {
  await takeAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function takeAll(): Promise<void> {
  const executablePath = await findChromium();
  const server = await startDemoServer();
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  const progress = createProgress();
  try {
    await mkdir(folder, { recursive: true });
    const shots = await listShots(server.app);
    for (const [index, shot] of shots.entries()) {
      progress.show(index / shots.length, shot.file);
      await take(browser, server.url, shot);
    }
    progress.done(`${shots.length} captures dans docs/screenshots.`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function listShots({ db }: App): Promise<Shot[]> {
  const novel = await findNovelBySlug(db, subject);
  const first = novel && (await findFirstChapter(db, novel.id));
  if (!first) throw new Error(`La démonstration n’a pas de chapitre de « ${subject} ».`);
  const pages = [
    { name: 'accueil', path: '/' },
    { name: 'roman', path: `/novel/${subject}` },
    { name: 'chapitre', path: `/chapter/${first.id}` },
  ];
  const inLight = pages.flatMap(({ name, path }) =>
    [wide, small].map((size) => ({ path, size, isDark: false, file: `${name}-${size.name}.webp` })),
  );
  const inDark = {
    path: `/chapter/${first.id}`,
    size: small,
    isDark: true,
    file: 'chapitre-telephone-sombre.webp',
  };
  return [...inLight, inDark];
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const { width, height, scale, isMobile } = shot.size;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile,
    // For the style below only.
    bypassCSP: true,
    colorScheme: shot.isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    storageState: {
      cookies: [],
      origins: [
        { origin: url, localStorage: [{ name: storageKeys.cookieConsent, value: chosen }] },
      ],
    },
  });
  try {
    const page = await context.newPage();
    await page.goto(url + shot.path, { waitUntil: 'networkidle' });
    // A screenshot has no scrollbar: its gutter would be an empty strip.
    await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' });
    await page.evaluate(() =>
      Promise.all([...document.images].filter((image) => image.complete).map((i) => i.decode())),
    );
    const picture = await page.screenshot();
    await sharp(picture).webp({ quality: webpQuality }).toFile(new URL(shot.file, folder).pathname);
  } finally {
    await context.close();
  }
}
