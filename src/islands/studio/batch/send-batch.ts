import type { z } from 'zod';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { changeChapters, type BatchResult } from '#shared/contracts/studio-batch.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import type { Refusal } from '#islands/ui/use-action.ts';
import { titleOf } from '../chapters/chapter-words.ts';

type BatchBody = z.input<(typeof changeChapters)['body']>;

/** So many chapters that stayed as they were are named. */
const namedMax = 3;

export function sendBatch(novelId: string, body: BatchBody): Promise<Outcome<BatchResult>> {
  return call(changeChapters, {
    params: { id: novelId },
    body,
  });
}

/** What was done, as it is said of one chapter and of several. */
type Did = { one: string; many: string };

export const did = {
  scheduled: { one: 'programmé', many: 'programmés' },
  published: { one: 'publié', many: 'publiés' },
  withdrawn: { one: 'passé en brouillon', many: 'passés en brouillon' },
  leaving: { one: 'à retirer ce jour-là', many: 'à retirer ce jour-là' },
  staying: { one: 'gardé', many: 'gardés' },
  freed: { one: 'rendu gratuit', many: 'rendus gratuits' },
  unplaced: { one: 'sorti de sa partie', many: 'sortis de leur partie' },
  moved: { one: 'déplacé', many: 'déplacés' },
  deleted: { one: 'supprimé', many: 'supprimés' },
} as const satisfies Record<string, Did>;

export type BatchProps = {
  /** The chosen chapters, by number. */
  chosen: readonly StudioChapterBody[];
  /** All chapters of the novel, by number. */
  chapters: readonly StudioChapterBody[];
  send: Send;
  onClosed: () => void;
};

/** Sends a batch. @returns null on success, after the message is set and the dialog is closed. */
export type Send = (body: BatchBody, done: Did) => Promise<Refusal | null>;

/**
 * What became of many chapters: “12 chapitres programmés. Un reste comme il était. « Un » : …”, and
 * whether anything did.
 */
export function batchSentence(
  { done, refused }: BatchResult,
  { one, many }: Did,
  chapters: readonly StudioChapterBody[],
): [sentence: string, kind: 'success' | 'error'] {
  const first =
    done === 0
      ? 'Aucun chapitre n’a changé.'
      : `${plural(done, 'chapitre')} ${done === 1 ? one : many}.`;
  const kind = done === 0 ? 'error' : 'success';
  if (refused.length === 0) return [first, kind];
  const titles = new Map(chapters.map((chapter) => [chapter._id, titleOf(chapter)]));
  const named = refused.slice(0, namedMax).map(({ _id, message }) => {
    const title = titles.get(_id);
    return title === undefined ? message : `«\u00A0${title}\u00A0»\u00A0: ${message}`;
  });
  const more = refused.length - named.length;
  const others = more > 0 ? ` Et ${plural(more, 'autre')}.` : '';
  const stay =
    refused.length === 1
      ? 'Un reste comme il était.'
      : `${refused.length} restent comme ils étaient.`;
  return [`${first} ${stay} ${named.join(' ')}${others}`, kind];
}
