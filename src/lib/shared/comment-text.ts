/** What may stand in a comment. The field's visible count and the server's bound are this one. */
import { commentLimits } from './constants.ts';
import { formatCount, formatDay } from './formats.ts';

/** Characters that draw nothing and can spoil what is around them; line feed and tab excepted. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Something a reader can see: a letter, a digit, punctuation, a sign or an emoji. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** A letter may carry a few marks, not a tower of them. */
const marksTower = /(\p{M}{4})\p{M}+/gu;

/**
 * A comment as it is stored: one kind of line end, no control characters, no broken halves of
 * characters, at most one empty line in a row, no blanks around it. Cleaning twice changes nothing.
 */
export function cleanCommentText(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(control, '')
    .replaceAll(marksTower, '$1')
    .replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();
}

/** How long a comment is: code points of what would be stored. */
export function commentCharacters(raw: string): number {
  return Array.from(cleanCommentText(raw)).length;
}

/** Why a text is no comment, in French; null where it is one. */
export function commentTextProblem(raw: string): string | null {
  if (!visible.test(raw)) return 'Le commentaire est vide.';
  const isTooLong = commentCharacters(raw) > commentLimits.textCharacters;
  return isTooLong ? `Au plus ${formatCount(commentLimits.textCharacters)} caractères.` : null;
}

/** What somebody is told who may not comment until then; a date or its ISO text. */
export function suspensionSentence(until: Date | string): string {
  return `Vous ne pouvez pas commenter avant le ${formatDay(until)}.`;
}
