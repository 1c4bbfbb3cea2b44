/** Hides what a reader wants no list to show. Loaded for who has hidden something, or has an account. */
import { findHidden, getHidden, setHidden } from '#shared/contracts/hidden.ts';
import { hiddenForm, hiddenMax, listedForm } from '#shared/site/hidden-subjects.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { call } from '../call.ts';
import type { Failure } from '../outcome.ts';
import { signedInPerson } from '../session/auth-token.ts';
import { readStored, writeStored } from '../storage.ts';
import { parseFields, readTab, writeTab } from '../stored-values.ts';

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Of the account that is signed in here, or of this device alone; another's counts as none. */
function readHere() {
  const { of = null, subjects, pages } = parseFields(readStored(storageKeys.hiddenSubjects));
  const isOwn = of === signedInPerson();
  const here = textsIn(subjects).filter((each) => hiddenForm.test(each));
  return { of, isOwn, subjects: here.slice(0, hiddenMax), pages: isOwn ? textsIn(pages) : [] };
}

/** Pages that are known to be hidden: they go before the first paint, without a question. */
const pagesMax = 300;

function store(subjects: readonly string[], pages: readonly string[] = []): void {
  const here = { of: signedInPerson(), subjects, pages: pages.slice(-pagesMax) };
  const isEmpty = subjects.length === 0 && here.of === null;
  writeStored(storageKeys.hiddenSubjects, isEmpty ? null : JSON.stringify(here));
}

/** What this reader hides. */
export const hiddenHere = (): string[] => (readHere().isOwn ? readHere().subjects : []);

/** Changes it, in the account first; null on success. */
export async function hide(subjects: readonly string[]): Promise<Failure | null> {
  if (signedInPerson() !== null) {
    const outcome = await call(setHidden, { body: { subjects: [...subjects] } });
    if (!outcome.ok) return outcome;
  }
  store(subjects);
  return null;
}

/** Takes the account's, once in each tab; at the first sign-in with what this device had. */
async function sync(): Promise<void> {
  const person = signedInPerson();
  if (person === null || readTab(storageKeys.hiddenSubjects) === person) return;
  const outcome = await call(getHidden);
  if (!outcome.ok || signedInPerson() !== person) return;
  const { of, subjects, pages } = readHere();
  const both = [...new Set([...outcome.data.subjects, ...(of === null ? subjects : [])])];
  const all = both.slice(0, hiddenMax);
  if (all.length > outcome.data.subjects.length && (await hide(all)) !== null) return;
  store(all, pages);
  writeTab(storageKeys.hiddenSubjects, person);
}

/** Of these pages, those that are hidden. */
export async function findHiddenPages(pages: readonly string[]): Promise<Set<string>> {
  const subjects = hiddenHere();
  const known = readHere().pages;
  const asked = [...new Set(pages)].filter((page) => !known.includes(page)).slice(0, 100);
  if (subjects.length === 0 || asked.length === 0) return new Set(known);
  const query = { pages: asked.join(','), subjects: subjects.join(',') };
  const outcome = await call(findHidden, { query });
  const all = [...known, ...(outcome.ok ? outcome.data.pages : [])];
  if (outcome.ok && outcome.data.pages.length > 0) store(subjects, all);
  return new Set(all);
}

/** What stands in lists of novels, and is not one's own: places, bookmarks and the library stay. */
const items =
  '.novels > li, .fresh li, .most-read li, .genre-shelf li, [data-similar], .featured, .results li';

/** Hides the page's items. What has been drawn keeps its room, so that nothing moves under the eye. */
export async function hideListed(): Promise<void> {
  const listed = [...document.querySelectorAll<HTMLElement>(`main :is(${items})`)].flatMap(
    (item) => {
      const link = item.querySelector<HTMLAnchorElement>(
        'a[href*="/novel/"], a[href*="/chapter/"]',
      );
      return link && listedForm.test(link.pathname) ? [{ item, page: link.pathname }] : [];
    },
  );
  const show = (pages: ReadonlySet<string>) => {
    const isDrawn = performance.getEntriesByType('paint').length > 0;
    for (const { item, page } of listed) {
      const isHidden = pages.has(page);
      if (isHidden && item.style.display === 'none') continue;
      const keepsRoom = isHidden && isDrawn && item.getBoundingClientRect().top < innerHeight;
      item.style.visibility = keepsRoom ? 'hidden' : '';
      item.style.display = isHidden && !keepsRoom ? 'none' : '';
    }
  };
  show(new Set(readHere().pages));
  await sync();
  show(await findHiddenPages(listed.map(({ page }) => page)));
}

// At once, so that the scripts of pages have only to load it.
void hideListed();
