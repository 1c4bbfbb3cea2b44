import { useEffect } from 'react';
import { call } from '#browser/call.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { logFailure } from '#browser/log-failure.ts';
import { refreshUser } from '#browser/session-calls.ts';
import type {
  listNewChapters,
  NewChaptersBody,
  seeNewChapters,
} from '#shared/contracts/new-chapters.ts';
import { newChaptersOfNovelMax } from '#shared/constants.ts';
import { plural } from '#shared/formats.ts';
import { paths } from '#shared/paths.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useSession } from '../ui/use-session.ts';
import { NewChaptersSection } from './NewChaptersSection.tsx';
import styles from './new-chapters-line.css?inline';

adoptStyles(styles);

type List = readonly NewChaptersBody[] | 'failed';

const load = () => call<typeof listNewChapters>('GET', '/api/novels/new-chapters');

/** Lists them, and marks them as seen on the server. */
export function MemberNewChapters() {
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
        {list.map(({ novelId, title, count, first }) => (
          <li key={novelId}>
            <a href={paths.chapter(first._id)}>
              <span className="news-title">{title}</span>
              <span className="visually-hidden">{'\u00A0: '}</span>
              <span className="news-count">{countWords(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </NewChaptersSection>
  );
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
    void call<typeof seeNewChapters>('PUT', '/api/novels/new-chapters/seen', { body }).then(
      (outcome) => {
        if (outcome.ok) void refreshUser();
        else logFailure('seen chapters', outcome);
      },
    );
  }, [isUnseen, until]);
}
