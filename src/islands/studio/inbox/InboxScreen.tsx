import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { InboxFilter, InboxPage } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { TabLine } from '../TabLine.tsx';
import { atMost } from '../novel-head/waiting.ts';
import { askForEntries } from './inbox-calls.ts';
import { InboxList } from './InboxList.tsx';
import styles from './inbox.css?inline';

adoptStyles(styles);

type Props = { novelId: string | null; filter: InboxFilter };

/** What readers write about the author's novels, and what waits for the author. */
export default function InboxScreen({ novelId, filter }: Props) {
  const load = useCallback(() => askForEntries({ novelId, filter }), [novelId, filter]);
  const [page, loadAgain, refresh] = useLoaded(load);
  return (
    <>
      <ScreenHead title="Messages" trail={[{ to: ownList, label: 'Mes romans' }]}>
        <p className="row-links">
          <StudioLink to={{ screen: 'comment-rules', novelId }}>
            Mots retenus et personnes bloquées
          </StudioLink>
        </p>
      </ScreenHead>
      {page.kind === 'loading' && <Spinner label="Chargement des messages..." />}
      {page.kind === 'failed' && (
        <StudioFailure failure={page.failure} sentence={messages.inboxFailed} onRetry={loadAgain} />
      )}
      {page.kind === 'loaded' && (
        <>
          <Filters {...{ novelId, filter, page: page.data }} />
          <InboxList
            key={`${novelId} ${filter}`}
            {...{ novelId, filter }}
            first={page.data}
            onChanged={() => void refresh()}
          />
        </>
      )}
    </>
  );
}

const filterNames: Record<InboxFilter, string> = {
  all: 'Tous',
  unread: 'Non lus',
  waiting: 'Sans réponse',
  held: 'À approuver',
  typos: 'Coquilles',
};

function Filters({ novelId, filter, page }: Props & { page: InboxPage }) {
  const { counts, novels } = page;
  const options = [
    { value: '', label: 'Tous mes romans' },
    ...novels.map(({ _id, title }) => ({ value: _id, label: title })),
  ];
  const isListed = novelId === null || novels.some(({ _id }) => _id === novelId);
  return (
    <div className="inbox-filters">
      <TabLine label="Messages montrés">
        {(Object.keys(filterNames) as InboxFilter[]).map((name) => (
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
    </div>
  );
}
