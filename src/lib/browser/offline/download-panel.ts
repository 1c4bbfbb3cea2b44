/** “Télécharger”: a novel, or one of its parts, for reading without a connection. */
import styles from '../../../styles/download-panel.css?inline';
import { formatBytes, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { closeOnPressOutside } from '../close-on-press-outside.ts';
import { closePanelButton } from '../panel-close.ts';
import { sidePanel } from '../side-panel.ts';
import { estimateBytes, keepingSentence, stopDownload, wantChapters } from './downloads.ts';
import { endSentence } from './end-sentence.ts';
import { startOffline } from './install.ts';
import { listReadable, type ListedChapter } from './readable-chapters.ts';
import { listDownloads, onDownloads, removeDownload, type Progress } from './wanted-downloads.ts';

adoptStyles(styles);

type Novel = { novelId: string; slug: string; title: string };

/** What can be downloaded at once: the whole novel, or a part. */
type Piece = { title: string; chapters: ListedChapter[] };

/** Opens the panel; closing returns the focus to the opener. */
export function openDownloads(opener: HTMLElement): void {
  const novel: Novel = {
    novelId: opener.dataset.download ?? '',
    slug: location.pathname.split('/').at(-1) ?? '',
    title: document.querySelector('.hero h1')?.textContent.trim() ?? '',
  };
  if (document.querySelector('.download-panel[open]')) return;
  const dialog = drawDialog(novel.title);
  const ignore = onDownloads(() => void draw());
  let pieces: Piece[] | null = null;
  dialog.addEventListener('close', () => {
    ignore();
    dialog.remove();
    opener.focus({ preventScroll: true });
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.panel-close')) dialog.close();
  });
  closeOnPressOutside(dialog);
  document.body.append(dialog);
  dialog.showModal();
  // Whoever downloads has read, or is about to.
  startOffline();

  async function load(): Promise<void> {
    const outcome = await listReadable(novel.novelId);
    if (outcome.ok) pieces = piecesOf(outcome.data);
    else {
      const told = navigator.onLine ? messages.chaptersFailed : messages.chaptersOffline;
      content().replaceChildren(line(outcome.isRateLimited ? outcome.message : told, 'alert'));
      addEventListener('online', () => dialog.open && void load(), { once: true });
    }
    await draw();
  }

  const content = () => dialog.querySelector('.content') ?? dialog;

  async function draw(): Promise<void> {
    const progress = (await listDownloads()).find(({ novelId }) => novelId === novel.novelId);
    if (!pieces) return;
    const keeping = await keepingSentence();
    const focused = document.activeElement?.getAttribute('data-does') ?? null;
    content().replaceChildren(...drawPieces(pieces, progress ?? null, novel), line(keeping));
    if (focused === null) return;
    const again = dialog.querySelector<HTMLElement>(`[data-does="${CSS.escape(focused)}"]`);
    (again ?? dialog.querySelector<HTMLElement>('.panel-close'))?.focus();
  }

  void load();
}

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

function drawPieces(pieces: Piece[], progress: Progress | null, novel: Novel): Node[] {
  const [whole] = pieces;
  const locked = whole?.chapters.filter(({ isLocked }) => isLocked).length ?? 0;
  const list = document.createElement('ul');
  list.append(...pieces.map((piece, index) => drawPiece(piece, index, progress, novel)));
  return [
    ...(progress ? drawProgress(progress) : []),
    list,
    ...(locked > 0
      ? [
          line(
            locked === 1
              ? `${plural(1, 'chapitre')} à déverrouiller d’abord n’est pas compris.`
              : `${plural(locked, 'chapitre')} à déverrouiller d’abord ne sont pas compris.`,
          ),
        ]
      : []),
    ...(whole?.chapters.some(({ isPremium, isLocked }) => isPremium && !isLocked)
      ? [
          line(
            'Les chapitres premium sont chiffrés sur cet appareil. Ils s’ouvrent pour vous seulement, jusqu’à votre déconnexion, et doivent retrouver une connexion tous les trente jours.',
          ),
        ]
      : []),
  ];
}

function drawProgress(progress: Progress): Node[] {
  const { done, chapters, bytes, problem, end } = progress;
  const isWhole = done === chapters.length;
  const bar = document.createElement('progress');
  bar.max = chapters.length;
  bar.value = done;
  bar.setAttribute('aria-label', 'Chapitres téléchargés');
  const state = line(
    isWhole
      ? `${plural(done, 'chapitre')} sur cet appareil, ${formatBytes(bytes)}.`
      : `${done} sur ${plural(chapters.length, 'chapitre')}, ${formatBytes(bytes)}.`,
    'status',
  );
  const lines: Node[] = [bar, state];
  if (problem && !isWhole) {
    const told = line(problem.sentence, 'alert');
    if (problem.wayPath !== null) {
      const way = document.createElement('a');
      way.href = problem.wayPath;
      way.textContent = 'Y répondre';
      told.append(' ', way);
    }
    lines.push(told);
  }
  if (end) lines.push(line(endSentence(end)));
  return lines;
}

function drawPiece(
  { title, chapters }: Piece,
  index: number,
  progress: Progress | null,
  novel: Novel,
): HTMLLIElement {
  const readable = chapters.filter(({ isLocked }) => !isLocked);
  const wanted = new Set(progress?.chapters.map(({ id }) => id));
  const missing = readable.filter(({ id }) => !wanted.has(id));
  const bytes = readable.reduce((sum, { words }) => sum + estimateBytes(words), 0);
  const item = document.createElement('li');
  const name = document.createElement('h3');
  name.textContent = title;
  const facts =
    readable.length === 0
      ? 'Aucun chapitre à télécharger'
      : `${plural(readable.length, 'chapitre')}, environ ${formatBytes(bytes)}`;
  item.append(name, line(facts));
  const does = (words: string, act: () => Promise<void>, isQuiet = false) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = isQuiet ? 'button button-quiet' : 'button';
    button.dataset.does = `${words} ${index}`;
    button.textContent = words;
    button.setAttribute('aria-label', `${words}\u00A0: ${title}`);
    button.addEventListener('click', () => void act());
    item.append(button);
  };
  const isHere = readable.length > 0 && missing.length === 0;
  if (missing.length > 0) {
    does('Télécharger', () => wantChapters(novel, readable), index > 0);
  } else if (isHere && index === 0 && progress && progress.done < progress.chapters.length) {
    does('Arrêter', () => stopDownload(novel.novelId), true);
  } else if (isHere) {
    const ids = new Set(readable.map(({ id }) => id));
    does('Supprimer', () => removeDownload(novel.novelId, index === 0 ? null : ids), true);
  }
  return item;
}

function line(words: string, role?: 'alert' | 'status'): HTMLParagraphElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = words;
  if (role) paragraph.role = role;
  return paragraph;
}

function drawDialog(title: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = `${sidePanel} download-panel`;
  dialog.setAttribute('aria-labelledby', 'download-what download-novel');
  // Our own text only: the title is inserted as text below.
  dialog.innerHTML = `<div class="inside">
    <header>
      <div><p id="download-what">Lire sans connexion</p><h2 id="download-novel"></h2></div>
      ${closePanelButton('button')}
    </header>
    <div class="content"><p role="status">Chargement...</p></div></div>`;
  const heading = dialog.querySelector('h2');
  if (heading) heading.textContent = title;
  return dialog;
}
