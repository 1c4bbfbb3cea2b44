import { expect, type Page } from 'playwright/test';

/** How a chapter's text looks in a frame. */
export type Look = {
  classes: string;
  dark: string | null;
  header: string | null;
  fontSize: string;
  lineHeight: string;
  fontFamily: string;
  textAlign: string;
  paper: string;
};

/** From now on, every page of this tab notes the looks that its frames give the text. */
export async function watchLooks(page: Page): Promise<void> {
  await page.addInitScript(watchFrames);
}

/** The one look that the text has had since the page was opened; fails where it changed. */
export async function onlyLook(page: Page): Promise<Look> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const frames = await page.evaluate(() => Reflect.get(window, 'seenLooks') as string[]);
  expect(frames, 'looks in the frames that show the text').toHaveLength(1);
  return JSON.parse(frames[0] ?? '') as Look;
}

/** Runs in the page before anything else: notes each different look that is about to be painted. */
function watchFrames(): void {
  const looks = new Set<string>();
  Reflect.set(window, 'seenLooks', []);
  const look = () => {
    const text = document.querySelector('.chapter-text');
    if (text) {
      const style = getComputedStyle(text);
      looks.add(
        JSON.stringify({
          classes: document.body.className,
          dark: document.documentElement.dataset.darkMode ?? null,
          header: document.documentElement.dataset.showHeader ?? null,
          fontSize: style.fontSize,
          lineHeight: style.lineHeight,
          fontFamily: style.fontFamily,
          textAlign: style.textAlign,
          paper: getComputedStyle(document.documentElement).backgroundColor,
        }),
      );
      Reflect.set(window, 'seenLooks', [...looks]);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The reader's themes beside the default one. */
export const otherThemes = ['sepia', 'night-blue', 'green', 'high-contrast'] as const;

/** From now on, every page that this tab opens is in this theme. */
export async function openInTheme(page: Page, theme: (typeof otherThemes)[number]): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('reader_theme', name), theme);
}
