import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { getChapterPage } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/site/paths.ts';

/** Replaces a paid price; the user's list of chapters has the same label. */
const openWord = 'Déverrouillé';

/**
 * The page's list of chapters is the same for all users: removes the prices of those unlocked by the
 * signed-in user. Asks the server which they are, unless all are known to be.
 */
export async function markOpenChapters(novelId: string, areAllOpen: boolean): Promise<void> {
  const badges = [...document.querySelectorAll<HTMLElement>('.chapters .premium')];
  if (badges.length === 0) return;
  const pathOf = (badge: HTMLElement) => badge.closest('a')?.getAttribute('href') ?? '';
  const openPaths = areAllOpen ? null : await findOpen(novelId, badges.map(pathOf));
  for (const badge of badges) {
    const path = pathOf(badge);
    if (openPaths !== null && !openPaths.has(path)) continue;
    badge.textContent = openWord;
    badge.classList.add('is-open');
  }
}

/**
 * Addresses of the chapters that the user may read, of the page of the list that has these; none if
 * the request fails.
 */
async function findOpen(novelId: string, shown: readonly string[]): Promise<ReadonlySet<string>> {
  const isDescending = new URLSearchParams(location.search).get('tri') === 'desc';
  const outcome = await call<typeof getChapterPage>('GET', '/api/novels/{id}/chapters', {
    params: { id: novelId },
    query: { around: shown[0]?.split('/').at(-1), order: isDescending ? 'desc' : 'asc' },
  });
  if (!outcome.ok) {
    logFailure('open chapters', outcome);
    return new Set();
  }
  return new Set(
    outcome.data.chapters.filter(({ isLocked }) => !isLocked).map(({ _id }) => paths.chapter(_id)),
  );
}
