import { frameUntil } from '../panels/panel-frame.ts';

/** A panel's module. `open` returns the focus to `opener` when it closes; `goesOn` is `readAloud`'s. */
type PanelModule = { open: (opener: HTMLElement, goesOn?: boolean) => void };

/**
 * What opens from the control bar and the chapter's links, by `data-panel`: modules that are loaded on
 * demand. The page names them, since only pages mount islands.
 */
export type Panels = Record<
  'settings' | 'chapters' | 'comments' | 'speech' | 'cast',
  () => Promise<PanelModule>
>;

/** An island that opens a panel and is not hydrated yet: its directive delays the click until then. */
const sleepingOpener = '[client=intent][ssr] [aria-haspopup=dialog]';

/** What leads away from this page, unless it is a mark within it. */
const pressable = '[data-panel],a:not([href^="#"],[target],[download])';

/**
 * Makes every element with `data-panel` open its panel; links keep their modifiers. Settings
 * and list of chapters are fetched ahead (`fetch-ahead.ts`), the player when it is opened.
 * Without a connection a link says so, rather than leaving the page for the browser's failure.
 */
export function openPanels(panels: Panels): void {
  document.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest<HTMLElement>(pressable);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const load = panels[opener.dataset.panel as keyof Panels] as Panels['speech'] | undefined;
    if (!load && (navigator.onLine || event.defaultPrevented || !isLost(opener))) return;
    event.preventDefault();
    if (!load) {
      reportMissing(opener);
      return;
    }
    const loading = load();
    void frameUntil(loading).then(
      async (isWanted) => {
        if (isWanted) (await loading).open(opener);
      },
      () => reportMissing(opener),
    );
  });
  document.addEventListener('click', showIslandsFrame, true);
  // From `client:intent`.
  document.addEventListener('island-missing', (event) =>
    reportMissing(event.target as HTMLElement),
  );
}

/**
 * Whether the page is lost where a link is followed without a connection: one to this site that is
 * not fetched. Browsers keep what speculation rules have prefetched for five minutes, what is
 * prerendered longer.
 */
function isLost(link: HTMLElement): boolean {
  const { href, origin } = link as HTMLAnchorElement;
  const next = document.querySelector<HTMLAnchorElement>('[data-turn=next]');
  const isFetched = next?.href === href && (performance.now() < 3e5 || next.dataset.near === '');
  return origin === location.origin && !isFetched;
}

function showIslandsFrame({ target }: Event): void {
  if (!(target as Element).closest(sleepingOpener)) return;
  const loaded = new Promise((resolve) => {
    for (const sign of ['astro:hydrate', 'island-missing']) {
      document.addEventListener(sign, resolve, { once: true, capture: true });
    }
  });
  void frameUntil(loaded);
}

/**
 * Reports that a panel or page could not be loaded. The module that does so is loaded on the first
 * interaction. If it is missing too, a short message takes the place of the remaining time until the
 * next click or until the browser is online again, which also opens the panel.
 */
function reportMissing(opener: HTMLElement): void {
  void import('./report-missing.ts').then(
    (module) => module.reportMissing(opener),
    () => {
      const line = document.querySelector<HTMLElement>('[data-time-left]');
      if (!line?.parentElement || line.role) return;
      const time = line.textContent;
      line.role = 'alert';
      line.textContent = 'Pas de connexion.';
      line.parentElement.dataset.shown = '';
      const withdraw = () => {
        line.role = null;
        line.textContent = time;
      };
      const once = { once: true, capture: true };
      document.addEventListener('click', withdraw, once);
      const retry = () => {
        if (line.role && opener.matches('[data-panel],[aria-haspopup]')) opener.click();
        withdraw();
      };
      addEventListener('online', retry, once);
    },
  );
}
