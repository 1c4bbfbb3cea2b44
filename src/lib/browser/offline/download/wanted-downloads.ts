/** Downloads that this device's reader wants (decision 80), and how far they are. */
import { changeEntry, readEntries } from '#browser/database/database.ts';
import { listCachedPages, sweepPages } from '../store/cached-pages.ts';
import { currentOwner } from '../store/owner.ts';
import { confirmation, dropChapters, listTexts, removeTexts } from '../store/vault.ts';
import type { Download } from '#browser/database/entries.ts';
import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';

/** How far a download is, and until when its premium chapters open; null without. */
export type Progress = Download & {
  done: number;
  bytes: number;
  end: ReturnType<typeof confirmation> | null;
};

/** Between pages of this site: something has changed. */
const channelName = 'feuilleton-downloads';

/** All downloads of this reader, with how far they are. */
export async function listDownloads(): Promise<Progress[]> {
  const downloads = await readEntries('downloads');
  const pages = await listCachedPages();
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

/** The chapters that are wanted and not here. */
export async function missingOf({
  chapters,
}: Pick<Download, 'chapters'>): Promise<Download['chapters']> {
  const pages = new Map((await listCachedPages()).map((page) => [page.path, page]));
  const owner = currentOwner();
  const texts = owner ? await listTexts(owner.person) : [];
  const haveText = new Set(texts.map(({ chapterId }) => chapterId));
  return chapters.filter(({ id }) => {
    const page = pages.get(`/chapter/${id}`);
    return !page?.isDownloaded || (page.isLocked && !haveText.has(id));
  });
}

/** Removes a download, or of one the chapters of a part. */
export async function removeDownload(
  novelId: string,
  ids: ReadonlySet<string> | null = null,
): Promise<void> {
  const isGone = ({ id }: { id: string }) => ids === null || ids.has(id);
  const download = await dropChapters(novelId, isGone).catch(() => undefined);
  if (!download) return;
  await removeTexts(download.chapters.filter(isGone).map(({ id }) => id));
  await sweepPages().catch(() => undefined);
  broadcastDownloads();
}

/** Stores why a download is paused (null: no longer), unless the download was removed. */
export async function noteProblem(novelId: string, problem: Download['problem']): Promise<void> {
  await changeEntry('downloads', novelId, (latest) => latest && { ...latest, problem }).catch(
    () => undefined,
  );
}

/** Tells this tab and the others that a download has changed. */
export function broadcastDownloads(): void {
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

/** Until when premium chapters open without the server's word. */
export function endSentence({ state, endsAtMs }: ReturnType<typeof confirmation>): string {
  const day = formatDay(new Date(endsAtMs));
  if (state === 'over') return messages.downloadUnconfirmed;
  return state === 'ending'
    ? `Les chapitres premium se fermeront le ${day}\u00A0: retrouvez une connexion avant.`
    : `Chapitres premium\u00A0: lisibles sans connexion jusqu’au ${day}.`;
}
