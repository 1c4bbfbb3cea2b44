import { readDeviceWayBack, toWayBack } from '../home/device-way-back.ts';
import { chapterWords } from '../home/show-way-back.ts';
import {
  chapterToRead,
  listResumable,
  percentOfNovel,
  type Resumable,
} from '../reader/place/last-read.ts';

/**
 * Draws the signed-out visitor's library: what was read on this device without an account. Loaded only
 * where such an entry is stored. The page has a row to copy, which says what goes where: words by
 * `data-say`, an address with a name after its colon by `data-address` (`paths` is too large for a
 * public page).
 */
export function drawDeviceLibrary(): void {
  const list = document.querySelector('[data-device-rows]');
  const row = document.querySelector<HTMLTemplateElement>('.device template');
  const empty = document.querySelector<HTMLElement>('[data-none]');
  if (!list || !row || !empty) return;
  const all = listResumable(null);
  empty.hidden = all.length > 0;
  list.replaceChildren(...all.map((read) => fill(row, read)));
}

function fill(row: HTMLTemplateElement, read: Resumable): Node {
  const filled = document.importNode(row.content, true);
  const { id, number } = chapterToRead(read);
  const isNext = id !== read.id;
  const values: Partial<Record<string, unknown>> = {
    slug: read.slug,
    novelTitle: read.novelTitle,
    share: percentOfNovel(read),
    id,
    number,
    verb: isNext ? 'Lire' : 'Reprendre',
    chapter: chapterWords(number, read.chapterTitle, isNext),
  };
  for (const element of filled.querySelectorAll<HTMLElement>('[data-say],[data-address]')) {
    const { say, address } = element.dataset;
    if (say) element.append(String(values[say]));
    const filledIn = address?.replace(/:(\w+)/, (_, name: string) => String(values[name]));
    if (filledIn) element.setAttribute(element.localName === 'a' ? 'href' : 'src', filledIn);
    // A picture that cannot be loaded is removed.
    element.onerror = () => element.remove();
  }
  const bar = filled.querySelector<HTMLElement>('.library-bar span');
  if (bar) bar.style.width = `${Number(values.share)}%`;
  return filled;
}

/** “Reprendre”, from the installed site's icon: leads to what is read here, if anything is. */
export function resumeHere(): void {
  const last = readDeviceWayBack();
  if (last) location.replace(toWayBack(last).href);
}
