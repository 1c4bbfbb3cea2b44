/** The place in the text, across a person's devices. Loaded where somebody is signed in. */
import type { z } from 'zod';
import type { getPlace, PlaceStateBody, setPlace } from '#shared/contracts/chapters.ts';
import { call } from '../call.ts';
import { sendLastWord } from '../last-word.ts';
import { isSignedInAs, signedInPerson } from '../auth-token.ts';
import type { Place } from './place-in-text.ts';
import type { Reading } from './keep-place.ts';
import { claimPlaces, noteSeenPlace, readSeenPlace } from './places-seen.ts';
import { readStoredPlace } from './stored-places.ts';

/** Between two changes that are sent while somebody reads on. */
const pauseMs = 5_000;
/** Who has had the page before their eyes for so long has begun to read, even without moving. */
const patienceMs = 8_000;

const path = '/api/chapters/{id}/place';

/**
 * Brings the account's place and this device's together. Where only one of them is new, the other
 * follows, and the page with it as long as the reader has not begun. Else the reader is asked; the
 * account stays as it is until they have answered.
 */
export function followAccount(reading: Reading): void {
  const person = signedInPerson();
  if (person === null || reading.signal.aborted) return;
  const { chapterId, signal } = reading;
  const params = { id: chapterId };
  const openedAt = performance.now();
  /** Until the account has told, and while the reader is asked, nothing is sent. */
  let mayTell = false;
  let isTelling = false;
  let toldAt = -pauseMs;
  let timer = 0;
  let withdraw: () => void = () => undefined;

  const hasBegun = () =>
    reading.hasMoved() || location.hash !== '' || performance.now() - openedAt > patienceMs;
  const seen = () => readSeenPlace(chapterId);
  /** Whether this device has a place that the account has never held. */
  const hasNews = () => !isSame(readStoredPlace(chapterId), seen()?.place ?? null);

  /** Neither is the text gone, nor has another tab signed in somebody else. */
  const isTheirs = () => !signal.aborted && isSignedInAs(person);

  const agree = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    noteSeenPlace(person, chapterId, account);
    mayTell = true;
    tellSoon();
  };
  const follow = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    reading.goTo(account.place);
    agree(account);
  };

  const meet = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    const { place, version, isOwn } = account;
    const known = seen();
    const isKnown = version === (known?.version ?? null) || (isOwn && known !== null);
    if (isKnown || isSame(place, readStoredPlace(chapterId))) agree(account);
    // The account has never held one, or no longer: it takes this device's, and nobody loses anything.
    else if (version === null) agree(account);
    else if (!hasNews() && !hasBegun()) follow(account);
    else void ask(account);
  };

  const ask = async (account: PlaceStateBody) => {
    mayTell = false;
    const { askReader } = await import('./question.ts');
    if (signal.aborted) return;
    withdraw = askReader({
      sentence: sentenceAbout(account.place, readStoredPlace(chapterId)),
      yes: { label: account.place ? 'Y aller' : 'Aller au début', run: () => follow(account) },
      no: { label: 'Rester ici', run: () => agree(account) },
    });
  };

  /** What there is to tell, if it may be told now. */
  const news = (): z.input<(typeof setPlace)['body']> | null => {
    if (!mayTell || !isTheirs() || !hasNews()) return null;
    const version = seen()?.version ?? null;
    return { place: readStoredPlace(chapterId), version, sentAt: Date.now() };
  };
  const tell = async () => {
    const body = news();
    if (isTelling || !body) return;
    isTelling = true;
    const outcome = await call<typeof setPlace>('PUT', path, { params, body, keepalive: true });
    isTelling = false;
    toldAt = performance.now();
    if (outcome.ok) agree(outcome.data);
    else if (outcome.error === 'PLACE_STALE') meet(outcome.body.current as PlaceStateBody);
  };
  const tellSoon = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    const waitMs = Math.max(0, toldAt + pauseMs - performance.now());
    timer = window.setTimeout(() => void tell(), waitMs);
  };

  reading.onKept = tellSoon;
  const tellHidden = () => {
    if (document.visibilityState === 'hidden') void tell();
  };
  const tellLast = () => {
    const body = news();
    if (body && !sendLastWord('PUT', path.replace('{id}', chapterId), body)) void tell();
  };
  document.addEventListener('visibilitychange', tellHidden, { signal });
  addEventListener('pagehide', tellLast, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    withdraw();
  });
  claimPlaces(person);
  void call<typeof getPlace>('GET', path, { params }).then((outcome) => {
    if (outcome.ok) meet(outcome.data);
    else {
      mayTell = true;
      tellSoon();
    }
  });
}

/** No place is that of a chapter which was finished, or taken back to its top. */
function sentenceAbout(there: Place | null, here: Place | null): string {
  if (!there)
    return 'Vous avez terminé ce chapitre, ou l’avez repris du début, sur un autre appareil.';
  return here === null || there.paragraph > here.paragraph
    ? 'Vous en étiez plus loin sur un autre appareil.'
    : 'Vous en étiez ailleurs sur un autre appareil.';
}

function isSame(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return a === b;
  return a.paragraph === b.paragraph && a.offset === b.offset && a.mark === b.mark;
}
