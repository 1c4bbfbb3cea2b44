import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import { plural } from '#shared/site/formats.ts';
import { countTextWords } from '#shared/text/words.ts';
import { createAutosave } from './autosave.ts';
import { chapterHtml, isSameText, parseChapter } from './chapter-html.ts';
import { createView } from './create-view.ts';
import { createPictureQueue } from './picture-queue.ts';
import { createPictureAddresses } from './picture-view.ts';
import type { LocalCopy } from './local-copy.ts';
import type { Opened } from './open-for-editing.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

/** The text's view, its title, and their autosave, for the component's lifetime. */
export function useEditor(
  { chapter, novel }: Opened,
  userId: string,
  begun: LocalCopy | null,
  describedBy: string,
  /** Must not change between renders. */
  onSaved: (status: StudioChapterBody['status']) => void,
) {
  const { copy } = chapter;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [title, setTitleShown] = useState(begun?.title ?? copy.title);
  const [first] = useState(() => parseChapter(begun?.html ?? copy.html));
  /** The current content, for autosave. */
  const [now] = useState(() => createLatest({ title, doc: first }));
  const [addresses] = useState(() => createPictureAddresses(chapter._id));
  const [queue] = useState(() => createPictureQueue(chapter._id));
  const [autosave] = useState(() =>
    createAutosave({
      userId,
      chapterId: chapter._id,
      copy,
      read: () => ({ title: now.read().title.trim(), html: chapterHtml(now.read().doc) }),
      readForCopy: () => ({
        title: now.read().title.trim(),
        html: chapterHtml(now.read().doc, { isUnsentNamed: true }),
      }),
      isSame: (one, other) => one.title === other.title.trim() && isSameText(one.html, other.html),
      onSaved,
    }),
  );

  useEffect(() => {
    if (!place.current) return undefined;
    const stop = autosave.start();
    const made = createView({
      place: place.current,
      doc: now.read().doc,
      language: novel.language,
      describedBy,
      addresses,
      queue,
      onState: (next, isChanged) => {
        now.write({ doc: next.doc });
        setState(next);
        if (isChanged) autosave.changed();
      },
    });
    setView(made);
    setState(made.state);
    if (begun) autosave.changed();
    return () => {
      stop();
      made.destroy();
    };
  }, [autosave, now, addresses, queue, novel.language, begun, describedBy]);

  const setTitle = (text: string) => {
    now.write({ title: text });
    setTitleShown(text);
    autosave.changed();
  };
  /** Replaces the text; one undo step restores the first. */
  const replace = (other: { title: string; html: string }) => {
    if (!view) return;
    const { tr, doc } = view.state;
    view.dispatch(tr.replaceWith(0, doc.content.size, parseChapter(other.html).content));
    setTitle(other.title);
  };
  const words = useWords(state);
  return {
    place,
    first,
    title,
    setTitle,
    view,
    state,
    autosave,
    addresses,
    queue,
    ...words,
    replace,
  };
}

/** A value that changes without a render. */
function createLatest<Value extends object>(first: Value) {
  let value = first;
  return {
    read: () => value,
    write: (changed: Partial<Value>) => {
      value = { ...value, ...changed };
    },
  };
}

const countAfterMs = 250;

/** “1 234 mots”, counted as the server does, after a debounce. */
function useWords(state: EditorState | null): { words: string; hasWords: boolean } {
  const [count, setCount] = useState<number | null>(null);
  const doc = state?.doc;
  useEffect(() => {
    if (!doc) return undefined;
    const timer = setTimeout(() => {
      setCount(countTextWords(doc.textBetween(0, doc.content.size, ' ')));
    }, countAfterMs);
    return () => clearTimeout(timer);
  }, [doc]);
  return { words: count === null ? '' : plural(count, 'mot'), hasWords: count !== 0 };
}
