import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { call } from '#browser/call.ts';
import { getChapter, type ChapterBody } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { setPlainText } from '#shared/text/typography.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { MemberChapter } from './MemberChapter.tsx';

/**
 * On the page of a chapter that is not there: the chapter, for a reader who unlocked it before its author
 * withdrew it (decision 110). For everybody else nothing, or what became of it.
 */
export function WithdrawnChapter({ id }: { id: string }) {
  const member = useUserKey();
  return member === null ? null : <Withdrawn key={member} id={id} />;
}

function Withdrawn({ id }: { id: string }) {
  const load = useCallback(
    () =>
      call(getChapter, {
        params: { id },
        query: { comments: 'false' },
      }),
    [id],
  );
  const [loaded] = useLoaded(load);
  if (loaded.kind === 'failed' && loaded.failure.message === messages.chapterTakenDown) {
    return <TakenDown />;
  }
  if (loaded.kind !== 'loaded' || !loaded.data.keptOf) return null;
  const { data } = loaded;
  return <WithdrawnText chapter={data} novel={loaded.data.keptOf} />;
}

/** Hides what the page said, that there is no such chapter: this says more. */
function useInsteadOfMessage(shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const said = shown.current?.closest('.page')?.querySelector<HTMLElement>(':scope > .notice');
    if (said) said.hidden = true;
  }, [shown]);
}

function TakenDown() {
  const notice = useRef<HTMLDivElement>(null);
  useInsteadOfMessage(notice);
  return (
    <div className="notice notice-empty fleuron" ref={notice}>
      <h1>Chapitre retiré</h1>
      <p role="status">{messages.chapterTakenDown}</p>
      <ButtonLink href={paths.home}>Voir les romans</ButtonLink>
    </div>
  );
}

type Props = { chapter: ChapterBody; novel: NonNullable<ChapterBody['keptOf']> };

function WithdrawnText({ chapter, novel }: Props) {
  const article = useRef<HTMLElement>(null);
  useInsteadOfMessage(article);
  useEffect(() => {
    document.title = `${chapter.title} · ${novel.title} · Feuilleton`;
  }, [chapter.title, novel.title]);
  return (
    <article
      ref={article}
      className="reader"
      data-novel={chapter.novelId}
      data-chapter-number={chapter.chapterNumber}
      data-chapter-count={novel.chapterCount}
      data-words={chapter.wordCount}
    >
      <header className="reader-header">
        <nav aria-label="Fil d’Ariane">
          <a className="back" href={paths.novel(novel.slug)}>
            {novel.title}
          </a>
        </nav>
        <p className="number">
          <span>{`Chapitre\u00A0${chapter.chapterNumber}`}</span>
        </p>
        <h1>{setPlainText(chapter.title, novel.language)}</h1>
        <p className="facts">
          <span>{messages.chapterWithdrawn}</span>
        </p>
        <p className="facts">
          <button className="control" type="button" data-panel="settings">
            Réglages
          </button>
          <button className="control" type="button" data-panel="speech" hidden>
            Écouter
          </button>
        </p>
      </header>
      <div className="premium">
        <MemberChapter
          chapter={{
            id: chapter._id,
            chapterNumber: chapter.chapterNumber,
            title: chapter.title,
            creditCost: chapter.creditCost,
            teaser: '',
            freeWords: null,
            cover: null,
            novelId: chapter.novelId,
            novelSlug: novel.slug,
            novelPrice: { chapters: 0, credits: 0 },
          }}
          packs={[]}
          language={novel.language}
        />
      </div>
    </article>
  );
}
