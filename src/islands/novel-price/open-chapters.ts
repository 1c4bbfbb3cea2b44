import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { listChapters } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/paths.ts';

/** What stands in the place of a price once it is paid; the reader's list of chapters says the same. */
const openWord = 'Débloqué';

/**
 * The page's list of chapters is the same for everybody: takes the prices off those that are open to
 * the person who is signed in. Asks the server which they are, unless it is known that all are.
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

/** Addresses of the chapters that the person may read; none where they cannot be asked for. */
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
