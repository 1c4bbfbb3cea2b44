import { adoptStyles } from '#browser/adopt-styles.ts';
import type { BookmarkedChapterBody } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/site/paths.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './bookmark-card.css?inline';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Cover } from '../ui/cover/Cover.tsx';

adoptStyles(styles);

/** A bookmarked chapter: specification section 2, “Bookmark card”. The whole card is one link. */
export function BookmarkCard({ chapter }: { chapter: BookmarkedChapterBody }) {
  const { _id: id, title, chapterNumber, novelId: novel } = chapter;
  return (
    <li className="bookmark">
      <div className="bookmark-cover">
        <Cover
          title={novel?.title ?? ''}
          address={novel?.coverImage ?? null}
          standIn={<Icon shape="ribbon" />}
        />
      </div>
      <div className="bookmark-text">
        <h3>{title}</h3>
        <p>
          <span className="bookmark-novel">{novel?.title ?? 'Roman inconnu'}</span>
          <span>{`Chapitre\u00A0${chapterNumber}`}</span>
        </p>
        <ButtonLink variant="quiet" isSmall href={paths.chapter(id)}>
          Continuer la lecture
          <span className="visually-hidden">{`\u00A0: ${title}`}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
