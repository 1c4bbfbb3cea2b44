/** Saves automatically: locally at once, on the server after a debounce (decision 36). */
import { atom } from 'nanostores';
import { call } from '#browser/call.ts';
import { logFault } from '#browser/log-failure.ts';
import { failure as failureOf, type Failure, type Outcome } from '#browser/outcome.ts';
import { registerUnsavedWork } from '#browser/drafts/unsaved-work.ts';
import {
  saveCopy,
  type StudioChapterBody,
  type WorkingCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import { messages } from '#shared/messages.ts';
import { createLocalCopy } from './local-copy.ts';
import { retryAfterMs } from './retry-after.ts';

/** The saved data of a chapter. */
export type Written = { title: string; html: string };

export type SaveState =
  | { kind: 'saved' }
  /** Changed; a save is scheduled. */
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The server is unreachable; `isStored`: in this browser. */
  | { kind: 'offline'; isStored: boolean }
  | { kind: 'refused'; message: string; isStored: boolean }
  /** Another tab or device has saved `current` meanwhile: the user must choose. */
  | { kind: 'conflict'; current: WorkingCopyBody };

type ChapterStatus = StudioChapterBody['status'];

export type AutosaveOptions = {
  userId: string;
  chapterId: string;
  /** The working copy as loaded. */
  copy: WorkingCopyBody;
  /** The current content of the page. */
  read: () => Written;
  /** The same for a copy on this device: it has the words of pictures that the server does not have yet. */
  readForCopy: () => Written;
  isSame: (one: Written, other: Written) => boolean;
  /** The server has saved; returns the chapter's state, which may have become published. */
  onSaved: (status: ChapterStatus) => void;
};

const storeAfterMs = 300;
const saveAfterMs = 1_500;
/** Maximum delay of a save while the user types without a pause. */
const saveAtLatestMs = 10_000;

export function createAutosave({
  userId,
  chapterId,
  copy,
  read,
  readForCopy,
  isSame,
  onSaved,
}: AutosaveOptions) {
  const $state = atom<SaveState>({ kind: 'saved' });
  const localCopy = createLocalCopy(userId, chapterId);
  let version = copy.version;
  let saved: Written = { title: copy.title, html: copy.html };
  let isChanged = false;
  let firstChangeAt = 0;
  let failures = 0;
  let inFlight: Promise<void> | null = null;
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  /** True once the content survives a killed browser. */
  const storeLocally = async (): Promise<boolean> => {
    clearTimeout(storeTimer);
    storeTimer = undefined;
    const isStored = await localCopy.save({ ...readForCopy(), version }).isDurable;
    const state = $state.get();
    const isSaid = state.kind === 'offline' || state.kind === 'refused';
    if (isSaid && state.isStored !== isStored) $state.set({ ...state, isStored });
    return isStored;
  };
  const hasMore = () => readForCopy().html !== read().html;
  const saveIn = (ms: number) => {
    clearTimeout(saveTimer);
    if (!isStopped) saveTimer = setTimeout(() => void save(), ms);
  };
  const markSaved = (written: Written, newVersion: number) => {
    version = newVersion;
    saved = written;
    failures = 0;
    if (isChanged) {
      $state.set({ kind: 'unsaved' });
      saveIn(saveAfterMs);
      return;
    }
    clearTimeout(storeTimer);
    storeTimer = undefined;
    // A page that is closed or killed now loses pictures: the copy says which.
    if (hasMore()) void storeLocally();
    else localCopy.drop();
    $state.set({ kind: 'saved' });
  };

  const send = async (): Promise<void> => {
    const written = read();
    isChanged = false;
    if (isSame(written, saved)) {
      markSaved(written, version);
      return;
    }
    $state.set({ kind: 'saving' });
    const outcome = await call(saveCopy, {
      params: { id: chapterId },
      body: { ...written, version },
    });
    if (outcome.ok) {
      markSaved(written, outcome.data.version);
      onSaved(outcome.data.status);
      return;
    }
    const current = currentIn(outcome);
    if (current && isSame(written, current)) markSaved(written, current.version);
    else await fail(outcome, current);
  };
  const fail = async (failure: Failure, current: WorkingCopyBody | null): Promise<void> => {
    isChanged = true;
    // No local-copy status before the copy is stored.
    const isStored = await storeLocally().catch(() => false);
    if (current) {
      $state.set({ kind: 'conflict', current });
      return;
    }
    const { isOffline, isRateLimited, status, message } = failure;
    $state.set(isOffline ? { kind: 'offline', isStored } : { kind: 'refused', message, isStored });
    if (!isOffline && !isRateLimited && status > 0 && status < 500) return;
    saveIn(retryAfterMs(failures));
    failures += 1;
  };
  const save = async (): Promise<void> => {
    clearTimeout(saveTimer);
    // The request in flight has the old version: the next one waits for its response.
    while (inFlight) await inFlight;
    if ($state.get().kind === 'conflict') return;
    inFlight = send()
      // A fault of ours: what was written is kept here, and saved by the next attempt.
      .catch(async (error: unknown) => {
        logFault(error);
        await fail(failureOf('UNREADABLE', messages.internal), null);
      })
      .finally(() => (inFlight = null));
    await inFlight;
  };

  const onChange = () => {
    const now = Date.now();
    if (!isChanged) firstChangeAt = now;
    isChanged = true;
    storeTimer ??= setTimeout(() => void storeLocally(), storeAfterMs);
    const { kind } = $state.get();
    if (kind === 'conflict' || kind === 'offline') return;
    if (kind !== 'saving') $state.set({ kind: 'unsaved' });
    saveIn(Math.max(0, Math.min(saveAfterMs, firstChangeAt + saveAtLatestMs - now)));
  };
  const onLeave = () => {
    if (!isChanged && $state.get().kind !== 'saving') return;
    void storeLocally();
    if (document.visibilityState === 'hidden') saveIn(0);
  };
  const onOnline = () => {
    if (isChanged) saveIn(0);
  };

  return {
    $state,
    /** The server's version of this page's text, once all is saved. */
    version: () => version,
    changed: onChange,
    /** Saves now. @returns whether nothing is unsaved any more. */
    flush: async (): Promise<boolean> => {
      if (isChanged || inFlight) await save();
      return $state.get().kind === 'saved';
    },
    /** Resolves a conflict with this page's text, which overwrites the other. */
    takeMine: (current: WorkingCopyBody): void => {
      version = current.version;
      saved = current;
      isChanged = true;
      $state.set({ kind: 'unsaved' });
      saveIn(0);
    },
    /** Resolves a conflict with the other text; the caller shows it. */
    takeTheirs: (current: WorkingCopyBody): void => {
      isChanged = false;
      markSaved({ title: current.title, html: current.html }, current.version);
    },
    /** Starts listening to the page. @returns stops, after a last save. */
    start: (): (() => void) => {
      isStopped = false;
      const release = registerUnsavedWork(() => {
        if (!isChanged && !hasMore() && $state.get().kind !== 'saving') return false;
        return localCopy.save({ ...readForCopy(), version }).isStored;
      });
      addEventListener('pagehide', onLeave);
      addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onLeave);
      return () => {
        removeEventListener('pagehide', onLeave);
        removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onLeave);
        release();
        if (isChanged) void storeLocally();
        clearTimeout(storeTimer);
        clearTimeout(saveTimer);
        isStopped = true;
      };
    },
  };
}

function currentIn(outcome: Outcome<unknown>): WorkingCopyBody | null {
  if (outcome.ok || outcome.error !== 'COPY_STALE') return null;
  return (outcome.body.current as WorkingCopyBody | undefined) ?? null;
}
