/** “Reprendre” of a signed-in user, who may have read on elsewhere since. */
import type { LibraryNovelBody, listLibrary } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import { call } from '../call.ts';
import { logFailure } from '../log-failure.ts';
import { readDeviceWayBack } from './device-way-back.ts';
import { chapterWords, showWayBack, type ShownWayBack } from './show-way-back.ts';

/** The library's first are those that changed last, by reading or by hand. */
const lookedAt = 12;

/** Shows what the account read last, where this device does not know of something later. */
export async function showAccountWayBack(): Promise<void> {
  const device = readDeviceWayBack();
  const outcome = await call<typeof listLibrary>('GET', '/api/library', {
    query: { limit: lookedAt },
  });
  if (!outcome.ok) {
    logFailure('way back', outcome);
    if (!device)
      showWayBack({ ...nothing, chapter: 'Votre lecture en cours n’a pas pu être chargée.' });
    return;
  }
  const [last] = outcome.data.novels
    .filter(({ status, nextChapter }) => status === 'reading' && nextChapter !== null)
    .toSorted((one, other) => readAtMs(other) - readAtMs(one));
  if (!last) {
    if (!device) showWayBack(nothing);
    return;
  }
  // Of the same chapter the device knows more: how far in it.
  if (device && (device.readAtMs >= readAtMs(last) || device.id === last.lastChapter?._id)) return;
  showWayBack(toWayBack(last));
}

const nothing: ShownWayBack = {
  href: paths.library,
  cover: '',
  novel: 'Ma bibliothèque',
  chapter: 'Le roman que vous lirez vous attendra ici.',
  share: '',
  percent: 0,
};

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
