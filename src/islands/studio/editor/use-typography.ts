import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef } from 'react';
import { plural } from '#shared/site/formats.ts';
import { isFrench } from '#shared/text/typography.ts';
import { typographyOf } from './set-typography.ts';

/**
 * Sets what is pasted into a French text, in a step of undo after the paste's own.
 *
 * @param onStatus gets the sentence that says what was done.
 */
export function useTypography(
  view: EditorView | null,
  language: string,
  onStatus: (sentence: string) => void,
): void {
  const tell = useRef(onStatus);
  useEffect(() => {
    tell.current = onStatus;
  });
  useEffect(() => {
    if (!isFrench(language)) return;
    view?.setProps({
      handlePaste: ({ state: { doc, selection } }) => {
        const after = doc.content.size - selection.to;
        // ProseMirror pastes once this has returned.
        queueMicrotask(() => {
          if (view.isDestroyed || view.state.doc === doc) return;
          const pasted = { from: selection.from, to: view.state.doc.content.size - after };
          const { tr, places } = typographyOf(view.state, language, pasted);
          if (places === 0) return;
          view.dispatch(tr);
          tell.current(`Collé avec ${corrections(places)}. «\u00A0Annuler\u00A0» les retire.`);
        });
        return false;
      },
    });
  }, [view, language]);
}

const corrections = (places: number) =>
  plural(places, 'correction typographique', 'corrections typographiques');
