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
import { call } from '../call.ts';
import { askPart } from '../own-view.ts';
import { orWaiting } from '../offline/queue-here.ts';
import { onSettled } from '../offline/send-queue.ts';
import { flushOnUnload } from '../flush-on-unload.ts';
import { isSignedInAs, signedInPerson } from '../auth-token.ts';
import { readStored, writeStored } from '../storage.ts';
import { applyPreferences } from './apply-preferences.ts';
import { isSame, takeStored } from './preferences-store.ts';

/** Debounce: step buttons are pressed many times in a row. */
const settledMs = 1_000;

const path = '/api/auth/preferences';

/** How a change waits for the connection. */
const queued = {
  subject: 'preferences',
  method: 'PUT',
  path,
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
  let isTelling = false;
  let withdraw: () => void = () => undefined;

  const meet = (changedAt: string | null, here = takeStored()) => {
    // Another tab may have signed in another user.
    if (isSignedInAs(person)) noteSeenPreferences({ person, changedAt, here });
  };
  /** The change not yet sent to the account. */
  const news = (): ReaderPreferences | null => {
    const here = takeStored();
    const known = readSeenPreferences(person)?.here ?? defaultReaderPreferences;
    return isSignedInAs(person) && !isSame(here, known) ? here : null;
  };

  const tell = async () => {
    const preferences = news();
    if (isTelling || !preferences) return;
    isTelling = true;
    const body = { preferences };
    const outcome = await orWaiting(
      person,
      await call(updatePreferences, { body, keepalive: true }),
      { ...queued, body, value: null },
    );
    isTelling = false;
    if (!outcome.ok) return;
    meet(outcome.data.changedAt, preferences);
    // Changed once more meanwhile.
    void tell();
  };

  const compare = ({ preferences, changedAt }: AccountPreferencesBody) => {
    const seen = readSeenPreferences(person);
    const here = takeStored();
    const isOfAnother = ![person, null].includes(personOfPreferences());
    if (preferences === null && isOfAnother) meet(changedAt);
    else if (preferences === null || changedAt === seen?.changedAt) void tell();
    else if (isSame(preferences, here)) meet(changedAt);
    else if (!seen && isSame(here, defaultReaderPreferences)) take(preferences, changedAt);
    else void offer(preferences, changedAt);
  };
  const take = (preferences: ReaderPreferences, changedAt: string | null) => {
    if (!isSignedInAs(person)) return;
    applyPreferences(preferences);
    meet(changedAt, preferences);
  };
  const offer = async (preferences: ReaderPreferences, changedAt: string | null) => {
    const { askReader } = await import('./question.ts');
    if (signal.aborted) return;
    withdraw = askReader({
      sentence: 'Vos réglages de lecture ont changé sur un autre appareil.',
      yes: { label: 'Les appliquer', run: () => take(preferences, changedAt) },
      no: { label: 'Garder ceux-ci', run: () => meet(changedAt) },
    });
  };

  const changed = () => {
    // The last change is this one: the question is obsolete.
    withdraw();
    clearTimeout(timer);
    timer = window.setTimeout(() => void tell(), settledMs);
  };
  const tellLast = () => {
    const preferences = news();
    if (preferences && timer && !flushOnUnload('PUT', path, { preferences })) void tell();
  };
  const ignore = onSettled(({ subject, isTaken, body }) => {
    if (subject !== queued.subject || !isTaken) return;
    const { preferences, changedAt } = body as AccountPreferencesBody;
    if (preferences) meet(changedAt, preferences);
  });
  signal.addEventListener('abort', ignore);
  document.addEventListener('reader-preferences', changed, { signal });
  addEventListener('pagehide', tellLast, { signal });
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
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.preferencesSeen) ?? '');
    if (typeof stored !== 'object' || stored === null) return null;
    const { person, changedAt, here } = stored as Partial<Record<string, unknown>>;
    const preferences = parseReaderPreferences(here);
    if (typeof person !== 'string' || !preferences) return null;
    return {
      person,
      changedAt: typeof changedAt === 'string' ? changedAt : null,
      here: preferences,
    };
  } catch {
    return null;
  }
}

function noteSeenPreferences(seen: SeenPreferences): void {
  writeStored(storageKeys.preferencesSeen, JSON.stringify(seen));
}
