import { createElement, useCallback, useEffect, useState } from 'react';
import { onNoteRequest, type NoteRequest } from '#browser/reader/margin/note-request.ts';
import type { Elements } from '#islands/ui/elements.ts';
import type { MarginNote } from './MarginNote.tsx';

/** The form of a note in the margin that was asked for; its module is loaded then. */
export function useMarginNote(): Elements {
  const [shown, setShown] = useState<{ Form: typeof MarginNote; request: NoteRequest } | null>(
    null,
  );
  useEffect(() => {
    const listening = new AbortController();
    onNoteRequest((request) => {
      void import('./MarginNote.tsx').then(
        ({ MarginNote: Form }) => setShown({ Form, request }),
        () => undefined,
      );
    }, listening.signal);
    return () => listening.abort();
  }, []);
  const onEnd = useCallback(() => setShown(null), []);
  return shown && createElement(shown.Form, { request: shown.request, onEnd });
}
