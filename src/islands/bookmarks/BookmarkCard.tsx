import { adoptStyles } from '#browser/adopt-styles.ts';
import type { BookmarkedChapterBody } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './bookmark-card.css?inline';

adoptStyles(styles);

/** A bookmarked chapter: specification section 2, “Bookmark card”. The whole card is one link. */
export function BookmarkCard({ chapter }: { chapter: BookmarkedChapterBody }) {
  const { _id: id, title, chapterNumber, novelId: novel } = chapter;
  return (
    <li className="bookmark">
      {novel?.coverImage ? (
        <img
          src={novel.coverImage}
          alt=""
          width="80"
          height="120"
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="bookmark-stand-in">
          <Icon shape="ribbon" />
        </span>
      )}
      <div className="bookmark-text">
        <h3>{title}</h3>
        <p>
          <span className="bookmark-novel">{novel?.title ?? 'Roman inconnu'}</span>
          <span>{`Chapitre\u00A0${chapterNumber}`}</span>
        </p>
        <a className="button button-quiet" href={paths.chapter(id)}>
          Continuer la lecture
          <span className="visually-hidden">{`\u00A0: ${title}`}</span>
        </a>
      </div>
    </li>
  );
}
