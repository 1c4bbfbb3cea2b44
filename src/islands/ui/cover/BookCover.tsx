import type { CSSProperties } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { drawnCoverOf, drawnTints } from '#shared/site/drawn-cover.ts';
import bookStyles from '../../../styles/book.css?inline';
import { Cover } from './Cover.tsx';

adoptStyles(bookStyles);

export type BookNovel = {
  _id: string;
  title: string;
  /** Drawn where the cover is 5 rem wide or wider, as the title is. */
  authorName?: string;
  genres: readonly string[];
  /** Path of the picture; null draws the cover that the novel's public page has. */
  coverImage: string | null;
};

/** A novel's cover as an object, as on the pages (Cover.astro). Decorative; its container sets the width. */
export function BookCover({ novel }: { novel: BookNovel }) {
  const { _id: id, title, authorName, genres, coverImage } = novel;
  if (coverImage !== null) {
    return (
      <span className="book">
        <Cover title={title} address={coverImage} />
      </span>
    );
  }
  const { kind, hue, initials } = drawnCoverOf({ id, title, genres });
  const tint = { '--tint': drawnTints[hue] } as CSSProperties;
  return (
    <span className={`book stand-in drawn-${kind}`} style={tint} aria-hidden="true">
      <span className="drawn-letters">{initials}</span>
      <span className="stand-in-title">{title}</span>
      {authorName !== undefined && <span className="stand-in-author">{authorName}</span>}
    </span>
  );
}
