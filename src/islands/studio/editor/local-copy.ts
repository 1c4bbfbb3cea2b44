/**
 * What is written in the editor and not yet saved, kept on this device as other forms' drafts are: a
 * crash or a lost connection loses nothing.
 */
import {
  createDraftKeeper,
  forgetDraft,
  readDraft,
  renameFormerDraft,
  type DraftPlace,
} from '#browser/kept-drafts.ts';
import { storageKeys } from '#shared/storage-keys.ts';

export type LocalCopy = {
  title: string;
  html: string;
  /** Of the working copy that it was made from. */
  version: number;
  /** When it was kept, ISO 8601. */
  at: string;
};

const placeOf = (personId: string, chapterId: string): DraftPlace => ({
  form: 'chapter',
  personId,
  subject: chapterId,
});

export async function readLocalCopy(userId: string, chapterId: string): Promise<LocalCopy | null> {
  const place = placeOf(userId, chapterId);
  renameFormerDraft(`${storageKeys.formerChapterDraft}:${userId}:${chapterId}`, place);
  const kept = await readDraft(place, parseCopy);
  return kept && { ...kept.value, at: kept.at };
}

function parseCopy(value: unknown): Omit<LocalCopy, 'at'> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { title, html, version }: Record<string, unknown> = { ...value };
  if (typeof title !== 'string' || typeof html !== 'string') return null;
  return typeof version === 'number' ? { title, html, version } : null;
}

/** The keeping of one page. */
export const createLocalKeeper = (userId: string, chapterId: string) =>
  createDraftKeeper(placeOf(userId, chapterId));

/** Whoever was asked has chosen not to take it up. */
export const forgetLocalCopy = (userId: string, chapterId: string): void =>
  forgetDraft(placeOf(userId, chapterId));
