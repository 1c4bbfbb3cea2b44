import { useEffect, useRef } from 'react';
import { showChapter, type Showing } from '#browser/reader/show-chapter.ts';

/**
 * The text, as long as it may be read: it stands in the article, beside the island, where a free
 * chapter has it.
 */
export function ChapterText({ id, language, html, takesFocus }: Showing) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = mark.current?.closest('.premium');
    return place ? showChapter(place, { id, language, html, takesFocus }) : undefined;
  }, [id, language, html, takesFocus]);
  return <div ref={mark} />;
}
