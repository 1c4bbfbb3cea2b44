/**
 * The editor's unsaved content, stored on this device as other forms' drafts are: nothing is lost
 * in a crash or a lost connection.
 */
import {
  createDraftSaver,
  forgetDraft,
  readDraft,
  type DraftPlace,
} from '#browser/drafts/saved-drafts.ts';

export type LocalCopy = {
  title: string;
  html: string;
  /** Version of the working copy that it is based on. */
  version: number;
  /** When it was stored, ISO 8601. */
  at: string;
};

const placeOf = (personId: string, chapterId: string): DraftPlace => ({
  form: 'chapter',
  personId,
  subject: chapterId,
});

export async function readLocalCopy(userId: string, chapterId: string): Promise<LocalCopy | null> {
  const stored = await readDraft(placeOf(userId, chapterId), parseCopy);
  return stored && { ...stored.value, at: stored.at };
}

function parseCopy(value: unknown): Omit<LocalCopy, 'at'> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { title, html, version }: Record<string, unknown> = { ...value };
  if (typeof title !== 'string' || typeof html !== 'string') return null;
  return typeof version === 'number' ? { title, html, version } : null;
}

/** The local copy of one page. */
export const createLocalCopy = (userId: string, chapterId: string) =>
  createDraftSaver(placeOf(userId, chapterId));

/** The user has discarded the offer. */
export const forgetLocalCopy = (userId: string, chapterId: string): void =>
  forgetDraft(placeOf(userId, chapterId));
