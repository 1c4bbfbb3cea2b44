/** Browsers show media of at least five seconds: https://web.dev/articles/media-session */
const lengthSeconds = 10;
const samplesPerSecond = 8_000;
/** The middle of an unsigned sample. */
const silentSample = 128;

/** A silent sound that plays for as long as it is asked to. */
export type Silence = { play: () => void; pause: () => void; end: () => void };

/**
 * Speech alone gets no controls on the lock screen and no media keys, in no browser; an audio element
 * that plays does. `onInterrupted`: something else has paused it (headphones unplugged, a phone
 * call).
 */
export function createSilence(onInterrupted: () => void): Silence {
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
