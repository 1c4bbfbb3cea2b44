import { useCallback, useEffect, useRef } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { getStudioChapter, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { getStudioNovel, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { listVersions, type VersionBody } from '#shared/contracts/studio-versions.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { PageEnd } from '#islands/ui/PageEnd.tsx';
import { asRows, usePages, type Page } from '#islands/ui/use-pages.ts';
import { ownList, type Route } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { Comparison } from './Comparison.tsx';
import { VersionRow } from './VersionRow.tsx';
import styles from './versions.css?inline';

adoptStyles(styles);

type Loaded = { novel: StudioNovelBody; chapter: StudioChapterBody; first: Page<VersionBody> };
type Ids = { novelId: string; chapterId: string };
/** `versionId`: the version to compare; null: the list. */
type Props = Ids & { versionId: string | null };

async function loadPage(id: string, cursor?: string) {
  const outcome = await call(listVersions, {
    params: { id },
    query: { cursor },
  });
  return asRows(outcome, ({ versions: rows, nextCursor }) => ({ rows, nextCursor }));
}

async function load({ novelId, chapterId }: Ids): Promise<Outcome<Loaded>> {
  const [novel, chapter, first] = await Promise.all([
    call(getStudioNovel, { params: { id: novelId } }),
    call(getStudioChapter, {
      params: { id: chapterId },
    }),
    loadPage(chapterId),
  ]);
  if (!novel.ok) return novel;
  if (!chapter.ok) return chapter;
  if (!first.ok) return first;
  return { ok: true, data: { novel: novel.data, chapter: chapter.data, first: first.data } };
}

/** What a chapter was before: its versions, compared word by word, and restored. */
export default function VersionsScreen({ novelId, chapterId, versionId }: Props) {
  const [loaded, loadAgain] = useLoaded(
    useCallback(() => load({ novelId, chapterId }), [novelId, chapterId]),
  );
  if (loaded.kind === 'loading') return <Spinner label="Chargement des versions..." />;
  if (loaded.kind === 'failed') {
    const sentence = 'Erreur lors du chargement des versions';
    return <StudioFailure failure={loaded.failure} sentence={sentence} onRetry={loadAgain} />;
  }
  return <Versions {...loaded.data} versionId={versionId} />;
}

function Versions({ novel, chapter, first, versionId }: Loaded & Pick<Props, 'versionId'>) {
  const { _id: chapterId, novelId } = chapter;
  const more = useCallback(
    (cursor: string | undefined) => loadPage(chapterId, cursor),
    [chapterId],
  );
  const pages = usePages<VersionBody>(more, first);
  const { rows } = pages;
  const editor: Route = { screen: 'editor', novelId, chapterId };
  const list = { screen: 'versions', novelId, chapterId, versionId: null } as const;
  const place = useRef<HTMLOListElement>(null);
  const compared = useRef<string | null>(null);
  // Back in the list: what was pressed there has the focus again.
  useEffect(() => {
    if (versionId === null && compared.current !== null) {
      const row = place.current?.querySelector(`[data-version="${compared.current}"]`);
      row?.querySelector('a')?.focus();
    }
    compared.current = versionId;
  }, [versionId]);
  return (
    <>
      <ScreenHead
        title="Versions"
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'chapters', novelId }, label: novel.title },
          { to: editor, label: `Chapitre ${chapter.chapterNumber}` },
        ]}
      >
        <p className="muted">
          Tout texte paru est gardé. De ce que vous enregistrez en écrivant, il reste une version
          toutes les dix minutes, puis une par jour, pendant trois mois{'\u00A0'}: les 200 dernières
          au plus, et moins si elles sont très longues.
        </p>
      </ScreenHead>
      {versionId !== null ? (
        <Comparison
          key={versionId}
          id={versionId}
          known={rows.find(({ _id }) => _id === versionId)}
          chapter={chapter}
          list={list}
          role={novel.role}
        />
      ) : (
        <>
          {rows.length === 0 && <p>Rien n’a encore été enregistré.</p>}
          <ol className="version-list" ref={place}>
            {rows.map((version) => (
              <VersionRow
                key={version._id}
                version={version}
                comparison={{ ...list, versionId: version._id }}
              />
            ))}
          </ol>
          <PageEnd pages={pages} failed={pages.failure?.message ?? ''} more="Voir plus" />
        </>
      )}
    </>
  );
}
