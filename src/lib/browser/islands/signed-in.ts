import type { ClientDirective } from 'astro';

/**
 * `client:signed-in`: hydrates for a signed-in user, now or after a sign-in in another tab;
 * also if the stored token was unreadable (`lost`), so that a message is shown. The page's
 * `data-session`, which first paint sets and keeps up to date, decides. An anonymous visitor
 * downloads nothing of the island.
 */
export const signedIn: ClientDirective = (load, _options, element) => {
  const root = document.documentElement;
  const hydrate = async (): Promise<void> => (await load())();
  const hydrateOnce = (): boolean => {
    if (!/^(?:on|lost)$/.test(root.dataset.session ?? '')) return false;
    if (element.isConnected) void hydrate();
    return true;
  };
  if (hydrateOnce()) return;
  const observer = new MutationObserver(() => {
    if (hydrateOnce()) observer.disconnect();
  });
  observer.observe(root, { attributeFilter: ['data-session'] });
};
