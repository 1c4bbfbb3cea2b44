import { paths } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { readIds } from '#browser/page/count-view.ts';
import { readLastRead, type LastRead } from './last-read.ts';
import { personOfPlaces } from './stored-places.ts';

/**
 * On a novel's page, which is cached for everyone: the link to the first chapter becomes one to the
 * chapter read last on this device, in the same place and size. A signed-in user is not led to
 * another user's place. Loaded if this device knows the novel.
 */
export function offerToResume(novelId: string): void {
  const last = readLastRead(novelId);
  if (last && !isAnotherPersons()) leadTo(last);
}

/** The same to the chapter that an account goes on with, where this device is not further. */
export function offerToResumeAt(novelId: string, chapter: LastRead): void {
  const last = isAnotherPersons() ? null : readLastRead(novelId);
  if (!last || last.number < chapter.number) leadTo(chapter);
}

function leadTo({ id, number }: LastRead): void {
  const way = document.querySelector<HTMLAnchorElement>('.way-in');
  if (!way) return;
  const [what, which] = way.children;
  if (what) what.textContent = 'Reprendre la lecture';
  if (which) which.textContent = `Chapitre\u00A0${number}`;
  way.href = paths.chapter(id);
}

/** In the list of chapters, marks those that were read to their end, as the reader's panel does. */
export function markRead(): void {
  if (isAnotherPersons()) return;
  const read = new Set(readIds(storageKeys.readChapters).map(paths.chapter));
  markRows((link) => read.has(link.getAttribute('href') ?? ''));
}

/** The same with the chapters before the one that an account goes on with. */
export function markReadBefore(chapterNumber: number): void {
  markRows((link) => Number(link.querySelector('.number')?.textContent) < chapterNumber);
}

function markRows(isRead: (link: Element) => boolean): void {
  for (const link of document.querySelectorAll('.chapters a.title')) {
    const row = link.parentElement;
    if (!row || !isRead(link)) continue;
    if (row.classList.contains('is-read')) continue;
    row.classList.add('is-read');
    const word = document.createElement('span');
    word.className = 'visually-hidden';
    word.textContent = ', lu';
    link.append(word);
  }
}

/** Of the novels that are proposed, hides those that the reader knows; without any, their section. */
export function hideSimilar(isKnown: (novelId: string) => boolean): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-similar]')];
  for (const item of shown) item.hidden ||= isKnown(item.dataset.similar ?? '');
  const section = shown[0]?.closest('section');
  if (section) section.hidden = shown.every(({ hidden }) => hidden);
}

/** What this device has read is not proposed again. */
export function hideReadSimilar(): void {
  if (!isAnotherPersons()) hideSimilar((id) => readLastRead(id) !== null);
}

/** Whether this device's places are of somebody else than who is signed in. */
function isAnotherPersons(): boolean {
  const person = signedInPerson();
  return person !== null && ![person, null].includes(personOfPlaces());
}
