import { paths } from '#shared/paths.ts';
import * as storageKeys from '#shared/storage-keys.ts';
import { signedInPerson } from '../auth-token.ts';
import { readIds } from '../count-view.ts';
import { readLastRead } from './last-read.ts';
import { personOfPlaces } from './places-seen.ts';

/**
 * On a novel's page, which is cached for everyone: the link to the first chapter becomes one to the
 * chapter read last on this device, in the same place and size. A signed-in user is not led to
 * another user's place. Loaded if this device knows the novel.
 */
export function offerToResume(novelId: string): void {
  const way = document.querySelector<HTMLAnchorElement>('.way-in');
  const last = readLastRead(novelId);
  if (!way || !last || isAnotherPersons()) return;
  const [what, which] = way.children;
  if (what) what.textContent = 'Reprendre la lecture';
  if (which) which.textContent = `Chapitre\u00A0${last.number}`;
  way.href = paths.chapter(last.id);
}

/** In the list of chapters, marks those that were read to their end, as the reader's panel does. */
export function markRead(): void {
  if (isAnotherPersons()) return;
  const read = new Set(readIds(storageKeys.readChapters).map(paths.chapter));
  for (const link of document.querySelectorAll('.chapters a.title')) {
    const row = link.parentElement;
    if (!row || !read.has(link.getAttribute('href') ?? '')) continue;
    if (row.classList.contains('is-read')) continue;
    row.classList.add('is-read');
    const word = document.createElement('span');
    word.className = 'visually-hidden';
    word.textContent = ', lu';
    link.append(word);
  }
}

/** Whether this device's places are of somebody else than who is signed in. */
function isAnotherPersons(): boolean {
  const person = signedInPerson();
  return person !== null && ![person, null].includes(personOfPlaces());
}
