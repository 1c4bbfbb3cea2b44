import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { TabLine } from '#islands/ui/tabs/TabLine.tsx';
import { dataOr, useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import { AreaHead } from '../AreaHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { NovelScreenHead } from '../novel-head/NovelScreenHead.tsx';
import { atMost } from '../novel-head/waiting.ts';
import { InboxList } from './InboxList.tsx';
import styles from './inbox.css?inline';
import { fetchEntries } from './inbox-calls.ts';

adoptStyles(styles);

type Question = { novelId: string | null; filter: InboxFilter };

/** What readers write about the author's novels, and what waits for the author. */
export default function InboxScreen({ novelId, filter, user }: Question & { user: UserBody }) {
  const { _id: userId } = user;
  const load = useCallback(
    () => fetchInbox({ novelId, userId, filter }),
    [novelId, userId, filter],
  );
  const [page, loadAgain, refresh] = useLoaded(load, { keepsLast: true });
  // While other entries of the same novel load, what is around them stays.
  const known =
    page.kind === 'loading' ? lastInboxOf({ novelId, userId }) : dataOr(page, null, null);
  return (
    <>
      {novelId === null ? (
        <AreaHead user={user} screen="inbox" />
      ) : (
        <NovelScreenHead
          novelId={novelId}
          screen="inbox"
          novel={known?.novel ? { ...known.novel, waiting: waitingIn(known) } : null}
        />
      )}
      {known && <Filters novelId={novelId} filter={filter} page={known} />}
      {page.kind === 'loading' && <Spinner label="Chargement des messages..." />}
      {page.kind === 'failed' && (
        <StudioFailure failure={page.failure} sentence={messages.inboxFailed} onRetry={loadAgain} />
      )}
      {page.kind === 'loaded' && (
        <InboxList
          key={`${novelId} ${filter}`}
          novelId={novelId}
          filter={filter}
          userId={userId}
          first={page.data}
          onChanged={() => void refresh()}
        />
      )}
    </>
  );
}

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

function Filters({ novelId, filter, page }: Question & { page: InboxPage }) {
  const { counts, novels, answersComments } = page;
  const names = (Object.keys(filterNames) as InboxFilter[]).filter(
    (name) => name !== 'held' || answersComments,
  );
  const options = [
    { value: '', label: 'Tous mes romans' },
    ...novels.map(({ _id, title }) => ({ value: _id, label: title })),
  ];
  return (
    <div className="inbox-filters">
      <TabLine label="Messages montrés" isOfFilters>
        {names.map((name) => (
          <StudioLink
            key={name}
            to={{ screen: 'inbox', novelId, filter: name }}
            isCurrent={name === filter}
          >
            <span>{filterNames[name]}</span>
            {name !== 'all' && counts[name] > 0 && (
              <span className="inbox-count">{atMost(counts[name])}</span>
            )}
          </StudioLink>
        ))}
      </TabLine>
      {answersComments && (
        <StudioLink to={{ screen: 'comment-rules', novelId }} className="inbox-rules">
          Règles<span className="visually-hidden"> des commentaires</span>
        </StudioLink>
      )}
      {novelId === null && novels.length > 1 && (
        <Select
          name="roman"
          label="Roman"
          className="inbox-novel"
          options={options}
          value=""
          onChange={({ currentTarget }) =>
            void goTo({ screen: 'inbox', novelId: currentTarget.value || null, filter })
          }
        />
      )}
    </div>
  );
}

type Place = { novelId: string | null; userId: string };

/** The last answer, for whom, and of which novel; null for all. */
let last: (Place & { page: InboxPage }) | null = null;

/** The first page of an inbox, which is remembered. */
export async function fetchInbox({ novelId, userId, filter }: Place & { filter: InboxFilter }) {
  const outcome = await fetchEntries({ novelId, filter });
  if (outcome.ok) last = { novelId, userId, page: outcome.data };
  return outcome;
}

/** The last answer to this user about this novel: its counts and names are right for any filter. */
export const lastInboxOf = ({ novelId, userId }: Place): InboxPage | null =>
  last?.novelId === novelId && last.userId === userId ? last.page : null;
