import { paths } from '#shared/paths.ts';
import { listResumable, type Resumable } from '../reader/last-read.ts';

/** Draws what was read on this device, for who is not signed in: the page has a row to copy. */
export function drawDeviceLibrary(): void {
  const list = document.querySelector('[data-device-rows]');
  const row = document.querySelector<HTMLTemplateElement>('.device template');
  const empty = document.querySelector<HTMLElement>('[data-device-empty]');
  if (!list || !row || !empty) return;
  const all = listResumable();
  empty.hidden = all.length > 0;
  list.replaceChildren(...all.map((read) => fill(row, read)));
}

function fill(row: HTMLTemplateElement, read: Resumable): Node {
  const filled = document.importNode(row.content, true);
  const { id, slug, number, novelTitle, chapterTitle } = read;
  const percent = percentOfNovel(read);
  const find = (selector: string) => filled.querySelector<HTMLElement>(selector);
  const say = (selector: string, words: string) => find(selector)?.append(words);
  const [novel, way] = filled.querySelectorAll('a');
  novel?.setAttribute('href', paths.novel(slug));
  way?.setAttribute('href', paths.chapter(id));
  say('[data-novel]', novelTitle);
  say('[data-chapter]', `Chapitre\u00A0${number}\u00A0: ${chapterTitle}`);
  say('[data-progress]', `${percent}\u00A0% du roman`);
  say('[data-number]', `${number}`);
  say('.visually-hidden', novelTitle);
  find('.library-bar span')?.style.setProperty('width', `${percent}%`);
  const cover = filled.querySelector('img');
  if (cover) {
    // Its place stays.
    cover.addEventListener('error', () => cover.remove());
    cover.src = paths.novelCover(slug);
  }
  return filled;
}

/** How much of a novel's chapters was read, in whole percent. */
function percentOfNovel({ number, percent, chapterCount }: Resumable): number {
  const read = number - 1 + percent / 100;
  return Math.round(Math.min(100, Math.max(0, (100 * read) / Math.max(1, chapterCount))));
}
