/** What of announcements and notes is kept when the session ends (decision 47). */
import type { DraftPlace } from '#browser/drafts/saved-drafts.ts';
import type { ChapterNotesBody, NovelNotesBody } from '#shared/contracts/announcements.ts';

export type AnnouncementDraft = { title: string; text: string };

/** @param subject the announcement, or the novel of a new one. */
export const announcementPlace = (personId: string, subject: string): DraftPlace => ({
  form: 'announcement',
  personId,
  subject,
});

export const chapterNotesPlace = (personId: string, subject: string): DraftPlace => ({
  form: 'chapter-notes',
  personId,
  subject,
});

export function parseAnnouncementDraft(value: unknown): AnnouncementDraft | null {
  const { title, text } = recordOf(value);
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : null;
}

export function parseNovelNotesDraft(value: unknown): NovelNotesBody | null {
  const { before, after } = recordOf(value);
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : null;
}

export function parseChapterNotesDraft(value: unknown): ChapterNotesBody | null {
  const { before, after, recap = '', cast = '' } = recordOf(value);
  if (typeof recap !== 'string' || typeof cast !== 'string') return null;
  return isNote(before) && isNote(after) ? { before, after, recap, cast } : null;
}

const isNote = (value: unknown): value is string | null =>
  typeof value === 'string' || value === null;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Of forms with the author's notes around chapters. */
export const notesLost =
  'Les notes que vous avez écrites ou changées ne sont pas enregistrées et seront perdues.';
