import { signedInPerson } from '../session/auth-token.ts';
import {
  chapterToRead,
  listResumable,
  percentOfNovel,
  type Resumable,
} from '../reader/place/last-read.ts';
import { chapterWords, type ShownWayBack } from './show-way-back.ts';

/**
 * The last reading on this device that can be continued: the current user's, or one from before any
 * sign-in; null for none.
 */
export function readDeviceWayBack(): Resumable | null {
  const goesOn = ({ percent, nextId }: Resumable) => percent < 100 || nextId !== null;
  return listResumable(signedInPerson()).find(goesOn) ?? null;
}

/** It as home shows it. */
export function toWayBack(last: Resumable): ShownWayBack {
  const { slug, chapterTitle, novelTitle } = last;
  const { id, number } = chapterToRead(last);
  const percent = percentOfNovel(last);
  return {
    href: `/chapter/${id}`,
    cover: `/novel/${slug}/couverture`,
    novel: novelTitle,
    chapter: chapterWords(number, chapterTitle, id !== last.id),
    share: `${percent}\u202F% du roman`,
    percent,
  };
}
