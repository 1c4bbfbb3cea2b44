import { useEffect, useRef } from 'react';
import { showChapter, type OpenChapter } from '../../lib/browser/reader/show-chapter.ts';

/** `takesFocus`: the focus goes to the text, because what had it is gone. */
type Props = OpenChapter & { takesFocus: boolean };

/**
 * The text, as long as it may be read: it stands in the article, beside the island, where a free
 * chapter has it.
 */
export function ChapterText({ id, language, html, takesFocus }: Props) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = mark.current?.closest('.premium');
    if (!place) return;
    const { text, takeAway } = showChapter(place, { id, language, html });
    if (takesFocus) {
      text.tabIndex = -1;
      text.focus({ preventScroll: true });
      // The question may have been longer than the window.
      if (text.getBoundingClientRect().top < 0) text.scrollIntoView({ behavior: 'instant' });
    }
    return takeAway;
  }, [id, language, html, takesFocus]);
  return <div ref={mark} />;
}
