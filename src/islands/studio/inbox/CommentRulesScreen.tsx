import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { getHeldWords } from '#shared/contracts/studio-inbox.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { AreaHead } from '../AreaHead.tsx';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { BlockedReaders } from './BlockedReaders.tsx';
import { HeldWordNovels } from './HeldWordNovels.tsx';
import { HeldWords } from './HeldWords.tsx';
import styles from './inbox.css?inline';

adoptStyles(styles);

type Props = { novelId: string | null; user: UserBody };

/** Who and what is kept out of the comments: words of one novel, readers of all. */
export default function CommentRulesScreen({ novelId, user }: Props) {
  if (novelId !== null) return <OfNovel novelId={novelId} />;
  return (
    <>
      <AreaHead user={user} screen="comment-rules" />
      <Rules novelId={null}>
        <HeldWordNovels />
      </Rules>
    </>
  );
}

type Loaded = { novel: StudioNovelBody; words: string[] };

async function load(id: string): Promise<Outcome<Loaded>> {
  const params = { id };
  const [novel, held] = await Promise.all([
    loadNovel(id),
    call<typeof getHeldWords>('GET', '/api/studio/novels/{id}/held-words', { params }),
  ]);
  if (!novel.ok) return novel;
  return held.ok ? { ok: true, data: { ...novel.data, ...held.data } } : held;
}

function OfNovel({ novelId }: { novelId: string }) {
  const [loaded, onRetry] = useLoaded(useCallback(() => load(novelId), [novelId]));
  return (
    <NovelScreen
      {...{ novelId, loaded, onRetry }}
      screen="comment-rules"
      loading="Chargement des règles..."
      failed={messages.inboxFailed}
    >
      {({ novel, words }) => (
        <Rules novelId={novelId}>
          <HeldWords {...{ novel, words }} />
        </Rules>
      )}
    </NovelScreen>
  );
}

/** `novelId`: null where the rules are those of all. */
function Rules({ novelId, children }: { novelId: string | null; children: Elements }) {
  return (
    <>
      <p className="row-links">
        <StudioLink to={{ screen: 'inbox', novelId, filter: 'all' }}>
          Retour aux messages
        </StudioLink>
      </p>
      <section className="studio-part" aria-labelledby="mots-retenus">
        <h3 id="mots-retenus">Mots retenus</h3>
        {children}
      </section>
      <section className="studio-part" aria-labelledby="personnes-bloquees">
        <h3 id="personnes-bloquees">Personnes bloquées</h3>
        <BlockedReaders />
      </section>
    </>
  );
}
