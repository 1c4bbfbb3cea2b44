import type { ClientDirective } from 'astro';

/**
 * `client:signed-in`: hydrates for a signed-in user, now or after a sign-in in another tab;
 * also if the stored token was unreadable (`lost`), so that a message is shown, or is `gone` with all that
 * was stored, so that the session is resumed. The page's
 * `data-session`, which first paint sets and keeps up to date, decides. An anonymous visitor
 * downloads nothing of the island.
 */
export const signedIn: ClientDirective = (load, _options, element) => {
  const root = document.documentElement;
  const observer = new MutationObserver(hydrateOnce);
  observer.observe(root, { attributeFilter: ['data-session'] });
  hydrateOnce();

  function hydrateOnce(): void {
    if (!/on|lost/.test(String(root.dataset.session))) return;
    observer.disconnect();
    if (element.isConnected) void load().then((hydrate) => hydrate());
  }
};
