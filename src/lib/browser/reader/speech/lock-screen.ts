import { addressOf } from '#browser/address-of.ts';
import { getNovel } from '#shared/contracts/novels.ts';
import { send } from '#browser/send.ts';

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
    const response = await send({ method: 'GET', path: addressOf(getNovel, { params: { id } }) });
    const body: unknown = response.ok ? await response.json() : null;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Browsers show media of at least five seconds: https://web.dev/articles/media-session */
const lengthSeconds = 10;
const samplesPerSecond = 8_000;
/** The middle of an unsigned sample. */
const silentSample = 128;

/** A silent sound that plays for as long as it is asked to. */
type Silence = { play: () => void; pause: () => void; end: () => void };

/**
 * Speech alone gets no controls on the lock screen and no media keys, in no browser; an audio element
 * that plays does. `onInterrupted`: something else has paused it (headphones unplugged, a phone
 * call).
 */
function createSilence(onInterrupted: () => void): Silence {
  const address = URL.createObjectURL(silentWave());
  const audio = new Audio(address);
  audio.loop = true;
  let isWanted = false;
  audio.addEventListener('pause', () => {
    if (isWanted) onInterrupted();
  });
  const pause = () => {
    isWanted = false;
    audio.pause();
  };
  return {
    play: () => {
      isWanted = true;
      // Refused without a gesture on this page: the text is read without these controls.
      audio.play().catch(() => undefined);
    },
    pause,
    end: () => {
      pause();
      URL.revokeObjectURL(address);
    },
  };
}

/** A WAV file: RIFF header, one channel of 8-bit samples. */
function silentWave(): Blob {
  const samples = new Uint8Array(lengthSeconds * samplesPerSecond).fill(silentSample);
  const header = new DataView(new ArrayBuffer(44));
  const write = (at: number, name: string) => {
    for (let index = 0; index < name.length; index++) {
      header.setUint8(at + index, name.charCodeAt(index));
    }
  };
  write(0, 'RIFF');
  header.setUint32(4, 36 + samples.length, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  // PCM, one channel.
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, samplesPerSecond, true);
  // Bytes a second, bytes and bits a sample.
  header.setUint32(28, samplesPerSecond, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, 'data');
  header.setUint32(40, samples.length, true);
  return new Blob([header, samples], { type: 'audio/wav' });
}
