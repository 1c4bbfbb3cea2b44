import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { removeHighlight } from '#browser/reader/margin/margin-state.ts';
import { listHighlightedNovels, listHighlights } from '#shared/contracts/margin.ts';
import type { z } from 'zod';
import { highlightLabels } from '#shared/reading/margin.ts';
import { plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { asRows, usePages } from '../ui/use-pages.ts';

const load = () => call(listHighlightedNovels);
const failed = 'Vos surlignages n’ont pas pu être chargés.';

type NovelRow = z.infer<(typeof listHighlightedNovels)['response']>['novels'][number];
type Row = z.infer<(typeof listHighlights)['response']>['highlights'][number];

/** “Surlignages”: the reader's highlights and notes, by novel; those of a novel are loaded when it opens. */
export function Highlights() {
  const [loaded, loadAgain] = useLoaded(load, { keepsLast: true, onReturn: true });
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') return <LoadFailure message={failed} onRetry={loadAgain} />;
  const { novels } = loaded.data;
  if (novels.length === 0) {
    return (
      <EmptyState sentence="Aucun surlignage. Appuyez longuement sur une phrase d’un chapitre pour la surligner ou y mettre une note." />
    );
  }
  return (
    <div className="library-highlights">
      {novels.map((novel) => (
        <NovelFold key={novel.id} novel={novel} isAlone={novels.length === 1} />
      ))}
    </div>
  );
}

function NovelFold({ novel, isAlone }: { novel: NovelRow; isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span translate="no">{novel.title}</span>
        <span className="muted">{` ${plural(novel.count, 'surlignage')}`}</span>
      </summary>
      {isOpen && <NovelHighlights novel={novel} />}
    </details>
  );
}

/** In the order of the story, under the titles of chapters. */
function NovelHighlights({ novel: { id } }: { novel: NovelRow }) {
  const loadPage = useCallback(
    async (cursor: string | undefined) => {
      const outcome = await call(listHighlights, { params: { id }, query: { cursor } });
      return asRows(outcome, ({ highlights: rows, nextCursor }) => ({ rows, nextCursor }));
    },
    [id],
  );
  const pages = usePages<Row>(loadPage);
  const chapters = Map.groupBy(pages.rows, ({ chapterId }) => chapterId);
  return (
    <>
      {[...chapters].map(([chapterId, rows]) => (
        <section key={chapterId} aria-labelledby={`chapitre-${chapterId}`}>
          <h2 id={`chapitre-${chapterId}`}>
            {rows[0]?.chapterTitle ? (
              <a href={paths.chapter(chapterId)}>
                {`Chapitre\u00A0${rows[0].chapterNumber}\u00A0: ${rows[0].chapterTitle}`}
              </a>
            ) : (
              `Chapitre\u00A0${rows[0]?.chapterNumber ?? ''}, qui n’est plus sur le site`
            )}
          </h2>
          <ul>
            {rows.map((row) => (
              <Highlight
                key={row.id}
                row={row}
                onRemoved={() => pages.change((all) => all.filter((one) => one !== row))}
              />
            ))}
          </ul>
        </section>
      ))}
      <PageEnd
        pages={pages}
        failed={failed}
        empty={<p className="muted">Plus aucun surlignage.</p>}
      />
    </>
  );
}

/** As in a chapter, the words are not taken along. */
const prevent = (event: { preventDefault: () => void }) => event.preventDefault();

function Highlight({ row, onRemoved }: { row: Row; onRemoved: () => void }) {
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await removeHighlight(row.id, row.chapterId);
    if (!outcome.ok && !outcome.isWaiting) return { sentence: outcome.message };
    // The button goes with its line.
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    onRemoved();
    return null;
  });
  const [isSure, setSure] = useState(row.note === '');
  return (
    <li data-colour={row.colour}>
      <span className="visually-hidden">{`${highlightLabels[row.colour]}. `}</span>
      {row.words === null ? (
        <p className="muted">Le passage a changé, ou son chapitre ne vous est plus ouvert.</p>
      ) : (
        <blockquote
          lang={row.language}
          dir="auto"
          onCopy={prevent}
          onCut={prevent}
          onContextMenu={prevent}
          onDragStart={prevent}
        >
          {`«\u00A0${row.words}\u00A0»`}
        </blockquote>
      )}
      {row.note !== '' && <p dir="auto">{row.note}</p>}
      <Button
        variant="link"
        isSmall
        aria-disabled={isPending}
        onClick={() => (isSure ? run() : setSure(true))}
      >
        {isSure && row.note !== '' ? 'Oui, effacer aussi la note' : 'Effacer'}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </li>
  );
}
