import type { getChapterKey } from '#shared/contracts/chapters.ts';

/** What follows the chapter that was read aloud. */
export type NextChapter =
  | { kind: 'none' }
  | { kind: 'open'; id: string; href: string }
  /** The reader has to act first, as the sentence says. */
  | { kind: 'asks'; id: string; href: string; sentence: string };

/**
 * Follows the link at the chapter's end. A premium chapter can be read if it is unlocked and its
 * challenge passed: that is so when its key is given.
 */
export async function findNextChapter(): Promise<NextChapter> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-turn="next"]');
  if (!link) return { kind: 'none' };
  const { href } = link;
  const id = new URL(href).pathname.split('/').at(-1) ?? '';
  const price = link.querySelector('.price')?.textContent.trim();
  if (!price) return { kind: 'open', id, href };
  const costs = `Le chapitre suivant s’ouvre avec ${price}.`;
  if (document.documentElement.dataset.session !== 'on') {
    return { kind: 'asks', id, href, sentence: costs };
  }
  const { call } = await import('#browser/call.ts');
  const outcome = await call<typeof getChapterKey>('GET', '/api/chapters/{id}/key', {
    params: { id },
  });
  if (outcome.ok) return { kind: 'open', id, href };
  const sentence =
    outcome.error === 'PREMIUM_LOCKED'
      ? costs
      : outcome.error === 'CHALLENGE_REQUIRED'
        ? 'Le chapitre suivant s’ouvre après une question.'
        : outcome.message;
  return { kind: 'asks', id, href, sentence };
}
