import { useCallback, type ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { getHeldWords } from '#shared/contracts/studio-inbox.ts';
import type { getStudioNovel, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { NovelTabs } from '../novel-head/NovelTabs.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { BlockedReaders } from './BlockedReaders.tsx';
import { HeldWordNovels } from './HeldWordNovels.tsx';
import { HeldWords } from './HeldWords.tsx';
import styles from './inbox.css?inline';

adoptStyles(styles);

/** Who and what is kept out of the comments: words of one novel, readers of all. */
export default function CommentRulesScreen({ novelId }: { novelId: string | null }) {
  if (novelId !== null) return <OfNovel novelId={novelId} />;
  return (
    <Rules novel={null}>
      <HeldWordNovels />
    </Rules>
  );
}

type Loaded = { novel: StudioNovelBody; words: string[] };

async function load(id: string): Promise<Outcome<Loaded>> {
  const params = { id };
  const [novel, held] = await Promise.all([
    call<typeof getStudioNovel>('GET', '/api/studio/novels/{id}', { params }),
    call<typeof getHeldWords>('GET', '/api/studio/novels/{id}/held-words', { params }),
  ]);
  if (!novel.ok) return novel;
  return held.ok ? { ok: true, data: { novel: novel.data, ...held.data } } : held;
}

function OfNovel({ novelId }: { novelId: string }) {
  const [loaded, loadAgain] = useLoaded(useCallback(() => load(novelId), [novelId]));
  if (loaded.kind === 'loading') return <Spinner label="Chargement des règles..." />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    return <StudioFailure {...{ failure, sentence: messages.inboxFailed, onRetry: loadAgain }} />;
  }
  const { novel, words } = loaded.data;
  return (
    <Rules novel={novel}>
      <HeldWords {...{ novel, words }} />
    </Rules>
  );
}

/** `novel`: null where the rules are those of all. */
function Rules({ novel, children }: { novel: StudioNovelBody | null; children: ReactNode }) {
  const novelId = novel?._id ?? null;
  return (
    <>
      <ScreenHead
        title="Règles des commentaires"
        trail={[
          { to: ownList, label: 'Mes romans' },
          ...(novel
            ? [{ to: { screen: 'chapters', novelId: novel._id } as const, label: novel.title }]
            : []),
          { to: { screen: 'inbox', novelId, filter: 'all' }, label: 'Messages' },
        ]}
      />
      {novel && <NovelTabs novel={novel} current="inbox" />}
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
