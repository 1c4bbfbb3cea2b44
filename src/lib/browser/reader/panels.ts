/**
 * What opens from the control bar and the chapter's links. Each panel is a module loaded on
 * demand, and returns the focus to its opener when it closes.
 */
const panels: Record<string, () => Promise<(opener: HTMLElement) => void>> = {
  settings: async () => (await import('./settings.ts')).openSettings,
  chapters: async () => (await import('./chapter-list.ts')).openChapterList,
  speech: async () => (await import('./read-aloud.ts')).openReadAloud,
};

/** Makes every element with `data-panel` open its panel; links keep their modifiers. */
export function openPanels(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) {
      return;
    }
    const opener = event.target.closest<HTMLElement>('[data-panel]');
    const load = panels[opener?.dataset.panel ?? ''];
    if (!opener || !load) return;
    event.preventDefault();
    void load().then(
      (open) => open(opener),
      () => tellMissing(opener),
    );
  });
  // From `client:intent`.
  document.addEventListener('island-missing', ({ target }) => {
    if (target instanceof HTMLElement) tellMissing(target);
  });
}

/** The module failed to load: a link is followed, a button shows a message. */
function tellMissing(opener: HTMLElement): void {
  if (opener instanceof HTMLAnchorElement) {
    location.assign(opener.href);
    return;
  }
  const bar = document.querySelector('.control-bar');
  const time = bar?.querySelector<HTMLElement>('[data-time-left]');
  if (!bar || !time) return;
  // Until the next tap, in place of the remaining time.
  const line = document.createElement('p');
  line.className = time.className;
  line.role = 'alert';
  line.textContent = 'Pas de réponse. Vérifiez votre connexion.';
  time.hidden = true;
  bar.prepend(line);
  const withdraw = () => {
    line.remove();
    time.hidden = false;
  };
  bar.addEventListener('click', withdraw, { once: true });
}
