/** The list of the novel's chapters, over the current one. Loaded on demand. */
import styles from '../../../styles/chapter-panel.css?inline';
import { plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { ChapterOrder } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { closeOnPressOutside } from '../close-on-press-outside.ts';
import { readIds } from '../count-view.ts';
import { closePanelButton } from '../panel-close.ts';
import type { Failure } from '../outcome.ts';
import { sidePanel } from '../side-panel.ts';
import { drawRows, type ChapterRows } from './chapter-rows.ts';
import type { ListedPage } from './listed-chapters.ts';
import { openAtOnce } from './open-at-once.ts';
import { isSignedIn, loadChapterPage } from './load-chapters.ts';

adoptStyles(styles);
openAtOnce('chapters', openChapterList);

/** From this many chapters on there is a search field. */
const filterFromChapters = 30;

/** A search is sent when nothing was typed for so long. */
const searchAfterMs = 250;

/** The last chosen order, until the page is left. */
let order: ChapterOrder = 'asc';

/** Opens the list; closing returns the focus to the opener. */
export function openChapterList(opener: HTMLElement): void {
  if (document.querySelector('.chapter-panel[open]')) return;
  const dialog = drawDialog();
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener.focus({ preventScroll: true });
  });
  dialog.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const isOpenAlready = target.closest('a[aria-current]') !== null;
    if (isOpenAlready) event.preventDefault();
    if (isOpenAlready || target.closest('.panel-close')) dialog.close();
  });
  closeOnPressOutside(dialog);
  document.body.append(dialog);
  dialog.showModal();
  void fill(dialog);
}

async function fill(dialog: HTMLDialogElement): Promise<void> {
  const content = partOf(dialog, '.content');
  content.replaceChildren(sentence('loading', 'Chargement...'));
  const outcome = await loadChapterPage({ around: currentId(), parts: 'true' });
  if (!outcome.ok) {
    content.replaceChildren(drawFailure(outcome, () => void fill(dialog)));
    addEventListener('online', fillAgain, { once: true });
  } else if (outcome.data.total === 0) {
    content.replaceChildren(sentence('none', messages.chaptersEmpty));
  } else {
    showChapters(dialog, outcome.data);
  }
}

/** One function, so that it is listened to once, however many tries have failed. */
function fillAgain(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.chapter-panel[open]');
  if (dialog?.querySelector('.failed')) void fill(dialog);
}

function showChapters(dialog: HTMLDialogElement, first: ListedPage): void {
  const content = partOf(dialog, '.content');
  const told = partOf(dialog, '.told');
  const field = partOf(dialog, 'input');
  const all = drawList(dialog, first, '');
  let shown = all;
  const show = (rows: ChapterRows, total: number) => {
    if (shown !== all) shown.close();
    shown = rows;
    rows.sort(order);
    content.replaceChildren(rows.element);
    content.scrollTop = 0;
    told.textContent = plural(total, 'chapitre');
  };
  const showAll = () => {
    show(all, first.total);
    showCurrent();
  };
  const showCurrent = () => {
    shown.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  };
  const search = async (words: string) => {
    const outcome = await loadChapterPage({ words, parts: 'true' });
    if (field.value.trim() !== words || !dialog.open) return;
    if (!outcome.ok) {
      content.replaceChildren(drawFailure(outcome, () => void search(words)));
    } else if (outcome.data.total === 0) {
      content.replaceChildren(sentence('none', 'Aucun chapitre ne correspond.'));
      told.textContent = 'Aucun chapitre ne correspond.';
    } else {
      show(drawList(dialog, outcome.data, words), outcome.data.total);
    }
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const orders = [...dialog.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const sort = () => {
    shown.sort(order);
    for (const button of orders) button.ariaPressed = String(button.dataset.order === order);
    showCurrent();
  };
  field.oninput = () => {
    clearTimeout(waiting);
    const words = field.value.trim();
    if (words === '') showAll();
    else waiting = setTimeout(() => void search(words), searchAfterMs);
  };
  for (const button of orders) {
    button.onclick = () => {
      order = button.dataset.order === 'desc' ? 'desc' : 'asc';
      sort();
    };
  }
  partOf(dialog, '.orders').hidden = first.total < 2;
  partOf(dialog, '.find').hidden = first.total <= filterFromChapters;
  partOf(dialog, '.tools').hidden = first.total < 2;
  showAll();
  sort();
  // Typed before the list was loaded again.
  if (field.value.trim() !== '') void search(field.value.trim());
  // Unless the focus has moved elsewhere in the dialog meanwhile.
  if (document.activeElement?.matches('.chapter-panel, .panel-close, body')) {
    all.current?.focus({ preventScroll: true });
  }
}

/** The list that begins with this page; its other pages are loaded when they are wanted. */
function drawList(dialog: HTMLDialogElement, first: ListedPage, words: string): ChapterRows {
  const rows = drawRows(first, {
    looker: {
      currentId: currentId(),
      readIds: new Set(readIds(storageKeys.readChapters)),
      isSignedIn: isSignedIn(),
    },
    scroller: partOf(dialog, '.content'),
    load: async (page) => {
      const outcome = await loadChapterPage({ page, ...(words && { words }) });
      if (!outcome.ok) return null;
      // Chapters came out or went meanwhile: the places of all others have changed.
      if (outcome.data.total !== first.total && dialog.open) void fill(dialog);
      return outcome.data.total === first.total ? outcome.data.chapters : [];
    },
  });
  dialog.addEventListener('close', rows.close);
  return rows;
}

const currentId = (): string => location.pathname.split('/').at(-1) ?? '';

/** Only our own text is inserted as HTML; the novel's title is text. */
function drawDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = `${sidePanel} chapter-panel`;
  dialog.setAttribute('aria-labelledby', 'panel-what panel-novel');
  // Our own text only: titles are inserted as text below.
  dialog.innerHTML = `<div class="inside">
    <header>
      <div><p id="panel-what">Sommaire</p><h2 id="panel-novel"><a></a></h2></div>
      ${closePanelButton('button')}
    </header>
    <div class="tools" hidden>
      <input class="find" type="search" aria-label="Chercher un chapitre" maxlength="80"
        placeholder="Numéro ou titre" autocomplete="off" enterkeyhint="search">
      <div class="orders" role="group" aria-label="Ordre des chapitres">
        <button type="button" data-order="asc">Croissant</button>
        <button type="button" data-order="desc">Décroissant</button>
      </div>
    </div>
    <p class="visually-hidden told" role="status"></p>
    <div class="content"></div></div>`;
  const back = document.querySelector<HTMLAnchorElement>('.reader-header .back');
  const link = partOf(dialog, 'a');
  link.textContent = back?.textContent.trim() ?? '';
  link.href = back?.href ?? '';
  return dialog;
}

function drawFailure(refusal: Failure, retry: () => void): HTMLElement {
  const isToldBetter = refusal.isRateLimited || refusal.error === 'ACCESS_LOCKED';
  const told = navigator.onLine ? messages.chaptersFailed : messages.chaptersOffline;
  const box = sentence('failed', isToldBetter ? refusal.message : told);
  box.role = 'alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-quiet';
  button.textContent = 'Réessayer';
  button.addEventListener('click', () => {
    // The button disappears with its container: the focus stays in the dialog.
    box.closest('dialog')?.querySelector<HTMLElement>('.panel-close')?.focus();
    retry();
  });
  box.append(button);
  return box;
}

function sentence(className: string, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.role = 'status';
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  element.append(paragraph);
  return element;
}

function partOf<Name extends 'a' | 'input'>(
  dialog: HTMLElement,
  name: Name,
): HTMLElementTagNameMap[Name];
function partOf(dialog: HTMLElement, selector: `.${string}`): HTMLElement;
function partOf(dialog: HTMLElement, selector: string): HTMLElement {
  const found = dialog.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the dialog has no ${selector}`);
  return found;
}
