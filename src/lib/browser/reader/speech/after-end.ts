import { getChapterKey } from '#shared/contracts/chapters.ts';
import { goingOnKey } from './going-on.ts';
import { chosenVoice } from './manner.ts';
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

/** What follows the chapter that was read aloud. */
type NextChapter =
  | { kind: 'none' }
  | { kind: 'open'; id: string; href: string }
  /** The reader has to act first, as the sentence says. */
  | { kind: 'asks'; id: string; href: string; sentence: string };

/**
 * Follows the link at the chapter's end. A premium chapter can be read if it is unlocked and its
 * challenge passed: that is so when its key is given.
 */
async function findNextChapter(): Promise<NextChapter> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-turn="next"]');
  if (!link) return { kind: 'none' };
  const { href } = link;
  const id = new URL(href).pathname.split('/').at(-1) ?? '';
  const price = link.querySelector('.price')?.textContent.trim();
  if (!price) return { kind: 'open', id, href };
  const costs = `Le chapitre suivant s’ouvre avec ${price}.`;
  if (document.documentElement.dataset.session !== 'on') {
    return { kind: 'asks', id, href, sentence: costs };
  }
  const { call } = await import('#browser/call.ts');
  const outcome = await call(getChapterKey, {
    params: { id },
  });
  if (outcome.ok) return { kind: 'open', id, href };
  const sentence =
    outcome.error === 'PREMIUM_LOCKED'
      ? costs
      : outcome.error === 'CHALLENGE_REQUIRED'
        ? 'Le chapitre suivant s’ouvre après une question.'
        : outcome.message;
  return { kind: 'asks', id, href, sentence };
}
