import { useEffect, type ReactNode } from 'react';
import { call } from '#browser/call.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { logFailure } from '#browser/log-failure.ts';
import { refreshUser } from '#browser/session-calls.ts';
import {
  listNewChapters,
  seeNewChapters,
  type NewChaptersBody,
} from '#shared/contracts/new-chapters.ts';
import { newChaptersOfNovelMax } from '#shared/constants.ts';
import { plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useSession } from '../ui/use-session.ts';
import styles from './new-chapters-line.css?inline';

/**
 * “Nouveaux chapitres” of a signed-in user: chapters published in their favourites since they last
 * opened them (decision 38). Always one line high, to avoid a layout shift; the style sheet hides
 * it for others.
 */
export function NewChapters() {
  const member = useUserKey();
  return member === null ? <NewChaptersSection isToCome /> : <MemberNewChapters key={member} />;
}

adoptStyles(styles);

type List = readonly NewChaptersBody[] | 'failed';

const load = () => call(listNewChapters);

/** Lists them, and marks them as seen on the server. */
function MemberNewChapters() {
  const [loaded] = useLoaded(load, { keepsLast: true, onReturn: true, logAs: 'new chapters' });
  const list = dataOr(loaded, null, 'failed' as const);
  useSeen(list);
  if (list === null) return <NewChaptersSection isToCome />;
  if (list === 'failed') {
    return <NewChaptersSection>Ils n’ont pas pu être chargés.</NewChaptersSection>;
  }
  if (list.length === 0) {
    return <NewChaptersSection>Rien de nouveau dans ce que vous suivez.</NewChaptersSection>;
  }
  return (
    <NewChaptersSection>
      <ul>
        {list.map((news) => (
          <li key={news.novelId}>
            <a href={addressOf(news)}>
              <span className="news-title">{news.title}</span>
              <span className="visually-hidden">{'\u00A0: '}</span>
              <span className="news-count">{wordsOf(news)}</span>
            </a>
          </li>
        ))}
      </ul>
    </NewChaptersSection>
  );
}

/** Chapters go before an announcement, which the novel's page shows beside them. */
function addressOf({ slug, first, announcement }: NewChaptersBody): string {
  if (first !== null) return paths.chapter(first._id);
  return announcement === null ? paths.novel(slug) : paths.announcement(slug, announcement._id);
}

function wordsOf({ count, announcement }: NewChaptersBody): string {
  if (announcement === null) return countWords(count);
  return count === 0 ? 'une annonce' : `${countWords(count)}, une annonce`;
}

function countWords(count: number): string {
  const words = plural(count, 'nouveau chapitre', 'nouveaux chapitres');
  return count < newChaptersOfNovelMax ? words : `au moins\u00A0${words}`;
}

/** Once the list is shown, removes the mark in the top bar. */
function useSeen(list: List | null): void {
  const session = useSession();
  const isUnseen = session.kind === 'signed-in' && session.user.newChapters.isUnseen;
  const until = list !== null && list !== 'failed' ? list[0]?.latestAt : undefined;
  useEffect(() => {
    if (!isUnseen || until === undefined) return;
    const body = { until };
    void call(seeNewChapters, { body }).then((outcome) => {
      if (outcome.ok) void refreshUser();
      else logFailure('seen chapters', outcome);
    });
  }, [isUnseen, until]);
}

type Props = { isToCome?: boolean; children?: ReactNode };

/** The section of home with its heading; empty while loading. */
function NewChaptersSection({ isToCome = false, children }: Props) {
  return (
    <section
      className="news"
      id="nouveaux-chapitres"
      aria-labelledby="titre-nouveaux-chapitres"
      aria-busy={isToCome}
    >
      <h2 id="titre-nouveaux-chapitres">Nouveaux chapitres</h2>
      <div className="news-line">{children}</div>
    </section>
  );
}
