/** “Télécharger”: a novel, or one of its parts, for reading without a connection. */
import { useEffect, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import {
  estimateBytes,
  retentionSentence,
  stopDownload,
  wantChapters,
  listReadable,
} from '#browser/offline/download/downloads.ts';
import {
  endSentence,
  listDownloads,
  onDownloads,
  removeDownload,
  type Progress,
} from '#browser/offline/download/wanted-downloads.ts';
import { startOffline } from '#browser/offline/install.ts';
import { formatBytes, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import styles from '../../../styles/download-panel.css?inline';
import { Button } from '#islands/ui/button/Button.tsx';
import { placePanel, type PanelHandle } from '../place-panel.tsx';
import { SidePanel, useSidePanel } from '../SidePanel.tsx';
import type { ListedChapter } from '#browser/database/entries.ts';

adoptStyles(styles);

type Novel = { novelId: string; slug: string; title: string };

/** What can be downloaded at once: the whole novel, or a part. */
type Piece = { title: string; chapters: ListedChapter[] };

/** How far the novel is, null without a download; `keeping`: how long this device stores it. */
type State = { progress: Progress | null; retention: string };

const premiumNote =
  'Les chapitres premium sont chiffrés sur cet appareil. Ils s’ouvrent pour vous seulement, jusqu’à votre déconnexion, et doivent retrouver une connexion tous les trente jours.';

/** Opens the panel; closing returns the focus to the opener. */
export const open = placePanel(null, (ref) => <DownloadPanel ref={ref} />);

function DownloadPanel({ ref }: { ref: Ref<PanelHandle> }) {
  const [novel] = useState<Novel>(() => ({
    novelId: document.querySelector<HTMLElement>('[data-download]')?.dataset.download ?? '',
    slug: location.pathname.split('/').at(-1) ?? '',
    title: document.querySelector('.hero h1')?.textContent.trim() ?? '',
  }));
  const title = <span>{novel.title}</span>;
  return (
    <SidePanel ref={ref} className="download-panel" what="Lire sans connexion" title={title}>
      <Pieces novel={novel} />
    </SidePanel>
  );
}

function Pieces({ novel }: { novel: Novel }) {
  const panel = useSidePanel();
  const [pieces, setPieces] = useState<Piece[] | null>(null);
  const [failure, setFailure] = useState('');
  const [state, setState] = useState<State | null>(null);
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const look = async () => {
      const progress = (await listDownloads()).find(({ novelId }) => novelId === novel.novelId);
      setState({ progress: progress ?? null, retention: await retentionSentence() });
    };
    let isLoaded = false;
    const load = async () => {
      const outcome = await listReadable(novel.novelId);
      if (outcome.ok) {
        isLoaded = true;
        await look();
        setPieces(piecesOf(outcome.data));
      } else {
        const sentence = navigator.onLine ? messages.chaptersFailed : messages.chaptersOffline;
        setFailure(outcome.isRateLimited ? outcome.message : sentence);
      }
    };
    const loadAgain = () => {
      if (!isLoaded) void load();
    };
    // Who opens this panel wants to read without a connection.
    startOffline();
    void load();
    window.addEventListener('online', loadAgain);
    const ignore = onDownloads(() => void look());
    return () => {
      ignore();
      window.removeEventListener('online', loadAgain);
    };
  }, [novel]);
  // “Télécharger” goes when it was pressed, and so on.
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false) {
      focused.current = null;
      panel.focusCross();
    }
  });

  if (!pieces || !state) {
    return (
      <div className="content">
        {failure ? <p role="alert">{failure}</p> : <p role="status">Chargement...</p>}
      </div>
    );
  }
  const { progress, retention } = state;
  return (
    <div
      className="content"
      onFocus={({ target }) => (focused.current = target)}
      // What is removed loses the focus to nothing.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) focused.current = null;
      }}
    >
      {progress && <HowFar progress={progress} />}
      <ul>
        {pieces.map((piece, index) => (
          <PieceRow
            key={piece.title}
            piece={piece}
            isWhole={index === 0}
            progress={progress}
            novel={novel}
          />
        ))}
      </ul>
      {notesOf(pieces).map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>{retention}</p>
    </div>
  );
}

/** The novel, then its parts, if it has several. */
function piecesOf(chapters: ListedChapter[]): Piece[] {
  const parts = [...new Set(chapters.map(({ part }) => part))].filter((part) => part !== null);
  return [
    { title: 'Tout le roman', chapters },
    ...(parts.length > 1 ? parts : []).map((title) => ({
      title,
      chapters: chapters.filter(({ part }) => part === title),
    })),
  ];
}

function notesOf([whole]: Piece[]): string[] {
  const chapters = whole?.chapters ?? [];
  const locked = chapters.filter(({ isLocked }) => isLocked).length;
  const first = `${plural(locked, 'chapitre')} à déverrouiller d’abord`;
  const isAnyPremium = chapters.some(({ isPremium, isLocked }) => isPremium && !isLocked);
  return [
    ...(locked === 1 ? [`${first} n’est pas compris.`] : []),
    ...(locked > 1 ? [`${first} ne sont pas compris.`] : []),
    ...(isAnyPremium ? [premiumNote] : []),
  ];
}

function HowFar({ progress }: { progress: Progress }) {
  const { done, chapters, bytes, problem, end } = progress;
  const isWhole = done === chapters.length;
  return (
    <>
      <progress max={chapters.length} value={done} aria-label="Chapitres téléchargés" />
      <p role="status">
        {isWhole
          ? `${plural(done, 'chapitre')} sur cet appareil, ${formatBytes(bytes)}.`
          : `${done} sur ${plural(chapters.length, 'chapitre')}, ${formatBytes(bytes)}.`}
      </p>
      {problem && !isWhole && (
        <p role="alert">
          <span>{problem.sentence}</span>{' '}
          {problem.wayPath !== null && <a href={problem.wayPath}>Y répondre</a>}
        </p>
      )}
      {end && <p>{endSentence(end)}</p>}
    </>
  );
}

type RowProps = { piece: Piece; isWhole: boolean; progress: Progress | null; novel: Novel };

function PieceRow({ piece: { title, chapters }, isWhole, progress, novel }: RowProps) {
  const readable = chapters.filter(({ isLocked }) => !isLocked);
  const wanted = new Set(progress?.chapters.map(({ id }) => id));
  const isMissing = readable.some(({ id }) => !wanted.has(id));
  const bytes = readable.reduce((sum, { words }) => sum + estimateBytes(words), 0);
  const does = (words: string, act: () => Promise<void>, isQuiet = true) => (
    <Button
      key={words}
      variant={isQuiet ? 'quiet' : 'primary'}
      aria-label={`${words}\u00A0: ${title}`}
      onClick={() => void act()}
    >
      {words}
    </Button>
  );
  const drawButton = () => {
    if (isMissing) return does('Télécharger', () => wantChapters(novel, readable), !isWhole);
    if (readable.length === 0) return null;
    if (isWhole && progress && progress.done < progress.chapters.length) {
      return does('Arrêter', () => stopDownload(novel.novelId));
    }
    const ids = isWhole ? null : new Set(readable.map(({ id }) => id));
    return does('Supprimer', () => removeDownload(novel.novelId, ids));
  };
  return (
    <li>
      <h3>{title}</h3>
      <p>
        {readable.length === 0
          ? 'Aucun chapitre à télécharger'
          : `${plural(readable.length, 'chapitre')}, environ ${formatBytes(bytes)}`}
      </p>
      {drawButton()}
    </li>
  );
}
