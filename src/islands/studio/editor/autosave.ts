/** Saves what is written, by itself: here at once, on the server a little later (decision 36). */
import { atom } from 'nanostores';
import { call } from '../../../lib/browser/call.ts';
import type { Failure, Outcome } from '../../../lib/browser/outcome.ts';
import type { saveCopy, WorkingCopyBody } from '../../../lib/shared/contracts/studio-chapters.ts';
import { createLocalKeeper } from './local-copy.ts';

/** What is saved of a chapter. */
export type Written = { title: string; html: string };

export type SaveState =
  | { kind: 'saved' }
  /** Changed, and soon on its way. */
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The server cannot be asked; `isKept` in this browser. */
  | { kind: 'offline'; isKept: boolean }
  | { kind: 'refused'; message: string; isKept: boolean }
  /** Another tab or device has saved `current` meanwhile: somebody has to choose. */
  | { kind: 'conflict'; current: WorkingCopyBody };

export type AutosaveOptions = {
  userId: string;
  chapterId: string;
  /** The working copy as it was loaded. */
  copy: WorkingCopyBody;
  /** What stands on the page now. */
  read: () => Written;
  isSame: (one: Written, other: Written) => boolean;
};

const keepAfterMs = 300;
const saveAfterMs = 1_500;
/** Somebody who never pauses is saved all the same. */
const saveAtLatestMs = 10_000;
const retryMs = [3_000, 6_000, 15_000, 30_000] as const;

export function createAutosave({ userId, chapterId, copy, read, isSame }: AutosaveOptions) {
  const $state = atom<SaveState>({ kind: 'saved' });
  const keeper = createLocalKeeper(userId, chapterId);
  let version = copy.version;
  let saved: Written = { title: copy.title, html: copy.html };
  let isKept = true;
  let isChanged = false;
  let firstChangeAt = 0;
  let failures = 0;
  let inFlight: Promise<void> | null = null;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const keep = () => {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    isKept = keeper.keep({ ...read(), version });
  };
  const saveIn = (ms: number) => {
    clearTimeout(saveTimer);
    if (!isStopped) saveTimer = setTimeout(() => void save(), ms);
  };
  const settle = (written: Written, newVersion: number) => {
    version = newVersion;
    saved = written;
    failures = 0;
    if (isChanged) {
      $state.set({ kind: 'unsaved' });
      saveIn(saveAfterMs);
      return;
    }
    clearTimeout(keepTimer);
    keepTimer = undefined;
    keeper.drop();
    $state.set({ kind: 'saved' });
  };

  const send = async (): Promise<void> => {
    const written = read();
    isChanged = false;
    if (isSame(written, saved)) {
      settle(written, version);
      return;
    }
    $state.set({ kind: 'saving' });
    const outcome = await call<typeof saveCopy>('PUT', '/api/studio/chapters/{id}/copy', {
      params: { id: chapterId },
      body: { ...written, version },
    });
    if (outcome.ok) {
      settle(written, outcome.data.version);
      return;
    }
    const current = currentIn(outcome);
    if (current && isSame(written, current)) settle(written, current.version);
    else fail(outcome, current);
  };
  const fail = (failure: Failure, current: WorkingCopyBody | null) => {
    isChanged = true;
    keep();
    if (current) {
      $state.set({ kind: 'conflict', current });
      return;
    }
    const { isOffline, isRateLimited, status, message } = failure;
    $state.set(isOffline ? { kind: 'offline', isKept } : { kind: 'refused', message, isKept });
    if (!isOffline && !isRateLimited && status < 500) return;
    saveIn(retryMs[Math.min(failures, retryMs.length - 1)] ?? 30_000);
    failures += 1;
  };
  const save = async (): Promise<void> => {
    clearTimeout(saveTimer);
    // What is on its way has the old version: the next one waits for its answer.
    while (inFlight) await inFlight;
    if ($state.get().kind === 'conflict') return;
    inFlight = send();
    await inFlight;
    inFlight = null;
  };

  const onChange = () => {
    const now = Date.now();
    if (!isChanged) firstChangeAt = now;
    isChanged = true;
    keepTimer ??= setTimeout(keep, keepAfterMs);
    const { kind } = $state.get();
    if (kind === 'conflict' || kind === 'offline') return;
    if (kind !== 'saving') $state.set({ kind: 'unsaved' });
    saveIn(Math.max(0, Math.min(saveAfterMs, firstChangeAt + saveAtLatestMs - now)));
  };
  const onLeave = () => {
    if (!isChanged && $state.get().kind !== 'saving') return;
    keep();
    if (document.visibilityState === 'hidden') saveIn(0);
  };
  const onOnline = () => {
    if (isChanged) saveIn(0);
  };

  return {
    $state,
    /** The version that the server has of this page's text, once all is saved. */
    version: () => version,
    changed: onChange,
    /** Saves now. @returns whether nothing is unsaved any more. */
    flush: async (): Promise<boolean> => {
      if (isChanged || inFlight) await save();
      return $state.get().kind === 'saved';
    },
    /** Of two texts this page's stays, and takes the other's place. */
    takeMine: (current: WorkingCopyBody): void => {
      version = current.version;
      saved = current;
      isChanged = true;
      $state.set({ kind: 'unsaved' });
      saveIn(0);
    },
    /** The other text stays; the caller shows it. */
    takeTheirs: (current: WorkingCopyBody): void => {
      isChanged = false;
      settle({ title: current.title, html: current.html }, current.version);
    },
    /** Begins to watch the page. @returns what ends that, after a last save. */
    start: (): (() => void) => {
      isStopped = false;
      addEventListener('pagehide', onLeave);
      addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onLeave);
      return () => {
        removeEventListener('pagehide', onLeave);
        removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onLeave);
        if (isChanged) keep();
        clearTimeout(keepTimer);
        clearTimeout(saveTimer);
        isStopped = true;
      };
    },
  };
}
export type Autosave = ReturnType<typeof createAutosave>;

function currentIn(outcome: Outcome<unknown>): WorkingCopyBody | null {
  if (outcome.ok || outcome.error !== 'COPY_STALE') return null;
  return (outcome.body.current as WorkingCopyBody | undefined) ?? null;
}
