import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { TabLine } from '#islands/ui/tabs/TabLine.tsx';
import { dataOr, useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import { ownList, type Route } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { NovelTabs } from '../novel-head/NovelTabs.tsx';
import { atMost } from '../novel-head/waiting.ts';
import { InboxList } from './InboxList.tsx';
import { askForInbox, lastInboxOf } from './last-inbox.ts';
import styles from './inbox.css?inline';

adoptStyles(styles);

type Asked = { novelId: string | null; filter: InboxFilter };

/** What readers write about the author's novels, and what waits for the author. */
export default function InboxScreen({ novelId, filter, userId }: Asked & { userId: string }) {
  const load = useCallback(
    () => askForInbox({ novelId, userId, filter }),
    [novelId, userId, filter],
  );
  const [page, loadAgain, refresh] = useLoaded(load, { keepsLast: true });
  // While other entries of the same novel load, what is around them stays.
  const known =
    page.kind === 'loading' ? lastInboxOf({ novelId, userId }) : dataOr(page, null, null);
  const novel = known?.novel ?? null;
  return (
    <>
      <ScreenHead title="Messages" trail={trailOf(novel)} />
      {novel && known && (
        <NovelTabs novel={{ ...novel, waiting: waitingIn(known) }} current="inbox" />
      )}
      {known && <Filters {...{ novelId, filter }} page={known} />}
      {page.kind === 'loading' && <Spinner label="Chargement des messages..." />}
      {page.kind === 'failed' && (
        <StudioFailure failure={page.failure} sentence={messages.inboxFailed} onRetry={loadAgain} />
      )}
      {page.kind === 'loaded' && (
        <InboxList
          key={`${novelId} ${filter}`}
          {...{ novelId, filter, userId }}
          first={page.data}
          onChanged={() => void refresh()}
        />
      )}
    </>
  );
}

const trailOf = (novel: InboxPage['novel']): { to: Route; label: string }[] => [
  { to: ownList, label: 'Mes romans' },
  ...(novel
    ? [{ to: { screen: 'chapters', novelId: novel._id } as const, label: novel.title }]
    : []),
];

/** What waits, of the counts of a novel's inbox, where typos wait for an answer too. */
const waitingIn = ({ counts: { waiting, held, typos } }: InboxPage) => ({
  answer: Math.max(0, waiting - typos),
  approval: held,
  typos,
});

const filterNames: Record<InboxFilter, string> = {
  all: 'Tous',
  unread: 'Non lus',
  waiting: 'Sans réponse',
  held: 'À approuver',
  typos: 'Coquilles',
};

function Filters({ novelId, filter, page }: Asked & { page: InboxPage }) {
  const { counts, novels, answersComments } = page;
  const names = (Object.keys(filterNames) as InboxFilter[]).filter(
    (name) => name !== 'held' || answersComments,
  );
  const options = [
    { value: '', label: 'Tous mes romans' },
    ...novels.map(({ _id, title }) => ({ value: _id, label: title })),
  ];
  const isListed = novelId === null || novels.some(({ _id }) => _id === novelId);
  return (
    <div className="inbox-filters">
      <TabLine label="Messages montrés">
        {names.map((name) => (
          <StudioLink
            key={name}
            to={{ screen: 'inbox', novelId, filter: name }}
            isCurrent={name === filter}
          >
            {filterNames[name]}
            {name !== 'all' && counts[name] > 0 && (
              <span className="inbox-count">{atMost(counts[name])}</span>
            )}
          </StudioLink>
        ))}
      </TabLine>
      {isListed && (
        <Select
          name="roman"
          label="Roman"
          className="inbox-novel"
          options={options}
          value={novelId ?? ''}
          onChange={({ currentTarget }) =>
            void goTo({ screen: 'inbox', novelId: currentTarget.value || null, filter })
          }
        />
      )}
      {answersComments && (
        <p className="row-links">
          <StudioLink to={{ screen: 'comment-rules', novelId }}>
            Mots retenus et personnes bloquées
          </StudioLink>
        </p>
      )}
    </div>
  );
}
