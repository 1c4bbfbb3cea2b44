import { useEffect, useRef } from 'react';
import { showChapter, type Showing } from '#browser/reader/show-chapter.ts';

/**
 * The text, while the user may read it: rendered in the article, beside the island, as a free
 * chapter's is.
 */
export function ChapterText({ id, language, html, takesFocus }: Showing) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = mark.current?.closest('.premium');
    return place ? showChapter(place, { id, language, html, takesFocus }) : undefined;
  }, [id, language, html, takesFocus]);
  return <div ref={mark} />;
}
