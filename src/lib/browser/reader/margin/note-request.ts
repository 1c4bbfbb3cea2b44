/** Asks the island of the chapter's marks for a form, which it alone can mount. */
import type { HighlightBody, MarginNoteBody } from '#shared/contracts/margin.ts';

/** A note of the reader's own at a highlight, or one of the author at a paragraph, with its words. */
export type NoteRequest = { words: string; isNew: boolean } & (
  { kind: 'own'; highlight: HighlightBody } | { kind: 'author'; note: MarginNoteBody }
);

const eventName = 'margin-note';

export const askNote = (request: NoteRequest): boolean =>
  document.dispatchEvent(new CustomEvent(eventName, { detail: request }));

export function onNoteRequest(run: (request: NoteRequest) => void, signal: AbortSignal): void {
  // The event is our own, dispatched above.
  const listen = (event: Event) => run((event as CustomEvent<NoteRequest>).detail);
  document.addEventListener(eventName, listen, { signal });
}
