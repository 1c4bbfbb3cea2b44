import type { Block } from './block.ts';
import { noteCallMark } from './inline.ts';
import { noteHtml } from './note-text.ts';
import type { NoteCall } from './note-source.ts';
import { countCalls, freeHeadings, ownAnchor, type LinkedNotes } from './notes.ts';

/**
 * Matches references and notes of a chapter written in the editor: a note is an element that a
 * link targets. Unlike `placeNotes`, which reads books, this guesses nothing: notes keep their
 * first words, and numbers in brackets stay in the text.
 */
export function linkOwnNotes(
  blocks: readonly Block[],
  calls: readonly NoteCall[],
): Omit<LinkedNotes, 'blocks' | 'doubts' | 'sections'> & { blocks: Block[] } {
  const notes = Map.groupBy(
    blocks.filter(({ note }) => note > 0),
    ({ note }) => note,
  );
  const prose = blocks.filter(({ note }) => note === 0);
  const written = writeNotes(notes);
  const byAnchor = new Map<string, number>();
  for (const [number, body] of notes)
    for (const id of body[0]?.ids ?? []) if (!byAnchor.has(id)) byAnchor.set(id, number);
  const texts = new Map<number, string>();
  const called = new Set<number>();
  // A note with several references is repeated, until the notes are twice as long.
  let copiesLeft = [...written.values()].reduce((sum, text) => sum + text.length, 0);
  let lostMarks = 0;
  for (const { html } of prose) {
    for (const [, name] of html.matchAll(noteCallMark)) {
      const key = Number(name);
      const call = calls[key];
      const number = byAnchor.get(ownAnchor(call?.href ?? '') ?? '');
      const text = call?.body ? noteHtml(call.body, null) : (written.get(number ?? 0) ?? '');
      const isCopy = number !== undefined && called.has(number);
      if (number !== undefined) called.add(number);
      if (text === '' || (isCopy && text.length > copiesLeft)) {
        lostMarks += 1;
        continue;
      }
      if (isCopy) copiesLeft -= text.length;
      texts.set(key, text);
    }
  }
  const freed = freeHeadings(prose);
  lostMarks += countCalls(freed.waiting, texts);
  const remaining = freed.blocks.filter((block) => !isLostMark(block, texts));
  return { blocks: remaining, texts, orphans: notes.size - called.size, lostMarks };
}

/** Whether a paragraph was nothing but references to notes that there are not. */
const isLostMark = ({ html, kind }: Block, texts: ReadonlyMap<number, string>): boolean =>
  kind === 'paragraph' &&
  html.replace(noteCallMark, '').trim() === '' &&
  ![...html.matchAll(noteCallMark)].some(([, key]) => texts.has(Number(key)));

function writeNotes(notes: ReadonlyMap<number, readonly Block[]>): Map<number, string> {
  return new Map([...notes].map(([number, body]) => [number, noteHtml(body, null)]));
}
