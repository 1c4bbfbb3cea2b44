/** The rules of a comment's text. The field's visible count and the server's limit are this one. */
import { commentLimits } from '../constants.ts';
import { formatCount, formatDay } from '../site/formats.ts';

/** Invisible characters that can break the display around them; line feed and tab excepted. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/**
 * Characters without a form of their own: they hide words, and reorder others. $1 are those that join an
 * emoji (sequences of people, looks, keys, flags of regions) and letters of scripts that need them.
 */
const formless =
  /(?<=\u{1F3F4})([\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?)(\u200D)(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})([\uFE0E\uFE0F])|(?<=[\d#*])(\uFE0F)(?=\u20E3)|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}])([\u200C\u200D])(?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}])|[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
/** Something a reader can see: a letter, a digit, punctuation, a sign or an emoji. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** A letter may carry a few combining marks, not a stack of them. */
const marksTower = /(\p{M}{4})\p{M}+/gu;

/**
 * A comment as it is stored: one kind of line end, no control or formless characters, no lone surrogates, at
 * most one empty line in a row, trimmed. Idempotent.
 */
export function cleanCommentText(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(control, '')
    .replaceAll(formless, '$1$2$3$4$5')
    .replaceAll(marksTower, '$1')
    .replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();
}

/** The length of a comment: code points of what would be stored. */
export function commentCharacters(raw: string): number {
  return Array.from(cleanCommentText(raw)).length;
}

/** Why a text is not a valid comment, in French; null for a valid one. */
export function commentTextProblem(
  raw: string,
  max: number = commentLimits.textCharacters,
  what = 'Le commentaire',
): string | null {
  if (!visible.test(cleanCommentText(raw))) return `${what} est vide.`;
  return commentCharacters(raw) > max ? `Au plus ${formatCount(max)} caractères.` : null;
}

/** The message for a user suspended from commenting until then; a date or its ISO text. */
export function suspensionSentence(until: Date | string): string {
  return `Vous ne pouvez pas commenter avant le ${formatDay(until)}.`;
}
