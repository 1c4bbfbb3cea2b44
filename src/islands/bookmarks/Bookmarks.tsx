import type { ReactNode } from 'react';
import { call } from '#browser/call.ts';
import { listBookmarked, type BookmarkedChapterBody } from '#shared/contracts/chapters.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { paths } from '#shared/site/paths.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { Icon } from '../ui/Icon.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Cover } from '../ui/cover/Cover.tsx';
import styles from './bookmark-card.css?inline';

/**
 * “Vos marque-pages” of a signed-in user with at least one (specification, section 2); renders nothing
 * for others. A placeholder card reserves the space while the list loads: the style sheet shows
 * it if the last visit had at least one bookmark.
 */
export function Bookmarks() {
  const member = useUserKey();
  if (member !== null) return <MemberBookmarks key={member} />;
  return <BookmarksToCome />;
}

/** The bookmarks of a signed-in user; nothing if there are none, or they cannot be loaded. */
function MemberBookmarks() {
  const [loaded] = useLoaded(load, { keepsLast: true, onReturn: true, logAs: 'bookmarks' });
  const chapters = dataOr(loaded, null, none);
  if (chapters === null) return <BookmarksToCome />;
  if (chapters.length === 0) return null;
  return (
    <BookmarksSection>
      {chapters.map((chapter) => (
        <BookmarkCard key={chapter._id} chapter={chapter} />
      ))}
    </BookmarksSection>
  );
}

const none: BookmarkedChapterBody[] = [];
const load = () => call(listBookmarked);

type SectionProps = { isToCome?: boolean; children: ReactNode };

/** The section of home with its heading; cards are its children. */
function BookmarksSection({ isToCome = false, children }: SectionProps) {
  return (
    <section
      className={isToCome ? 'bookmarks bookmarks-to-come' : 'bookmarks'}
      aria-labelledby="marque-pages"
      aria-busy={isToCome}
    >
      <h2 id="marque-pages">Vos marque-pages</h2>
      <ul>{children}</ul>
    </section>
  );
}

/** The section while its cards load. */
function BookmarksToCome() {
  return (
    <BookmarksSection isToCome>
      <li className="bookmark" />
    </BookmarksSection>
  );
}

adoptStyles(styles);

/** A bookmarked chapter: specification section 2, “Bookmark card”. The whole card is one link. */
function BookmarkCard({ chapter }: { chapter: BookmarkedChapterBody }) {
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
