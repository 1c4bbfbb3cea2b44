import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readIds } from '#browser/page/count-view.ts';
import type { Failure } from '#browser/outcome.ts';
import {
  type ListedPage,
  isSignedIn,
  loadChapterPage,
} from '#browser/reader/chapters/listed-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { ChapterOrder } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { useSidePanel } from '../SidePanel.tsx';
import { Rows, type Looker } from './Rows.tsx';

/** From this many chapters on there is a search field. */
const filterFromChapters = 30;

/** A search is sent when nothing was typed for so long. */
const searchAfterMs = 250;

const noneFound = 'Aucun chapitre ne correspond.';

/** What the panel shows. `all` is the whole list, which stays loaded beside the others. */
type Shown =
  | { kind: 'loading' | 'all' }
  | { kind: 'found'; words: string; page: ListedPage }
  | { kind: 'none'; sentence: string }
  | { kind: 'failed'; failure: Failure; again: () => void };

type Props = {
  order: ChapterOrder;
  onOrder: (order: ChapterOrder) => void;
};

/** The novel's chapters in either order, and what is found in them. */
export function FoundChapters({ order, onOrder }: Props) {
  const panel = useSidePanel();
  const [all, setAll] = useState<ListedPage | null>(null);
  /** Stays while the list is loaded again: the field is in use. */
  const [total, setTotal] = useState(0);
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [looker] = useState<Looker>(() => ({
    currentId: currentId(),
    readIds: new Set(readIds(storageKeys.readChapters)),
    isSignedIn: isSignedIn(),
  }));
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = () => field.current?.value.trim() ?? '';

  const load = () => loadChapterPage({ around: looker.currentId, parts: 'true' });

  function showAll(outcome: Awaited<ReturnType<typeof load>>): void {
    if (!outcome.ok) setShown({ kind: 'failed', failure: outcome, again: loadAgain });
    else if (outcome.data.total === 0) {
      setShown({ kind: 'none', sentence: messages.chaptersEmpty });
    } else {
      setAll(outcome.data);
      setTotal(outcome.data.total);
      setShown({ kind: 'all' });
      // Typed before the list was loaded again.
      if (typed() !== '') void search(typed());
    }
  }

  function loadAgain(): void {
    setAll(null);
    setShown({ kind: 'loading' });
    void load().then(showAll);
  }

  async function search(words: string): Promise<void> {
    const outcome = await loadChapterPage({ words, parts: 'true' });
    if (typed() !== words) return;
    if (!outcome.ok) {
      setShown({ kind: 'failed', failure: outcome, again: () => void search(words) });
    } else if (outcome.data.total === 0) setShown({ kind: 'none', sentence: noneFound });
    else setShown({ kind: 'found', words, page: outcome.data });
  }

  const onInput = () => {
    clearTimeout(waiting.current);
    const words = typed();
    if (words === '') setShown({ kind: 'all' });
    else waiting.current = setTimeout(() => void search(words), searchAfterMs);
  };

  /** A page of the list that begins with `first`. */
  const loadPage = async (page: number, first: ListedPage, words: string) => {
    const outcome = await loadChapterPage({ page, ...(words && { words }) });
    if (!outcome.ok) return null;
    if (outcome.data.total === first.total) return outcome.data.chapters;
    // The number of chapters has changed since the first page: so have the positions of all.
    loadAgain();
    return [];
  };

  const begin = useEffectEvent(() => void load().then(showAll));
  useEffect(() => {
    begin();
    return () => clearTimeout(waiting.current);
  }, []);

  const showCurrent = () => {
    const current = content.current?.querySelector<HTMLElement>(
      '.parts:not([hidden]) [aria-current]',
    );
    current?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return current;
  };
  useLayoutEffect(() => {
    if (content.current) content.current.scrollTop = 0;
    const current = shown.kind === 'all' ? showCurrent() : null;
    // Only if the reader has not moved the focus to another control of the dialog.
    const isFree = document.activeElement?.matches('.chapter-panel, .panel-close, body');
    if (isFree) current?.focus({ preventScroll: true });
  }, [shown]);
  useLayoutEffect(() => void showCurrent(), [order]);
  useEffect(() => {
    if (shown.kind !== 'failed') return undefined;
    const { again } = shown;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [shown]);

  const rows = { order, looker, scroller: content, onCurrent: panel.close };
  return (
    <>
      <div className="tools" hidden={total < 2}>
        <input
          ref={field}
          className="find"
          type="search"
          aria-label="Chercher un chapitre"
          maxLength={80}
          placeholder="Numéro ou titre"
          autoComplete="off"
          enterKeyHint="search"
          hidden={total <= filterFromChapters}
          onChange={onInput}
        />
        <div className="orders" role="group" aria-label="Ordre des chapitres">
          <OrderButton order="asc" chosen={order} onChosen={onOrder} />
          <OrderButton order="desc" chosen={order} onChosen={onOrder} />
        </div>
      </div>
      <p className="visually-hidden told" role="status">
        {statusOf(shown, all)}
      </p>
      <div className="content" ref={content}>
        {all && (
          <Rows
            first={all}
            isHidden={shown.kind !== 'all'}
            load={(page) => loadPage(page, all, '')}
            {...rows}
          />
        )}
        {shown.kind === 'found' && (
          <Rows
            key={shown.words}
            first={shown.page}
            load={(page) => loadPage(page, shown.page, shown.words)}
            {...rows}
          />
        )}
        {shown.kind === 'loading' && <Message className="loading" sentence="Chargement..." />}
        {shown.kind === 'none' && <Message className="none" sentence={shown.sentence} />}
        {shown.kind === 'failed' && (
          <div className="failed" role="alert">
            <p>{failureSentence(shown.failure)}</p>
            <Button
              variant="quiet"
              onClick={() => {
                // The button disappears with its container: the focus stays in the dialog.
                panel.focusCross();
                shown.again();
              }}
            >
              Réessayer
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

const currentId = (): string => location.pathname.split('/').at(-1) ?? '';

const orderWords: Record<ChapterOrder, string> = { asc: 'Croissant', desc: 'Décroissant' };

type OrderProps = { order: ChapterOrder; chosen: ChapterOrder; onChosen: Props['onOrder'] };

function OrderButton({ order, chosen, onChosen }: OrderProps) {
  return (
    <button
      type="button"
      data-order={order}
      aria-pressed={order === chosen}
      onClick={() => onChosen(order)}
    >
      {orderWords[order]}
    </button>
  );
}

function Message({ className, sentence }: { className: string; sentence: string }) {
  return (
    <div className={className} role="status">
      <p>{sentence}</p>
    </div>
  );
}

/** How many chapters there are, said when the list changes. */
function statusOf(shown: Shown, all: ListedPage | null): string {
  if (shown.kind === 'all') return plural(all?.total ?? 0, 'chapitre');
  if (shown.kind === 'found') return plural(shown.page.total, 'chapitre');
  return shown.kind === 'none' && shown.sentence === noneFound ? noneFound : '';
}

function failureSentence({ isRateLimited, error, message }: Failure): string {
  if (isRateLimited || error === 'ACCESS_LOCKED') return message;
  return navigator.onLine ? messages.chaptersFailed : messages.chaptersOffline;
}
