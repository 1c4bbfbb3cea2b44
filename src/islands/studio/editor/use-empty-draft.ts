import { useEffect, useRef } from 'react';
import { dropDraft, forgetMade, wasMade } from '../chapters/empty-draft.ts';
import { $route } from '../navigation.ts';
import type { createAutosave } from './autosave.ts';

type Draft = {
  userId: string;
  chapterId: string;
  autosave: ReturnType<typeof createAutosave>;
  /** It was opened without a title and a text, by one who may delete it. */
  isEmpty: boolean;
};

const touches = ['input', 'paste', 'drop', 'compositionstart'] as const;

/**
 * Lets a draft that was made by the press that opened the editor go again, as another screen than
 * its own is opened and nothing was written on this one: no word, no note, no picture.
 */
export function useEmptyDraft({ userId, chapterId, autosave, isEmpty }: Draft): void {
  const isTouched = useRef(false);
  useEffect(() => {
    const touch = () => {
      isTouched.current = true;
    };
    for (const event of touches) document.addEventListener(event, touch, true);
    return () => {
      for (const event of touches) document.removeEventListener(event, touch, true);
      const route = $route.get();
      // Its preview and its versions lead back here.
      if ('chapterId' in route && route.chapterId === chapterId) return;
      const isSaved = autosave.$state.get().kind === 'saved' && autosave.version() === 0;
      const isUnwritten = isEmpty && isSaved && !isTouched.current;
      if (isUnwritten && wasMade(chapterId)) dropDraft(userId, chapterId);
      forgetMade();
    };
  }, [userId, chapterId, autosave, isEmpty]);
}
