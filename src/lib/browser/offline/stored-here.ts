/**
 * What this device stores: on the page that is shown for one that is not there, and in the library. Both
 * have a place for it (`data-kept-here`), and rows to fill.
 */
import { formatBytes, formatCount, plural } from '#shared/site/formats.ts';
import { currentOwner } from './store/owner.ts';
import {
  endSentence,
  listDownloads,
  onDownloads,
  removeDownload,
} from './download/wanted-downloads.ts';
import { dropPages, listCachedPages, picturesCache } from './store/cached-pages.ts';
import { listQueue, replaceChange } from './queue/queue.ts';
import { onChangeResult } from './queue/send-queue.ts';
import { listTexts } from './store/vault.ts';
import type { CachedPage } from '../database/entries.ts';

/** Fills the page's place for it, and updates it. */
export function showStored(place: HTMLElement): void {
  const redraw = () => void draw(place);
  onDownloads(redraw);
  onChangeResult(redraw);
  addEventListener('pageshow', ({ persisted }) => persisted && redraw());
  redraw();
}

async function draw(place: HTMLElement): Promise<void> {
  const pages = await listCachedPages();
  const focused = document.activeElement?.getAttribute('data-does') ?? null;
  drawReadable(place, pages, await readableTexts());
  await drawStorage(place, pages);
  await drawWaiting(place);
  place.hidden = false;
  if (focused === null) return;
  place.querySelector<HTMLElement>(`[data-does="${CSS.escape(focused)}"]`)?.focus();
}

/** Chapters whose premium text this reader has downloaded. */
async function readableTexts(): Promise<Set<string>> {
  const owner = currentOwner();
  const texts = owner ? await listTexts(owner.person) : [];
  return new Set(texts.map(({ chapterId }) => `/chapter/${chapterId}`));
}

/** Chapters that open without a connection, by novel, the one read last first. */
function drawReadable(place: HTMLElement, pages: CachedPage[], texts: ReadonlySet<string>): void {
  const list = place.querySelector('[data-kept-readable]');
  const none = place.querySelector<HTMLElement>('[data-kept-none]');
  if (!list) return;
  const chapters = pages
    .filter(({ novelId, isLocked, path }) => novelId !== null && (!isLocked || texts.has(path)))
    .toSorted((one, other) => other.usedAtMs - one.usedAtMs);
  const novels = Map.groupBy(chapters, ({ novelId }) => novelId);
  const drawn = list.cloneNode(false) as Element;
  drawn.append(
    ...[...novels.values()].map((own) => {
      const [, novel] = split(own[0]?.title ?? '');
      const item = document.createElement('li');
      const heading = document.createElement('h3');
      heading.textContent = novel;
      const links = document.createElement('ul');
      const inOrder = own.toSorted((one, other) => one.number - other.number);
      links.append(...inOrder.map(({ path, title }) => linkTo(path, split(title)[0])));
      item.append(heading, links);
      return item;
    }),
  );
  // A link that is replaced while it is pressed leads nowhere.
  if (!drawn.isEqualNode(list)) list.replaceChildren(...drawn.children);
  if (none) none.hidden = novels.size > 0;
}

/** A chapter's title, and its novel's: a page has both in its title. */
function split(title: string): [chapter: string, novel: string] {
  const at = title.lastIndexOf(' · ');
  return at === -1 ? [title, title] : [title.slice(0, at), title.slice(at + 3)];
}

function linkTo(path: string, words: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = words;
  item.append(link);
  return item;
}

/** Downloads with their ways out, and the room that everything else takes. */
async function drawStorage(place: HTMLElement, pages: CachedPage[]): Promise<void> {
  const list = place.querySelector('[data-kept-downloads]');
  const room = place.querySelector<HTMLElement>('[data-kept-room]');
  if (!list || !room) return;
  const downloads = await listDownloads();
  list.replaceChildren(
    ...downloads.map((download) => {
      const { novelId, slug, title, done, chapters, bytes, end, problem } = download;
      const item = linkTo(`/novel/${slug}`, title);
      const facts = [
        done === chapters.length
          ? plural(done, 'chapitre')
          : `${formatCount(done)} sur ${plural(chapters.length, 'chapitre')}`,
        formatBytes(bytes),
      ];
      item.append(paragraph(facts.join(', ')));
      if (problem && done < chapters.length) item.append(paragraph(problem.sentence));
      if (end) item.append(paragraph(endSentence(end)));
      item.append(button('Supprimer', title, () => removeDownload(novelId)));
      return item;
    }),
  );
  const cached = pages.filter(({ isDownloaded }) => !isDownloaded);
  const bytes = cached.reduce((sum, page) => sum + page.bytes, 0);
  const hasPictures = 'caches' in globalThis && (await caches.has(picturesCache));
  room.replaceChildren(
    paragraph(
      cached.length === 0
        ? hasPictures
          ? 'Aucune autre page n’est gardée, mais des images le sont.'
          : 'Aucune autre page n’est gardée.'
        : `${plural(cached.length, 'page')} gardée${cached.length > 1 ? 's' : ''} au fil de vos lectures, ${formatBytes(bytes)}.`,
    ),
  );
  if (cached.length > 0 || hasPictures) {
    const free = async () => {
      await dropPages(cached);
      await caches.delete(picturesCache);
      await draw(place);
    };
    room.append(button('Libérer', 'les pages gardées au fil des lectures', free));
  }
}

/** What this reader has done without a connection, and what the server did not take of it. */
async function drawWaiting(place: HTMLElement): Promise<void> {
  const list = place.querySelector('[data-kept-waiting]');
  if (!list) return;
  const person = currentOwner()?.person;
  const changes = (await listQueue()).filter((change) => change.person === person);
  list.replaceChildren(
    ...changes.map((change) => {
      const item = linkTo(change.page, change.label);
      item.append(paragraph(change.problem ?? 'En attente de connexion'));
      if (change.problem !== null) {
        const drop = async () => {
          await replaceChange(change, null);
          await draw(place);
        };
        item.append(button('Retirer', change.label, drop));
      }
      return item;
    }),
  );
  const section = list.closest<HTMLElement>('section');
  if (section) section.hidden = changes.length === 0;
}

function paragraph(words: string): HTMLParagraphElement {
  const made = document.createElement('p');
  made.textContent = words;
  return made;
}

function button(words: string, about: string, act: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button button-quiet';
  made.textContent = words;
  made.dataset.does = `${words} ${about}`;
  made.setAttribute('aria-label', `${words}\u00A0: ${about}`);
  made.addEventListener('click', () => void act());
  return made;
}
