/** Syncs reading preferences across a user's devices. Loaded for signed-in readers. */
import {
  getPreferences,
  updatePreferences,
  type AccountPreferencesBody,
} from '#shared/contracts/auth.ts';
import {
  defaultReaderPreferences,
  type ReaderPreferences,
  parseReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { call } from '#browser/call.ts';
import { askPart } from '#browser/session/own-view.ts';
import { orWaiting } from '#browser/offline/queue/queue-here.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { flushOnUnload } from '#browser/flush-on-unload.ts';
import { isSignedInAs, signedInPerson } from '#browser/session/auth-token.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { parseFields } from '#browser/stored-values.ts';
import { applyPreferences, isSame, takeStored } from './preferences.ts';

/** Debounce: step buttons are pressed many times in a row. */
const debounceMs = 1_000;

/** How a change waits for the connection. */
const queued = {
  subject: 'preferences',
  method: 'PUT',
  path: updatePreferences.path,
  label: 'Réglages de lecture',
} as const;

/**
 * Reconciles the account's preferences with this device's. Changes made here are sent to the
 * account; the last change wins. Changes from another device are offered, never applied unasked:
 * except that a device with only defaults that has not synced with this account applies the
 * account's at once, and another user's leftover set counts as unchosen until it is changed here.
 * A reader who declines is asked again only after the next change elsewhere.
 */
export function followPreferences(signal: AbortSignal): void {
  const person = signedInPerson();
  if (person === null || signal.aborted) return;
  let timer = 0;
  let isSending = false;
  let withdraw: () => void = () => undefined;

  const noteSynced = (changedAt: string | null, here = takeStored()) => {
    // Another tab may have signed in another user.
    if (isSignedInAs(person)) noteSeenPreferences({ person, changedAt, here });
  };
  /** The change not yet sent to the account. */
  const changeToSend = (): ReaderPreferences | null => {
    const here = takeStored();
    const known = readSeenPreferences(person)?.here ?? defaultReaderPreferences;
    return isSignedInAs(person) && !isSame(here, known) ? here : null;
  };

  const send = async () => {
    const preferences = changeToSend();
    if (isSending || !preferences) return;
    isSending = true;
    const body = { preferences };
    const outcome = await orWaiting(
      person,
      await call(updatePreferences, { body, keepalive: true }),
      { ...queued, body, value: null },
    );
    isSending = false;
    if (!outcome.ok) return;
    noteSynced(outcome.data.changedAt, preferences);
    // Changed again in the meantime.
    void send();
  };

  const compare = ({ preferences, changedAt }: AccountPreferencesBody) => {
    const seen = readSeenPreferences(person);
    const here = takeStored();
    const isOfAnother = ![person, null].includes(personOfPreferences());
    if (preferences === null && isOfAnother) noteSynced(changedAt);
    else if (preferences === null || changedAt === seen?.changedAt) void send();
    else if (isSame(preferences, here)) noteSynced(changedAt);
    else if (!seen && isSame(here, defaultReaderPreferences))
      applyFromAccount(preferences, changedAt);
    else void offer(preferences, changedAt);
  };
  const applyFromAccount = (preferences: ReaderPreferences, changedAt: string | null) => {
    if (!isSignedInAs(person)) return;
    applyPreferences(preferences);
    noteSynced(changedAt, preferences);
  };
  const offer = async (preferences: ReaderPreferences, changedAt: string | null) => {
    const { askReader } = await import('../question.ts');
    if (signal.aborted) return;
    withdraw = askReader({
      sentence: 'Vos réglages de lecture ont changé sur un autre appareil.',
      yes: { label: 'Les appliquer', run: () => applyFromAccount(preferences, changedAt) },
      no: { label: 'Garder ceux-ci', run: () => noteSynced(changedAt) },
    });
  };

  const changed = () => {
    // The last change is this one: the question is obsolete.
    withdraw();
    // From now on the set is this person's, also where the page is left before the answer comes.
    if (isSignedInAs(person) && !readSeenPreferences(person)) {
      noteSeenPreferences({ person, changedAt: null, here: defaultReaderPreferences });
    }
    clearTimeout(timer);
    timer = window.setTimeout(() => void send(), debounceMs);
  };
  const sendOnLeave = () => {
    const preferences = changeToSend();
    if (preferences && timer && !flushOnUnload('PUT', updatePreferences.path, { preferences }))
      void send();
  };
  const ignore = onChangeResult(({ subject, isTaken, body }) => {
    if (subject !== queued.subject || !isTaken) return;
    const { preferences, changedAt } = body as AccountPreferencesBody;
    if (preferences) noteSynced(changedAt, preferences);
  });
  signal.addEventListener('abort', ignore);
  document.addEventListener('reader-preferences', changed, { signal });
  addEventListener('pagehide', sendOnLeave, { signal });
  signal.addEventListener('abort', () => withdraw());
  const askAlone = () => call(getPreferences);
  void askPart('preferences', askAlone).then((outcome) => {
    if (outcome.ok && !timer && !signal.aborted) compare(outcome.data);
  });
}

/**
 * The last sync of this device with an account: the device's set, and the account's last change.
 */
type SeenPreferences = {
  person: string;
  changedAt: string | null;
  here: ReaderPreferences;
};

/** The last sync with this user's account; null for none. */
function readSeenPreferences(person: string): SeenPreferences | null {
  const seen = readSeen();
  return seen?.person === person ? seen : null;
}

/** The user of the last synced account; null for none. */
function personOfPreferences(): string | null {
  return readSeen()?.person ?? null;
}

function readSeen(): SeenPreferences | null {
  const { person, changedAt, here } = parseFields(readStored(storageKeys.preferencesSeen));
  const preferences = parseReaderPreferences(here);
  if (typeof person !== 'string' || !preferences) return null;
  return {
    person,
    changedAt: typeof changedAt === 'string' ? changedAt : null,
    here: preferences,
  };
}

function noteSeenPreferences(seen: SeenPreferences): void {
  writeStored(storageKeys.preferencesSeen, JSON.stringify(seen));
}
