import { send } from '#browser/send.ts';
import { createSilence } from './silence.ts';

/** What the keys of headphones, keyboards and lock screens do. */
export type LockScreenActions = {
  play: () => void;
  pause: () => void;
  step: (by: 1 | -1) => void;
};

/** The reading as the system shows it: on the lock screen, in the notifications, to media keys. */
export type LockScreen = { showPlaying: (isPlaying: boolean) => void; end: () => void };

/**
 * Shows chapter, novel and cover by the Media Session API (https://w3c.github.io/mediasession/), and
 * takes its keys: “previous” and “next” are sentences, as in the player. Does nothing in a browser
 * without it.
 */
export function showOnLockScreen(actions: LockScreenActions): LockScreen {
  if (!('mediaSession' in navigator)) return { showPlaying: nothing, end: nothing };
  const { mediaSession } = navigator;
  const silence = createSilence(actions.pause);
  const handlers: Partial<Record<MediaSessionAction, () => void>> = {
    play: actions.play,
    pause: actions.pause,
    stop: actions.pause,
    previoustrack: () => actions.step(-1),
    nexttrack: () => actions.step(1),
    seekbackward: () => actions.step(-1),
    seekforward: () => actions.step(1),
  };
  for (const [action, run] of Object.entries(handlers)) setHandler(action, run);
  let hasEnded = false;
  void describeChapter().then((described) => {
    if (!hasEnded) mediaSession.metadata = new MediaMetadata(described);
  });
  return {
    showPlaying: (isPlaying) => {
      mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
      if (isPlaying) silence.play();
      else silence.pause();
    },
    end: () => {
      hasEnded = true;
      silence.end();
      for (const action of Object.keys(handlers)) setHandler(action, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    },
  };
}

const nothing = () => undefined;

function setHandler(action: string, run: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, run);
  } catch {
    // An action that this browser does not know.
  }
}

/** From the page, with author and cover from the API; without an answer, without these. */
async function describeChapter(): Promise<MediaMetadataInit> {
  const textOf = (selector: string) => document.querySelector(selector)?.textContent.trim() ?? '';
  const title = textOf('.reader-header h1') || document.title;
  const album = textOf('.reader-header .back');
  const id = document.querySelector<HTMLElement>('[data-novel]')?.dataset.novel;
  const novel = id ? await askNovel(id) : {};
  const { authorName, coverImage } = novel;
  return {
    title,
    album,
    // The second line of most lock screens.
    artist: typeof authorName === 'string' ? `${album} · ${authorName}` : album,
    artwork: typeof coverImage === 'string' ? [{ src: coverImage }] : [],
  };
}

async function askNovel(id: string): Promise<{ authorName?: unknown; coverImage?: unknown }> {
  try {
    const response = await send({ method: 'GET', path: `/api/novels/${id}` });
    const body: unknown = response.ok ? await response.json() : null;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
