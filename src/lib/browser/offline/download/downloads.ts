/**
 * Downloads of novels (decision 80): begun, stopped, continued where the site is used next after a tab
 * was closed, and limited to what their reader may read.
 */
import { savesData } from '#browser/idle.ts';
import { changeEntry, readEntries } from '#browser/database/database.ts';
import { currentOwner } from '../store/owner.ts';
import { continueDownloads } from './fetch-chapters.ts';
import { confirmTexts, listTexts, makeKey } from '../store/vault.ts';
import {
  listDownloads,
  missingOf,
  noteProblem,
  removeDownload,
  broadcastDownloads,
} from './wanted-downloads.ts';
import type { ListedChapter, Download } from '#browser/database/entries.ts';
import { listWithdrawn } from '#shared/contracts/library.ts';
import type { Outcome } from '#browser/outcome.ts';
import { askChapterPage } from '#browser/reader/chapters/listed-chapters.ts';

const confirmsAfterMs = 300_000;

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
  await changeEntry('downloads', novel.novelId, (before) => {
    const known = new Map(before?.chapters.map((chapter) => [chapter.id, chapter]));
    for (const { id, number, title, isPremium } of readable) {
      known.set(id, { id, number, title, isPremium });
    }
    const chapters = [...known.values()].toSorted((one, other) => one.number - other.number);
    const premiumAtMs = before?.premiumAtMs ?? [];
    return { ...novel, chapters, person: owner?.person ?? null, premiumAtMs, problem: null };
  });
  // Without it a browser may drop everything when the disk is full. Some ask the reader, who may not answer.
  if ('storage' in navigator)
    void navigator.storage.persist().then(broadcastDownloads, () => false);
  broadcastDownloads();
  void continueDownloads();
}

/**
 * What this browser does with downloads. WebKit clears what scripts have stored when a site was not
 * visited during seven days of use, but for sites on the home screen
 * (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/); others when the disk is full,
 * unless they have granted persistence.
 */
export async function retentionSentence(): Promise<string> {
  const { userAgent } = navigator;
  const isWebKit = userAgent.includes('AppleWebKit') && !userAgent.includes('Chrom');
  if (isWebKit && !matchMedia('(display-mode: standalone)').matches) {
    return 'Sur iPhone, iPad et Mac, Safari efface les téléchargements d’un site resté sept jours sans visite. Ajouté à l’écran d’accueil, le site les garde.';
  }
  const isPersisted =
    'storage' in navigator && (await navigator.storage.persisted().catch(() => false));
  const here = isPersisted
    ? 'Ce navigateur garde les téléchargements jusqu’à ce que vous les supprimiez.'
    : 'Ce navigateur peut effacer les téléchargements quand la place manque.';
  const elsewhere =
    'Safari les efface après sept jours sans visite, si le site n’est pas sur l’écran d’accueil.';
  return isWebKit ? here : `${here} ${elsewhere}`;
}

/** Stops a download where it is; what is there stays. */
export async function stopDownload(novelId: string): Promise<void> {
  const progress = (await listDownloads()).find((one) => one.novelId === novelId);
  if (!progress) return;
  const missing = new Set((await missingOf(progress)).map(({ id }) => id));
  await removeDownload(novelId, missing);
}

/** Continues what a closed tab left, and asks the server about premium texts. Not with the data saver on. */
export async function resumeDownloads(): Promise<void> {
  await confirmDownloads();
  if (savesData()) return;
  for (const download of await readEntries('downloads')) {
    // The obstacle may be gone.
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
  if (due.length === 0) return;
  const withdrawn = await listWithdrawnChapters();
  if (!withdrawn.ok) return;
  for (const novelId of new Set(due.map((text) => text.novelId))) {
    const outcome = await listReadable(novelId);
    if (outcome.ok) {
      const readable = outcome.data.filter(({ isLocked }) => !isLocked);
      const ids = [...readable.map(({ id }) => id), ...withdrawn.data.map(({ _id }) => _id)];
      await confirmTexts(owner.person, novelId, new Set(ids), Date.now());
    } else if (outcome.error === 'NOT_FOUND') await removeDownload(novelId);
  }
}

const pageSize = 100;
const pagesMax = 50;

/** All chapters of a novel as the server lists them for this reader, a page after the other. */
export async function listReadable(novelId: string): Promise<Outcome<ListedChapter[]>> {
  const listed: ListedChapter[] = [];
  for (let page = 1; page <= pagesMax; page++) {
    const outcome = await askChapterPage(novelId, { page, size: pageSize });
    if (!outcome.ok) return outcome;
    const { chapters, total } = outcome.data;
    listed.push(
      ...chapters.map((chapter) => ({
        id: chapter._id,
        number: chapter.chapterNumber,
        title: chapter.title,
        part: chapter.part,
        words: chapter.wordCount,
        isPremium: chapter.isPremium,
        isLocked: chapter.isLocked,
      })),
    );
    if (listed.length >= total || chapters.length === 0) break;
  }
  return { ok: true, data: listed };
}

/** Withdrawn chapters that this reader unlocked, and reads on. */
async function listWithdrawnChapters() {
  const { call } = await import('#browser/call.ts');
  return call(listWithdrawn);
}
