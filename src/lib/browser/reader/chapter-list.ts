/** The list of the novel's chapters, over the current one. Loaded on demand. */
import styles from '../../../styles/chapter-panel.css?inline';
import type { listChapters } from '#shared/contracts/chapters.ts';
import { plural } from '#shared/formats.ts';
import { messages } from '#shared/messages.ts';
import type { ChapterOrder } from '#shared/paths.ts';
import { storageKeys } from '#shared/storage-keys.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { closeOnPressOutside } from '../close-on-press-outside.ts';
import { readIds } from '../count-view.ts';
import { closePanelButton } from '../panel-close.ts';
import { failure, readOutcome, type Failure, type Outcome } from '../outcome.ts';
import { send } from '../send.ts';
import { drawRows } from './chapter-rows.ts';
import { parseListedChapters, type ListedChapter } from './listed-chapters.ts';

adoptStyles(styles);

/** From this many chapters on there is a search field. */
const filterFromChapters = 30;

/** The last chosen order, until the page is left. */
let order: ChapterOrder = 'asc';

/** Opens the list; closing returns the focus to the opener. */
export function openChapterList(opener: HTMLElement): void {
  if (document.querySelector('.chapter-panel')) return;
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
  const outcome = await loadChapters();
  if (!outcome.ok) {
    content.replaceChildren(drawFailure(outcome, () => void fill(dialog)));
  } else if (outcome.data.length === 0) {
    content.replaceChildren(sentence('none', messages.chaptersEmpty));
  } else {
    showChapters(dialog, content, outcome.data);
  }
}

/** `send` is enough for an anonymous reader; for a session, `call` handles its end. */
async function loadChapters(): Promise<Outcome<ListedChapter[]>> {
  const novelId = document.querySelector<HTMLElement>('.reader')?.dataset.novel ?? '';
  let outcome: Outcome<unknown>;
  if (isSignedIn()) {
    const { call } = await import('../call.ts');
    outcome = await call<typeof listChapters>('GET', '/api/chapters/novel/{novelId}', {
      params: { novelId },
    });
  } else {
    try {
      const path = `/api/chapters/novel/${novelId}`;
      outcome = await readOutcome<unknown>(await send({ method: 'GET', path }));
    } catch {
      outcome = failure('NO_ANSWER', messages.noAnswer);
    }
  }
  if (!outcome.ok) return outcome;
  const data = parseListedChapters(outcome.data);
  return data ? { ok: true, data } : failure('UNREADABLE', messages.chaptersFailed);
}

function showChapters(
  dialog: HTMLDialogElement,
  content: HTMLElement,
  chapters: ListedChapter[],
): void {
  const rows = drawRows(chapters, {
    currentId: location.pathname.split('/').at(-1) ?? '',
    readIds: new Set(readIds(storageKeys.viewedChapters)),
    isSignedIn: isSignedIn(),
  });
  const showCurrent = () => rows.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const none = sentence('none', 'Aucun chapitre ne correspond.');
  none.hidden = true;
  content.replaceChildren(rows.element, none);

  const told = partOf(dialog, '.told');
  const field = partOf(dialog, 'input');
  const orders = [...dialog.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const sort = () => {
    rows.sort(order);
    for (const button of orders) button.ariaPressed = String(button.dataset.order === order);
    showCurrent();
  };
  field.addEventListener('input', () => {
    const shown = rows.filter(field.value);
    none.hidden = shown > 0;
    told.textContent = shown > 0 ? plural(shown, 'chapitre') : 'Aucun chapitre ne correspond.';
    content.scrollTop = 0;
    if (field.value === '') showCurrent();
  });
  for (const button of orders) {
    button.addEventListener('click', () => {
      order = button.dataset.order === 'desc' ? 'desc' : 'asc';
      sort();
    });
  }
  partOf(dialog, '.orders').hidden = chapters.length < 2;
  partOf(dialog, '.find').hidden = chapters.length <= filterFromChapters;
  partOf(dialog, '.tools').hidden = chapters.length < 2;
  told.textContent = plural(chapters.length, 'chapitre');
  sort();
  // Unless the focus has moved elsewhere in the dialog meanwhile.
  if (document.activeElement?.matches('.chapter-panel, .panel-close, body')) {
    rows.current?.focus({ preventScroll: true });
  }
}

/** Only our own text is inserted as HTML; the novel's title is text. */
function drawDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'chapter-panel';
  dialog.setAttribute('aria-labelledby', 'panel-what panel-novel');
  // Our own text only: titles are inserted as text below.
  dialog.innerHTML = `<div class="inside">
    <header>
      <div><p id="panel-what">Sommaire</p><h2 id="panel-novel"><a></a></h2></div>
      ${closePanelButton('button')}
    </header>
    <div class="tools" hidden>
      <input class="find" type="search" aria-label="Chercher un chapitre"
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
  const box = sentence('failed', isToldBetter ? refusal.message : messages.chaptersFailed);
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

const isSignedIn = (): boolean => document.documentElement.dataset.session === 'on';

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
