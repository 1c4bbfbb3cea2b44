/** Takes the chapters of downloads, one after the other, in one tab at a time (decision 80). */
import { messages } from '#shared/messages.ts';
import { changeEntry, readEntries, readEntry } from '#browser/database/database.ts';
import { downloadPage } from './worker-messages.ts';
import { listCachedPages, sweepPages } from '../store/cached-pages.ts';
import { currentOwner } from '../store/owner.ts';
import { encryptText, guardPremium } from '../store/vault.ts';
import {
  listDownloads,
  missingOf,
  noteProblem,
  removeDownload,
  broadcastDownloads,
} from './wanted-downloads.ts';
import type { Download, Owner } from '#browser/database/entries.ts';

/** Downloads do not take more of a device than this, all together. */
const downloadsMaxBytes = 200_000_000;
/**
 * Premium chapters in an hour: less than what would slow an account down for everything it reads
 * (decision 45).
 */
const premiumPerHour = 50;
const hourMs = 3_600_000;
/** Between two pages: the server has other readers. */
const pauseMs = 150;
const patienceMs = 60_000;
const lockName = 'feuilleton-downloads';

let isRunning = false;

/** Takes what is missing of all downloads, after another tab that is at it: it may be closed before it is done. */
export async function continueDownloads(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const work = async () => {
    for (const { novelId } of await readEntries('downloads')) await goThrough(novelId);
  };
  try {
    if ('locks' in navigator) await navigator.locks.request(lockName, work);
    else await work();
  } finally {
    isRunning = false;
    broadcastDownloads();
  }
}

/** Fetches the missing chapters of a novel until none is missing, or something is in the way. */
async function goThrough(novelId: string): Promise<void> {
  for (;;) {
    const download = await readEntry('downloads', novelId);
    if (!download || download.problem) return;
    const [chapter] = await missingOf(download);
    if (!chapter) {
      await downloadNovelPage(download);
      return;
    }
    const result = await fetchChapter(download, chapter);
    // Removed, or stopped, while it was fetched.
    await sweepPages().catch(() => undefined);
    if (result === 'gone') await removeDownload(novelId, new Set([chapter.id]));
    else if (result !== 'done') {
      await noteProblem(novelId, result);
      if (result.retryMs !== null) setTimeout(() => void retry(novelId), result.retryMs);
      return;
    }
    broadcastDownloads();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function retry(novelId: string): Promise<void> {
  const download = await readEntry('downloads', novelId);
  if (!download?.problem) return;
  await noteProblem(novelId, null);
  await continueDownloads();
}

/** In the way; tried again after `retryMs`, or when the site is used again for null. */
type Obstacle = NonNullable<Download['problem']> & { retryMs: number | null };

async function fetchChapter(
  download: Download,
  { id }: Download['chapters'][number],
): Promise<'done' | 'gone' | Obstacle> {
  const all = await listDownloads();
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) > downloadsMaxBytes) {
    return obstacle('Les téléchargements prennent déjà 200 Mo\u00A0: libérez de la place.');
  }
  const answer = await downloadPage(`/chapter/${id}`);
  if (answer === null) return obstacle('Ce navigateur ne garde pas de pages.');
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (!answer.isKept) return pageObstacle(answer);
  const page = (await listCachedPages()).find(({ path }) => path === `/chapter/${id}`);
  // Free by now, it has its text on its page.
  if (!page?.isLocked) return 'done';
  const owner = currentOwner();
  return owner === null ? 'gone' : fetchText(download, id, owner);
}

function pageObstacle({ status, waitSeconds }: { status: number; waitSeconds: number }): Obstacle {
  if (status === 0) return cut();
  if (status === 423) return obstacle('La lecture est suspendue\u00A0: réessayez plus tard.');
  if (status === 429)
    return obstacle(messages.rateLimited, Math.max(patienceMs, waitSeconds * 1000));
  if (status >= 500) return obstacle(messages.chapterFailed, patienceMs);
  // Fetched, and not cached.
  return obstacle('Il n’y a plus de place sur cet appareil, ou le site vient d’être mis à jour.');
}

const cut = (): Obstacle => obstacle('Interrompu\u00A0: reprendra avec la connexion.', patienceMs);

function obstacle(sentence: string, retryMs: number | null = null): Obstacle {
  return { sentence, wayPath: null, retryMs };
}

/** A premium text, as the reader opens it: by its key, after the challenge, at a person's pace. */
async function fetchText(
  download: Download,
  id: string,
  owner: Owner,
): Promise<'done' | 'gone' | Obstacle> {
  const now = Date.now();
  const recent = download.premiumAtMs.filter((atMs) => now - atMs < hourMs);
  const [oldest] = recent;
  if (oldest !== undefined && recent.length >= premiumPerHour) {
    const waitMs = oldest + hourMs - now;
    const minutes = Math.ceil(waitMs / 60_000);
    return obstacle(
      `${premiumPerHour} chapitres premium par heure au plus\u00A0: la suite dans ${minutes} min.`,
      waitMs,
    );
  }
  const { openChapter } = await import('#browser/reader/text/open-chapter.ts');
  const opened = await openChapter(id);
  switch (opened.kind) {
    case 'locked':
      return 'gone';
    case 'challenge':
      return {
        sentence: 'Une vérification est demandée avant la suite.',
        wayPath: `/chapter/${id}`,
        retryMs: null,
      };
    case 'suspended':
      return obstacle('La lecture est suspendue\u00A0: réessayez plus tard.');
    case 'failed':
      return obstacle(opened.message, patienceMs);
    case 'open':
  }
  const { embedPictures } = await import('./embed-pictures.ts');
  const html = await embedPictures(opened.html);
  if (html === null) return cut();
  try {
    const { novelId } = download;
    const isStored = await encryptText(owner, { chapterId: id, novelId, html }, now);
    if (!isStored) return 'gone';
    // Another tab may have signed in or out since; delete the text if it has.
    await guardPremium(currentOwner());
    const premiumAtMs = [...recent, now];
    await changeEntry('downloads', novelId, (latest) => latest && { ...latest, premiumAtMs });
  } catch {
    return obstacle('Il n’y a plus de place sur cet appareil.');
  }
  return 'done';
}

/** The novel's own page, and its cover. */
async function downloadNovelPage({ slug }: Download): Promise<void> {
  const path = `/novel/${slug}`;
  const pages = await listCachedPages();
  if (pages.some((page) => page.path === path && page.isDownloaded)) return;
  await downloadPage(path);
  await sweepPages().catch(() => undefined);
  await fetch(`${path}/couverture`).catch(() => undefined);
}
