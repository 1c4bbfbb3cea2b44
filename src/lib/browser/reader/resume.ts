import { paths } from '#shared/paths.ts';
import { signedInPerson } from '../auth-token.ts';
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
  const person = signedInPerson();
  if (!way || !last || (person !== null && ![person, null].includes(personOfPlaces()))) return;
  const [what, which] = way.children;
  if (what) what.textContent = 'Reprendre la lecture';
  if (which) which.textContent = `Chapitre\u00A0${last.number}`;
  way.href = paths.chapter(last.id);
}
