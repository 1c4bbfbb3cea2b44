import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { listChapters } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/paths.ts';

/** Replaces a paid price; the user's list of chapters has the same label. */
const openWord = 'Débloqué';

/**
 * The page's list of chapters is the same for all users: removes the prices of those unlocked by the
 * signed-in user. Asks the server which they are, unless all are known to be.
 */
export async function markOpenChapters(novelId: string, areAllOpen: boolean): Promise<void> {
  const badges = [...document.querySelectorAll<HTMLElement>('.chapters .premium')];
  if (badges.length === 0) return;
  const openPaths = areAllOpen ? null : await findOpen(novelId);
  for (const badge of badges) {
    const path = badge.closest('a')?.getAttribute('href') ?? '';
    if (openPaths !== null && !openPaths.has(path)) continue;
    badge.textContent = openWord;
    badge.classList.add('is-open');
  }
}

/** Addresses of the chapters that the user may read; none if the request fails. */
async function findOpen(novelId: string): Promise<ReadonlySet<string>> {
  const path = '/api/chapters/novel/{novelId}';
  const outcome = await call<typeof listChapters>('GET', path, { params: { novelId } });
  if (!outcome.ok) {
    logFailure('open chapters', outcome);
    return new Set();
  }
  return new Set(
    outcome.data.filter(({ isLocked }) => !isLocked).map(({ _id }) => paths.chapter(_id)),
  );
}
