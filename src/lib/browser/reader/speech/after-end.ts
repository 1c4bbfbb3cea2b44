import { goingOnKey } from './going-on.ts';
import { chosenVoice } from './manner.ts';
import { findNextChapter } from './next-chapter.ts';
import { tell, type WayOn } from './player-state.ts';
import { createSpeaker } from './speaker.ts';
import { pickVoice, readRate } from './voices.ts';

const offline = 'Vous êtes hors ligne. La lecture reprendra avec la connexion.';
const nothing = () => undefined;

/** What follows when a chapter has been read to its end. */
export type AfterEnd = {
  /** Opens the next chapter, or tells why the reading stops here. */
  goOn: () => Promise<void>;
  /** Says nothing more. */
  stop: () => void;
};

/**
 * @param isOver whether the reading still stands at its end.
 * @param onLeaving called before the page is left for the next chapter.
 */
export function createAfterEnd(
  isOver: () => boolean,
  onLeaving: () => void,
  signal: AbortSignal,
): AfterEnd {
  // The reading stands without it.
  const announcer = createSpeaker({ onEnd: nothing, onFailure: nothing });

  async function goOn(): Promise<void> {
    const next = navigator.onLine ? await findNextChapter() : null;
    // The player was closed or restarted during the request.
    if (signal.aborted || !isOver()) return;
    if (next === null) {
      say(offline);
      // Waits once, however often its end is heard.
      addEventListener('online', goOnOnline, { once: true, signal });
    } else if (next.kind === 'open') {
      noteGoingOn(next.id);
      onLeaving();
      location.assign(next.href);
    } else if (next.kind === 'asks')
      say(next.sentence, { href: next.href, follow: () => noteGoingOn(next.id) });
    else say('Fin du dernier chapitre paru.');
  }

  function goOnOnline(): void {
    void goOn();
  }

  /** Shows why the reading has stopped, and says it to those who only listen. */
  function say(sentence: string, way?: WayOn): void {
    tell(sentence, way);
    const voice = pickVoice(speechSynthesis.getVoices(), 'fr', chosenVoice());
    announcer.speak(sentence, { rate: readRate(), voice, language: 'fr' });
  }

  return { goOn, stop: announcer.stop };
}

/** The page is left for a chapter that is to be read aloud. */
function noteGoingOn(chapterId: string): void {
  try {
    sessionStorage.setItem(goingOnKey, chapterId);
  } catch {
    // Storage unavailable: the next chapter waits for the reader.
  }
}
