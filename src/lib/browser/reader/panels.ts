import { frameUntil } from '../panel-frame.ts';

/**
 * What opens from the control bar and the chapter's links. Each panel is a module loaded on
 * demand, and returns the focus to its opener when it closes.
 */
const panels: Record<string, () => Promise<(opener: HTMLElement) => void>> = {
  settings: () => import('./settings.ts').then((module) => module.openSettings),
  chapters: () => import('./chapter-list.ts').then((module) => module.openChapterList),
  // The island's, which its own directive loads.
  comments: () =>
    Promise.resolve(() =>
      document.querySelector<HTMLElement>('.control-bar [aria-haspopup]')?.click(),
    ),
  speech: () => import('./read-aloud.ts').then((module) => module.openReadAloud),
};

/** An island that opens a panel and is not hydrated yet: its directive holds the click meanwhile. */
const sleepingOpener = '[client=intent][ssr] [aria-haspopup=dialog]';

/** What leads away from this page, unless it is a mark within it. */
const pressable = '[data-panel],a:not([href^="#"],[target],[download])';

/**
 * Makes every element with `data-panel` open its panel; links keep their modifiers. Settings
 * and list of chapters are fetched ahead (`fetch-ahead.ts`), the player when it is asked for.
 * Without a connection a link says so, rather than leaving the page for the browser's failure.
 */
export function openPanels(): void {
  document.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest<HTMLElement>(pressable);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const load = panels[opener.dataset.panel ?? ''];
    if (!load && (navigator.onLine || event.defaultPrevented || !isOurs(opener))) return;
    event.preventDefault();
    if (!load) {
      tellMissing(opener);
      return;
    }
    const loading = load();
    void frameUntil(loading).then(
      async (isWanted) => {
        if (isWanted) (await loading)(opener);
      },
      () => tellMissing(opener),
    );
  });
  document.addEventListener('click', showIslandsFrame, true);
  // From `client:intent`.
  document.addEventListener('island-missing', ({ target }) => {
    tellMissing(target as HTMLElement);
  });
}

const isOurs = (link: HTMLElement) => (link as HTMLAnchorElement).origin === location.origin;

function showIslandsFrame({ target }: Event): void {
  if (!(target as Element).closest(sleepingOpener)) return;
  const settled = new Promise((resolve) => {
    for (const sign of ['astro:hydrate', 'island-missing']) {
      document.addEventListener(sign, resolve, { capture: true, once: true });
    }
  });
  void frameUntil(settled);
}

/**
 * What cannot be had is told by a module that is fetched when the page is used; before that, here: a
 * panel opens when the connection is back.
 */
function tellMissing(opener: HTMLElement): void {
  void import('./tell-missing.ts').then(
    (telling) => telling.tellMissing(opener),
    () => {
      const line = document.querySelector('[data-time-left]');
      if (!line || line.role) return;
      const time = line.textContent;
      line.role = 'alert';
      line.textContent = 'Vous êtes hors ligne.';
      const retry = () => {
        line.role = null;
        line.textContent = time;
        if (opener.matches('[data-panel],[aria-haspopup]')) opener.click();
      };
      addEventListener('online', retry, { once: true });
    },
  );
}
