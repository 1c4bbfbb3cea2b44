/** “Reprendre” of a signed-in user, who may have read on elsewhere since. */
import { getNextReading, type LibraryNovelBody } from '#shared/contracts/library.ts';
import { paths } from '#shared/site/paths.ts';
import { call } from '../call.ts';
import { logFailure } from '../log-failure.ts';
import { readDeviceWayBack } from './device-way-back.ts';
import { chapterWords, emptyWayBack, showWayBack, type ShownWayBack } from './show-way-back.ts';

/**
 * Shows what the account read last, where this device does not know of something later. Only in a place
 * that is there: nothing moves.
 */
export async function showAccountWayBack(): Promise<void> {
  if (document.querySelector('.way-back:not([hidden])') === null) return;
  const device = readDeviceWayBack();
  const outcome = await call(getNextReading);
  if (!outcome.ok) logFailure('way back', outcome);
  const last = outcome.ok ? outcome.data.novel : null;
  if (last) {
    // Of the same chapter the device knows more: how far in it.
    const isKnown =
      device && (device.readAtMs >= readAtMs(last) || device.id === last.lastChapter?._id);
    if (!isKnown) showWayBack(toWayBack(last));
  } else if (!device) {
    const chapter = outcome.ok
      ? 'Aucun chapitre à reprendre pour l’instant.'
      : 'Votre lecture en cours n’a pas pu être chargée.';
    showWayBack({ ...emptyWayBack, chapter });
  }
}

function readAtMs({ lastReadAt }: LibraryNovelBody): number {
  return lastReadAt === null ? 0 : Date.parse(lastReadAt);
}

function toWayBack(novel: LibraryNovelBody): ShownWayBack {
  const { title, slug, percent, lastChapter, nextChapter } = novel;
  const isAfter = lastChapter !== null && nextChapter?._id !== lastChapter._id;
  const number = nextChapter?.chapterNumber ?? 1;
  return {
    href: nextChapter ? paths.chapter(nextChapter._id) : paths.novel(slug),
    cover: novel.coverImage ?? paths.novelCover(slug),
    novel: title,
    chapter: lastChapter
      ? chapterWords(number, lastChapter.title, isAfter)
      : `Chapitre\u00A0${number}`,
    share: `${percent}\u202F% du roman`,
    percent,
  };
}
