/**
 * Downloads of novels (decision 80): chapter by chapter, in one tab at a time, by the calls that the
 * reader makes; what a closed tab left is gone on with where the site is used next.
 */
import { messages } from '#shared/messages.ts';
import { savesData } from '../idle.ts';
import { changeEntry, readEntries, readEntry } from './database.ts';
import { downloadPage } from './keeping.ts';
import { listKeptPages, sweepPages } from './kept-pages.ts';
import { currentOwner } from './owner.ts';
import { listReadable, type ListedChapter } from './readable-chapters.ts';
import {
  confirmation,
  confirmTexts,
  dropChapters,
  guardPremium,
  listTexts,
  encryptText,
  makeKey,
  removeTexts,
  type Owner,
} from './vault.ts';

/** A novel that its reader wants on this device. */
export type Download = {
  novelId: string;
  slug: string;
  title: string;
  /** The wanted chapters, by number. */
  chapters: Pick<ListedChapter, 'id' | 'number' | 'title' | 'isPremium'>[];
  /** Whose the premium ones are; null without. */
  person: string | null;
  /** When premium texts were fetched, within the last hour. */
  premiumAtMs: number[];
  /** Why it stands still; null while it goes on. `wayPath`: where that is mended. */
  problem: { sentence: string; wayPath: string | null } | null;
};

/** How far a download is, and until when its premium chapters open; null without. */
export type Progress = Download & {
  done: number;
  bytes: number;
  end: ReturnType<typeof confirmation> | null;
};

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
const confirmsAfterMs = 300_000;
const channelName = 'feuilleton-downloads';

/** An estimate of what a chapter takes: its page, and its words. */
export const estimateBytes = (words: number): number => 26_000 + words * 7;

/** Adds chapters to what is wanted of a novel, and begins. */
export async function wantChapters(
  novel: Pick<Download, 'novelId' | 'slug' | 'title'>,
  wanted: readonly ListedChapter[],
): Promise<void> {
  const owner = currentOwner();
  const readable = wanted.filter(({ isLocked }) => !isLocked);
  if (owner && readable.some(({ isPremium }) => isPremium)) await makeKey(owner);
  await changeEntry<Download>('downloads', novel.novelId, (before) => {
    const known = new Map(before?.chapters.map((chapter) => [chapter.id, chapter]));
    for (const { id, number, title, isPremium } of readable) {
      known.set(id, { id, number, title, isPremium });
    }
    const chapters = [...known.values()].toSorted((one, other) => one.number - other.number);
    const premiumAtMs = before?.premiumAtMs ?? [];
    return { ...novel, chapters, person: owner?.person ?? null, premiumAtMs, problem: null };
  });
  // Without it a browser may drop everything when the disk is full.
  if ('storage' in navigator) await navigator.storage.persist().catch(() => false);
  tell();
  void continueDownloads();
}

/** All downloads of this reader, with how far they are. */
export async function listDownloads(): Promise<Progress[]> {
  const downloads = await readEntries<Download>('downloads');
  const pages = await listKeptPages();
  const person = currentOwner()?.person ?? null;
  const texts = person === null ? [] : await listTexts(person);
  const pageOf = new Map(pages.map((page) => [page.path, page]));
  const textOf = new Map(texts.map((text) => [text.chapterId, text]));
  return downloads.map((download) => {
    let [done, bytes, confirmedAtMs] = [0, 0, Infinity];
    for (const { id, isPremium } of download.chapters) {
      const page = pageOf.get(`/chapter/${id}`);
      const text = isPremium ? textOf.get(id) : undefined;
      bytes += (page?.isDownloaded ? page.bytes : 0) + (text?.bytes ?? 0);
      if (page?.isDownloaded && (!page.isLocked || text)) done += 1;
      if (text) confirmedAtMs = Math.min(confirmedAtMs, text.confirmedAtMs);
    }
    const end = Number.isFinite(confirmedAtMs) ? confirmation({ confirmedAtMs }, Date.now()) : null;
    return { ...download, done, bytes, end };
  });
}

/** Removes a download, or of one the chapters of a part. */
export async function removeDownload(
  novelId: string,
  ids: ReadonlySet<string> | null = null,
): Promise<void> {
  const isGone = ({ id }: { id: string }) => ids === null || ids.has(id);
  const download = await dropChapters<Download>(novelId, isGone).catch(() => undefined);
  if (!download) return;
  await removeTexts(download.chapters.filter(isGone).map(({ id }) => id));
  await sweepPages().catch(() => undefined);
  tell();
}

/** Stops a download where it is; what is there stays. */
export async function stopDownload(novelId: string): Promise<void> {
  const progress = (await listDownloads()).find((one) => one.novelId === novelId);
  if (!progress) return;
  const missing = new Set((await missingOf(progress)).map(({ id }) => id));
  await removeDownload(novelId, missing);
}

/** Goes on with what a closed tab left, and asks the server about premium texts. Not with the data saver on. */
export async function resumeDownloads(): Promise<void> {
  await confirmDownloads();
  if (savesData()) return;
  for (const download of await readEntries<Download>('downloads')) {
    // Whatever stood in the way may be gone.
    if (download.problem) await noteProblem(download.novelId, null);
  }
  await continueDownloads();
}

/** The server's word on what this reader may read: what was refunded goes. */
async function confirmDownloads(): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  const texts = await listTexts(owner.person);
  const due = texts.filter(({ confirmedAtMs }) => Date.now() - confirmedAtMs > confirmsAfterMs);
  for (const novelId of new Set(due.map((text) => text.novelId))) {
    const outcome = await listReadable(novelId);
    if (outcome.ok) {
      const readable = outcome.data.filter(({ isLocked }) => !isLocked);
      await confirmTexts(owner.person, novelId, new Set(readable.map(({ id }) => id)), Date.now());
    } else if (outcome.error === 'NOT_FOUND') await removeDownload(novelId);
  }
}

let isRunning = false;

async function continueDownloads(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const work = async () => {
    for (const { novelId } of await readEntries<Download>('downloads')) await goThrough(novelId);
  };
  try {
    if ('locks' in navigator) {
      const options = { ifAvailable: true };
      await navigator.locks.request(channelName, options, (lock) => (lock ? work() : undefined));
    } else await work();
  } finally {
    isRunning = false;
    tell();
  }
}

/** Fetches the missing chapters of a novel until none is missing, or something is in the way. */
async function goThrough(novelId: string): Promise<void> {
  for (;;) {
    const download = await readEntry<Download>('downloads', novelId);
    if (!download || download.problem) return;
    const [chapter] = await missingOf(download);
    if (!chapter) {
      await keepNovel(download);
      return;
    }
    const result = await fetchChapter(download, chapter);
    // Removed, or stopped, while it came.
    await sweepPages().catch(() => undefined);
    if (result === 'gone') await removeDownload(novelId, new Set([chapter.id]));
    else if (result !== 'done') {
      await noteProblem(novelId, result);
      if (result.retryMs !== null) setTimeout(() => void retry(novelId), result.retryMs);
      return;
    }
    tell();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function retry(novelId: string): Promise<void> {
  const download = await readEntry<Download>('downloads', novelId);
  if (!download?.problem) return;
  await noteProblem(novelId, null);
  await continueDownloads();
}

/** Notes why a download stands still, if it is still wanted. */
async function noteProblem(novelId: string, problem: Download['problem']): Promise<void> {
  await changeEntry<Download>(
    'downloads',
    novelId,
    (latest) => latest && { ...latest, problem },
  ).catch(() => undefined);
}

async function missingOf({ chapters }: Pick<Download, 'chapters'>): Promise<Download['chapters']> {
  const pages = new Map((await listKeptPages()).map((page) => [page.path, page]));
  const owner = currentOwner();
  const texts = owner ? await listTexts(owner.person) : [];
  const haveText = new Set(texts.map(({ chapterId }) => chapterId));
  return chapters.filter(({ id }) => {
    const page = pages.get(`/chapter/${id}`);
    return !page?.isDownloaded || (page.isLocked && !haveText.has(id));
  });
}

/** In the way; tried again after `retryMs`, or when the site is used again for null. */
type Obstacle = NonNullable<Download['problem']> & { retryMs: number | null };

async function fetchChapter(
  download: Download,
  { id }: Download['chapters'][number],
): Promise<'done' | 'gone' | Obstacle> {
  const all = await listDownloads();
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) > downloadsMaxBytes) {
    return obstacle('Les téléchargements prennent déjà 200 Mo : libérez de la place.');
  }
  const keeping = await downloadPage(`/chapter/${id}`);
  if (keeping === null) return obstacle('Ce navigateur ne garde pas de pages.');
  if (keeping.status === 404 || keeping.status === 410) return 'gone';
  if (!keeping.isKept) return pageObstacle(keeping);
  const page = (await listKeptPages()).find(({ path }) => path === `/chapter/${id}`);
  // Free by now, it has its text on its page.
  if (!page?.isLocked) return 'done';
  const owner = currentOwner();
  return owner === null ? 'gone' : fetchText(download, id, owner);
}

function pageObstacle({ status, waitSeconds }: { status: number; waitSeconds: number }): Obstacle {
  if (status === 0) return obstacle('Interrompu : reprendra avec la connexion.', patienceMs);
  if (status === 423) return obstacle('La lecture est suspendue : réessayez plus tard.');
  if (status === 429)
    return obstacle(messages.rateLimited, Math.max(patienceMs, waitSeconds * 1000));
  if (status >= 500) return obstacle(messages.chapterFailed, patienceMs);
  // Taken from the server, and not kept.
  return obstacle('Il n’y a plus de place sur cet appareil, ou le site vient d’être mis à jour.');
}

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
      `${premiumPerHour} chapitres premium par heure au plus : la suite dans ${minutes} min.`,
      waitMs,
    );
  }
  const { openChapter } = await import('../reader/open-chapter.ts');
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
      return obstacle('La lecture est suspendue : réessayez plus tard.');
    case 'failed':
      return obstacle(opened.message, patienceMs);
    case 'open':
  }
  try {
    const { novelId } = download;
    const isStored = await encryptText(owner, { chapterId: id, novelId, html: opened.html }, now);
    if (!isStored) return 'gone';
    // Somebody has signed in or out in another tab, which may not have come to it yet.
    await guardPremium(currentOwner());
    const premiumAtMs = [...recent, now];
    await changeEntry<Download>(
      'downloads',
      novelId,
      (latest) => latest && { ...latest, premiumAtMs },
    );
  } catch {
    return obstacle('Il n’y a plus de place sur cet appareil.');
  }
  return 'done';
}

/** The novel's own page, and its cover. */
async function keepNovel({ slug }: Download): Promise<void> {
  const path = `/novel/${slug}`;
  const pages = await listKeptPages();
  if (pages.some((page) => page.path === path && page.isDownloaded)) return;
  await downloadPage(path);
  await sweepPages().catch(() => undefined);
  await fetch(`${path}/couverture`).catch(() => undefined);
}

function tell(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
  document.dispatchEvent(new Event(channelName));
}

/** Calls back when a download has changed, in this tab or another. @returns what ends it. */
export function onDownloads(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  document.addEventListener(channelName, listener);
  return () => {
    channel.close();
    document.removeEventListener(channelName, listener);
  };
}
