import { frameUntil } from '../panel-frame.ts';

/**
 * What opens from the control bar and the chapter's links. Each panel is a module loaded on
 * demand, and returns the focus to its opener when it closes.
 */
const panels: Record<string, () => Promise<(opener: HTMLElement) => void>> = {
  settings: async () => (await import('./settings.ts')).openSettings,
  chapters: async () => (await import('./chapter-list.ts')).openChapterList,
  // The island's, which its own directive loads.
  comments: () =>
    Promise.resolve(() =>
      document.querySelector<HTMLElement>('.control-bar [aria-haspopup]')?.click(),
    ),
  speech: async () => (await import('./read-aloud.ts')).openReadAloud,
};

/** An island that opens a panel and is not hydrated yet: its directive holds the click meanwhile. */
const sleepingOpener = '[client=intent][ssr] [aria-haspopup=dialog]';

/**
 * Makes every element with `data-panel` open its panel; links keep their modifiers. Settings
 * and list of chapters are fetched ahead (`fetch-ahead.ts`), the player when it is asked for.
 */
export function openPanels(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) {
      return;
    }
    const opener = event.target.closest<HTMLElement>('[data-panel]');
    const load = panels[opener?.dataset.panel ?? ''];
    if (!opener || !load) return;
    event.preventDefault();
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
    if (target instanceof HTMLElement) tellMissing(target);
  });
}

function showIslandsFrame({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest(sleepingOpener)) return;
  const settled = new Promise((resolve) => {
    for (const sign of ['astro:hydrate', 'island-missing']) {
      document.addEventListener(sign, resolve, { capture: true, once: true });
    }
  });
  void frameUntil(settled);
}

/**
 * The module failed to load: a link is followed if there is a connection, else a message shows, and
 * the panel opens when the connection is back, unless the reader has pressed something else.
 */
function tellMissing(opener: HTMLElement): void {
  if (opener instanceof HTMLAnchorElement && navigator.onLine) {
    location.assign(opener.href);
    return;
  }
  const bar = document.querySelector('.control-bar');
  const time = bar?.querySelector<HTMLElement>('[data-time-left]');
  if (!bar || !time) return;
  // Until the next tap or connection, in place of the remaining time.
  const line = document.createElement('p');
  line.className = time.className;
  line.role = 'alert';
  line.textContent = navigator.onLine
    ? 'Pas de réponse. Vérifiez votre connexion.'
    : 'Hors ligne : s’ouvrira avec la connexion.';
  time.hidden = true;
  bar.prepend(line);
  const told = new AbortController();
  const { signal } = told;
  const withdraw = () => {
    told.abort();
    line.remove();
    time.hidden = false;
  };
  bar.addEventListener('click', withdraw, { signal });
  // In this order: what is withdrawn listens no more.
  addEventListener('online', () => opener.click(), { signal });
  addEventListener('online', withdraw, { signal });
}
