/** Hides what a reader wants no list to show. Loaded for who has hidden something, or has an account. */
import { findHidden, getHidden, setHidden } from '#shared/contracts/hidden.ts';
import { hiddenForm, hiddenMax, listedForm } from '#shared/site/hidden-subjects.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { call } from '../call.ts';
import type { Outcome } from '../outcome.ts';
import { signedInPerson } from '../session/auth-token.ts';
import { readStored, writeStored } from '../storage.ts';
import { parseFields, readTab, writeTab } from '../stored-values.ts';

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Of the account that is signed in here, or of this device alone; another's counts as none. */
function readHere() {
  const stored = parseFields(readStored(storageKeys.hiddenSubjects));
  const { of = null, day = null } = stored;
  const isOwn = of === signedInPerson();
  const here = of === null || isOwn ? textsIn(stored.subjects) : [];
  const subjects = here.filter((each) => hiddenForm.test(each)).slice(0, hiddenMax);
  const pages = isOwn && subjects.length > 0 ? textsIn(stored.pages) : [];
  return { of, isOwn, subjects, pages, isOfToday: day === today() };
}

const today = () => new Date().toISOString().slice(0, 10);

/** Pages that are known to be hidden go before the first paint; they are asked about again each day. */
const pagesMax = 300;

const isSame = (one: readonly string[], other: readonly string[]) => String(one) === String(other);

/** Pages stay known while the subjects are the same. */
function store(subjects: readonly string[], found?: readonly string[]): void {
  const [of, { isOwn, ...here }] = [signedInPerson(), readHere()];
  if (!found && isOwn && isSame(here.subjects, subjects)) return;
  const pages = (found ?? []).slice(-pagesMax);
  const isEmpty = subjects.length === 0 && of === null;
  const stored = isEmpty ? null : JSON.stringify({ of, subjects, pages, day: today() });
  writeStored(storageKeys.hiddenSubjects, stored);
}

/** What this reader hides. */
export const hiddenHere = (): string[] => (readHere().isOwn ? readHere().subjects : []);

/** Hides a subject or shows it again, in the account first. @returns what is hidden then. */
export async function hide(subject: string, isHidden: boolean): Promise<Outcome<string[]>> {
  const synced = await sync();
  if (!synced.ok) return synced;
  const [add, remove] = isHidden ? [[subject], []] : [[], [subject]];
  if (signedInPerson() !== null) return take(call(setHidden, { body: { add, remove } }));
  store([...synced.data.filter((each) => each !== subject), ...add].slice(0, hiddenMax));
  return { ok: true, data: hiddenHere() };
}

async function take(asked: Promise<Outcome<{ subjects: string[] }>>): Promise<Outcome<string[]>> {
  const person = signedInPerson();
  const outcome = await asked;
  if (!outcome.ok) return outcome;
  // Not what another person hides, who signed in since.
  if (signedInPerson() === person) store(outcome.data.subjects);
  return { ok: true, data: outcome.data.subjects };
}

/** Takes the account's, once in each tab; at the first sign-in with what this device had. */
export async function sync(): Promise<Outcome<string[]>> {
  const person = signedInPerson();
  const { of, subjects } = readHere();
  const isKnown = of === person && readTab(storageKeys.hiddenSubjects) === person;
  if (person === null || isKnown) return { ok: true, data: hiddenHere() };
  const add = of === null ? subjects : [];
  const taken = await take(
    add.length > 0 ? call(setHidden, { body: { add, remove: [] } }) : call(getHidden),
  );
  if (taken.ok && signedInPerson() === person) writeTab(storageKeys.hiddenSubjects, person);
  return taken;
}

/** Of these pages, those that are hidden. */
export async function findHiddenPages(pages: readonly string[]): Promise<Set<string>> {
  const { isOwn, subjects, pages: known, isOfToday } = readHere();
  const valid = isOfToday ? known : [];
  const asked = [...new Set(pages)].filter((page) => !valid.includes(page)).slice(0, 100);
  if (!isOwn || subjects.length === 0 || asked.length === 0) return new Set(known);
  const query = { pages: asked.join(','), subjects: subjects.join(',') };
  const outcome = await call(findHidden, { query });
  if (!outcome.ok) return new Set(known);
  const all = [...valid, ...outcome.data.pages];
  // Not of what was hidden before a change.
  if (isSame(hiddenHere(), subjects)) store(subjects, all);
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
