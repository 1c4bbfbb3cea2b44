import { useCallback, useEffect, useRef } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { drawChapterText } from '#browser/reader/chapter-text.ts';
import { openNotesInPlace } from '#browser/reader/notes.ts';
import { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { formatDay, formatMinutes } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { titleLength } from '#shared/text/title-length.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { authorNoteLabel, noteParagraphs } from '#shared/text/author-note.ts';
import { withKeys } from '#islands/ui/with-keys.ts';
import header from '../../../styles/chapter-header.css?inline';
import reader from '../../../styles/reader.css?inline';
import { priceOf } from '../chapters/chapter-words.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { useSheet } from '../use-sheet.ts';
import noteStyles from '../../../styles/author-note.css?inline';
import styles from './preview.css?inline';

adoptStyles(styles);
adoptStyles(noteStyles);

type Props = { novelId: string; chapterId: string };

/** The working copy as readers would see it: with the markup and style sheets of a chapter's page. */
export default function PreviewScreen({ novelId, chapterId }: Props) {
  useSheet(reader);
  useSheet(header);
  const load = useCallback(
    () =>
      call(previewChapter, {
        params: { id: chapterId },
      }),
    [chapterId],
  );
  const [preview, loadAgain] = useLoaded(load);
  if (preview.kind === 'loading') return <Spinner label="Chargement de l’aperçu..." />;
  if (preview.kind === 'failed') {
    const { failure } = preview;
    return (
      <StudioFailure failure={failure} sentence={messages.chapterFailed} onRetry={loadAgain} />
    );
  }
  const { data } = preview;
  const editor = { screen: 'editor', novelId, chapterId } as const;
  return (
    <>
      <ScreenHead
        title="Aperçu"
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'chapters', novelId }, label: data.novel.title },
          { to: editor, label: `Chapitre ${data.chapterNumber}` },
        ]}
      >
        <p className="state">
          <span>{`Tel que les lecteurs le verraient. ${priceOf(data)}.`}</span>
          <StudioLink to={editor}>Modifier</StudioLink>
        </p>
      </ScreenHead>
      <article className="reader preview">
        <header className="reader-header">
          <p className="number">
            {data.part && <span>{data.part}</span>}
            <span>{`Chapitre\u00A0${data.chapterNumber}`}</span>
          </p>
          <h1 data-length={titleLength(data.title)}>{data.title || 'Sans titre'}</h1>
          <p className="facts">
            <span>{formatDay(new Date())}</span>
            <span>{formatMinutes(data.wordCount)}</span>
          </p>
        </header>
        {data.isPremium && <Teaser {...data} />}
        <ShownNote note={data.notes.before} language={data.language} />
        {data.html === '' ? (
          <p className="muted nothing">Ce chapitre n’a pas encore de texte.</p>
        ) : (
          <Text html={data.html} language={data.language} />
        )}
        <ShownNote note={data.notes.after} language={data.language} />
      </article>
    </>
  );
}

/** The words before the price, which the text then begins with again, or that there are none. */
function Teaser({ teaser, language }: { teaser: string; language: string }) {
  return (
    <section className="preview-teaser" aria-label="Extrait offert à tous">
      <p className="muted">
        {teaser === ''
          ? 'Aucun extrait n’est offert\u00A0: le chapitre fermé montre son titre et son prix.'
          : 'Extrait offert à tous, avant le prix'}
      </p>
      {teaser !== '' && <p lang={language}>{teaser}</p>}
    </section>
  );
}

/** Rendered as a premium chapter's text is, element by element. */
function Text({ html, language }: { html: string; language: string }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const text = drawChapterText(html, language);
    const showing = new AbortController();
    mark.current?.after(text);
    openNotesInPlace(text, showing.signal);
    return () => {
      showing.abort();
      text.remove();
    };
  }, [html, language]);
  return <div ref={mark} hidden />;
}

/** An author's note as the chapter's page shows it; nothing for ''. */
function ShownNote({ note, language }: { note: string; language: string }) {
  if (note === '') return null;
  return (
    <aside className="author-note" aria-label={authorNoteLabel}>
      <p>{authorNoteLabel}</p>
      <div lang={language}>
        {withKeys(noteParagraphs(note, language).map((lines) => lines.join('\n'))).map(
          ({ key, text }) => (
            <p key={key}>{text}</p>
          ),
        )}
      </div>
    </aside>
  );
}
