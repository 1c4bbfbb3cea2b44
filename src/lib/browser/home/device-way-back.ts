import { signedInPerson } from '../auth-token.ts';
import { listResumable, percentOfNovel, type Resumable } from '../reader/last-read.ts';
import { chapterWords, type ShownWayBack } from './show-way-back.ts';

/**
 * The last reading on this device that can be continued: the current user's, or one from before any
 * sign-in; null for none.
 */
export function readDeviceWayBack(): Resumable | null {
  const goesOn = ({ percent, nextId }: Resumable) => percent < 100 || nextId !== null;
  return listResumable(signedInPerson()).find(goesOn) ?? null;
}

/** It as home shows it: its next chapter, once it is read to its end. */
export function toWayBack(last: Resumable): ShownWayBack {
  const { id, slug, number, nextId, percent: ofChapter, chapterTitle, novelTitle } = last;
  const next = ofChapter === 100 ? nextId : null;
  const percent = percentOfNovel(last);
  return {
    href: `/chapter/${next ?? id}`,
    cover: `/novel/${slug}/couverture`,
    novel: novelTitle,
    chapter: chapterWords(next ? number + 1 : number, chapterTitle, next !== null),
    share: `${percent}\u202F% du roman`,
    percent,
  };
}
