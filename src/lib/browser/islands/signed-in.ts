import type { ClientDirective } from 'astro';

/**
 * `client:signed-in`: hydrates where somebody is signed in, now or from another tab later; also
 * where the stored token was unreadable (`lost`), for somebody has to say so. The page's
 * `data-session`, which first paint sets and keeps true, is the one truth. An anonymous visitor
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
