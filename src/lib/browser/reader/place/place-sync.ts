/** Syncs the place in the text across a user's devices. Loaded for signed-in users. */
import type { z } from 'zod';
import { getPlace, setPlace, type PlaceStateBody } from '#shared/contracts/places.ts';
import { isSamePlace } from '#shared/reading/same-place.ts';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { askPart } from '#browser/session/own-view.ts';
import { orWaiting } from '#browser/offline/queue/queue-here.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { flushOnUnload } from '#browser/flush-on-unload.ts';
import { isSignedInAs, signedInPerson } from '#browser/session/auth-token.ts';
import type { Place } from '#shared/reading/place.ts';
import { claimPlaces, noteSeenPlace, readSeenPlace, readStoredPlace } from './stored-places.ts';

/** Interval between two requests while reading on. */
const pauseMs = 5_000;
/** After this long on the page the reader counts as having begun, even without scrolling. */
const patienceMs = 8_000;

/** A chapter that is being read. */
export type Reading = {
  chapterId: string;
  /** Scrolls to a place and stores it as this device's; null is the page's top. */
  goTo: (place: Place | null) => void;
  /** Aborted when the text is removed from the page. */
  signal: AbortSignal;
  /** Whether the reader has scrolled since the text was shown. */
  hasMoved: () => boolean;
  /** Called for each stored place. */
  onStored: () => void;
  /** Whether this reading came to the chapter's end; null while that is unknown. */
  isRead: () => boolean | null;
};

/**
 * Reconciles the account's place with this device's. If only one of them is new, the other
 * follows, and so does the page as long as the reader has not begun. Else the reader is asked; the
 * account is unchanged until they have answered.
 */
export function followAccount(reading: Reading): void {
  const person = signedInPerson();
  if (person === null || reading.signal.aborted) return;
  const { chapterId, signal } = reading;
  const params = { id: chapterId };
  const queued = {
    subject: `place:${chapterId}`,
    method: 'PUT',
    path: addressOf(setPlace, { params: { id: chapterId } }),
    label: 'Place de lecture',
  } as const;
  const openedAt = performance.now();
  /** Nothing is sent before the account's place is known, nor while the reader is asked. */
  let maySend = false;
  let isSending = false;
  let lastSentAt = -pauseMs;
  let timer = 0;
  let withdraw: () => void = () => undefined;

  const hasBegun = () =>
    reading.hasMoved() || location.hash !== '' || performance.now() - openedAt > patienceMs;
  const seen = () => readSeenPlace(chapterId);
  /** Without a place the chapter was read to its end, or restarted: opening it does not restart it. */
  const own = () => {
    const place = readStoredPlace(chapterId);
    return { place, isRead: place === null && (reading.isRead() ?? seen()?.isRead ?? false) };
  };
  /** Whether this device has a place, or an end, that the account has not stored. */
  const hasChange = () => {
    const { place, isRead } = own();
    const known = seen();
    return !isSamePlace(place, known?.place ?? null) || isRead !== (known?.isRead ?? false);
  };

  /** The text is still shown, and no other tab has signed in another user. */
  const isTheirs = () => !signal.aborted && isSignedInAs(person);

  const agree = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    noteSeenPlace(person, chapterId, account);
    maySend = true;
    sendSoon();
  };
  const follow = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    reading.goTo(account.place);
    agree(account);
  };

  const reconcile = (account: PlaceStateBody) => {
    if (!isTheirs()) return;
    const { place, version, isOwn } = account;
    const known = seen();
    const isKnown = version === (known?.version ?? null) || (isOwn && known !== null);
    if (isKnown || isSamePlace(place, readStoredPlace(chapterId))) agree(account);
    // The account has no place, or no longer: it gets this device's, and nothing is lost.
    else if (version === null) agree(account);
    else if (!hasChange() && !hasBegun()) follow(account);
    else void ask(account);
  };

  const ask = async (account: PlaceStateBody) => {
    maySend = false;
    const { askReader } = await import('../question.ts');
    if (signal.aborted) return;
    withdraw = askReader({
      sentence: sentenceAbout(account.place, readStoredPlace(chapterId)),
      yes: { label: account.place ? 'Y aller' : 'Aller au début', run: () => follow(account) },
      no: { label: 'Rester ici', run: () => agree(account) },
    });
  };

  /** The change to send, if sending is allowed now. */
  const changeToSend = (): z.input<(typeof setPlace)['body']> | null => {
    if (!maySend || !isTheirs() || !hasChange()) return null;
    return { ...own(), version: seen()?.version ?? null, sentAt: Date.now() };
  };
  const send = async () => {
    const body = changeToSend();
    if (isSending || !body) return;
    isSending = true;
    const outcome = await orWaiting(
      person,
      await call(setPlace, { params, body, keepalive: true }),
      { ...queued, body, value: null },
    );
    isSending = false;
    lastSentAt = performance.now();
    if (outcome.ok) agree(outcome.data);
    else if (outcome.error === 'PLACE_STALE') reconcile(outcome.body.current as PlaceStateBody);
  };
  // What waited is sent by whichever tab has the connection first.
  const ignore = onChangeResult(({ subject, isTaken, body }) => {
    if (subject === queued.subject && isTaken) agree(body as PlaceStateBody);
  });
  signal.addEventListener('abort', ignore);
  const sendSoon = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    const waitMs = Math.max(0, lastSentAt + pauseMs - performance.now());
    timer = window.setTimeout(() => void send(), waitMs);
  };

  reading.onStored = sendSoon;
  const sendWhenHidden = () => {
    if (document.visibilityState === 'hidden') void send();
  };
  const sendOnLeave = () => {
    const body = changeToSend();
    if (body && !flushOnUnload('PUT', addressOf(setPlace, { params: { id: chapterId } }), body))
      void send();
  };
  document.addEventListener('visibilitychange', sendWhenHidden, { signal });
  addEventListener('pagehide', sendOnLeave, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    withdraw();
  });
  claimPlaces(person);
  const askAlone = () => call(getPlace, { params });
  void askPart('place', askAlone).then((outcome) => {
    if (outcome.ok) reconcile(outcome.data);
    else {
      maySend = true;
      sendSoon();
    }
  });
}

/** No place: the chapter was finished, or scrolled back to its top. */
function sentenceAbout(there: Place | null, here: Place | null): string {
  if (!there)
    return 'Vous avez terminé ce chapitre, ou l’avez repris du début, sur un autre appareil.';
  return here === null || there.paragraph > here.paragraph
    ? 'Vous en étiez plus loin sur un autre appareil.'
    : 'Vous en étiez ailleurs sur un autre appareil.';
}
