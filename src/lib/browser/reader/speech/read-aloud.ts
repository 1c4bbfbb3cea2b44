/** Reads the chapter aloud with the browser's speech synthesis. */
import { languageName } from '#shared/site/formats.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { writeStored } from '#browser/storage.ts';
import { endAlong } from '../pages/reading-flow.ts';
import { takenAway } from '../text-events.ts';
import { createAfterEnd } from './after-end.ts';
import { follow } from './follow.ts';
import { showOnLockScreen } from './lock-screen.ts';
import { chosenVoice, mannerOf, pickVoice, readRate, speaks } from './voices.ts';
import { pauseRequest } from './pause-request.ts';
import { $speech, showMessage } from './player-state.ts';
import { createReading } from './reading.ts';
import { findSentences, type Sentence } from './sentences.ts';
import { createSleepTimer, type SleepChoice } from './sleep-timer.ts';

/** For a browser that does not allow speech without a click, or fails to speak. */
const silent = 'La lecture n’a pas pu commencer. Appuyez sur «\u00A0Lire\u00A0» pour réessayer.';
const asleep = 'La lecture s’est arrêtée, comme vous l’aviez demandé.';
/** A device may list its voices only some seconds after they were asked for. */
const voiceless =
  'Votre navigateur n’a trouvé aucune voix pour lire. Appuyez sur «\u00A0Lire\u00A0» pour réessayer.';
const voicesCame = 'Une voix est prête. Appuyez sur «\u00A0Lire\u00A0» pour commencer.';

/** What the player's controls do. */
export type PlayerActions = {
  toggle: () => void;
  step: (by: 1 | -1) => void;
  setRate: (rate: number) => void;
  /** Empty: the browser's default. */
  setVoice: (voiceUri: string) => void;
  setSleep: (choice: SleepChoice) => void;
  goBack: () => void;
  close: () => void;
};

/** Draws the player in its element, at once; returns a function that ends it. */
export type DrawPlayer = (
  element: HTMLElement,
  language: string,
  actions: PlayerActions,
) => () => void;

/**
 * Opens the player and begins at the place in view; closing returns the focus to the opener.
 * @param goesOn after a chapter that was read to its end: begins with the chapter.
 */
export function readAloud(opener: HTMLElement, goesOn: boolean, draw: DrawPlayer): void {
  const open = document.querySelector<HTMLElement>('.read-aloud .toggle-speech');
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const sentences = text && !open ? findSentences(text) : [];
  open?.focus({ preventScroll: true });
  if (!text || sentences.length === 0) return;
  const sleep = createSleepTimer(Date.now);
  if (goesOn) sleep.recall();
  let begin = goesOn ? () => 0 : firstInView;
  const language = text.lang || 'fr';
  const listening = new AbortController();
  const { signal } = listening;

  const element = document.createElement('section');
  element.className = 'read-aloud';
  element.ariaLabel = 'Lecture à voix haute';
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  const actions: PlayerActions = {
    toggle: () => reading.toggle(),
    step: (by) => {
      follower.goBack();
      reading.step(by);
    },
    setRate: (rate) => {
      writeStored(storageKeys.speechRate, String(rate));
      $speech.setKey('rate', rate);
      reading.changeManner();
    },
    setVoice: (voice) => {
      writeStored(storageKeys.speechVoice, voice || null);
      $speech.setKey('voice', voice);
      reading.changeManner();
    },
    setSleep,
    goBack: () => follower.goBack(),
    close,
  };
  let isVoiceless = false;
  const toggle = () => element.querySelector<HTMLElement>('.toggle-speech');
  const follower = follow(element, (isAway) => {
    // The button that has the focus goes.
    if (!isAway && document.activeElement?.matches('.read-aloud .return'))
      toggle()?.focus({ preventScroll: true });
    $speech.setKey('isAway', isAway);
  });
  const lockScreen = showOnLockScreen({
    play: () => reading.play(),
    pause: () => reading.pause(),
    step: (by) => reading.step(by),
  });
  const reading = createReading(
    sentences,
    () => begin(sentences),
    (sentence) => mannerOf(sentence, language),
    {
      mayGoOn: () => !stopsToSleep(false),
      onSentence: (sentence) => {
        // Only the first time: a restart begins at the place in view.
        begin = firstInView;
        isVoiceless = false;
        showMessage(accentOf(language));
        follower.show(sentence);
      },
      onPlaying: (isPlaying) => {
        if (isPlaying) afterEnd.stop();
        // Its time came while the reading was paused: who goes on is awake.
        if (isPlaying && !$speech.get().isPlaying && sleep.isDue(false)) setSleep('');
        $speech.setKey('isPlaying', isPlaying);
        lockScreen.showPlaying(isPlaying);
      },
      onOver: goOn,
      onSilent: () => {
        isVoiceless = speechSynthesis.getVoices().length === 0;
        showMessage(isVoiceless ? voiceless : silent);
      },
      onGone: close,
    },
  );

  const afterEnd = createAfterEnd(() => reading.isOver(), sleep.persist, signal);

  /** Whether the reading stops here, as the reader has asked: says so, once. */
  function stopsToSleep(isChapterOver: boolean): boolean {
    if (!sleep.isDue(isChapterOver)) return false;
    setSleep('');
    showMessage(asleep);
    return true;
  }

  function setSleep(choice: SleepChoice): void {
    sleep.set(choice);
    $speech.setKey('sleep', sleep.choice());
  }

  function goOn(): void {
    if (!stopsToSleep(true)) void afterEnd.goOn();
  }

  function close(): void {
    listening.abort();
    afterEnd.stop();
    reading.pause();
    follower.end();
    lockScreen.end();
    const hadFocus = element.contains(document.activeElement);
    end();
    element.remove();
    if (hadFocus) opener.focus({ preventScroll: true });
  }

  function showVoices(): void {
    const voices = speechSynthesis.getVoices();
    const voice = pickVoice(voices, language, chosenVoice())?.voiceURI ?? '';
    $speech.set({ ...$speech.get(), voices, voice });
    if (!isVoiceless || voices.length === 0) return;
    isVoiceless = false;
    showMessage(voicesCame);
  }

  text.addEventListener(takenAway, close, { signal });
  text.addEventListener(pauseRequest, () => reading.pause(), { signal });
  $speech.set({
    isPlaying: false,
    isAway: false,
    message: '',
    way: null,
    rate: readRate(),
    sleep: sleep.choice(),
    voices: [],
    voice: '',
  });
  showVoices();
  mount(element, signal);
  const end = draw(element, language, actions);
  speechSynthesis.addEventListener('voiceschanged', showVoices, { signal });
  // Speech belongs to the browser: it would continue after the page. The page may be restored.
  addEventListener('pagehide', () => reading.pause(), { signal });
  // A hidden page does not scroll.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && !$speech.get().isAway) follower.goBack();
    },
    { signal },
  );
  toggle()?.focus({ preventScroll: true });
  reading.play();
}

/** A sentence where no voice speaks the text's language, unless the reader has chosen another; else empty. */
function accentOf(language: string): string {
  const voices = speechSynthesis.getVoices();
  const isFine =
    voices.length === 0 ||
    voices.some((voice) => speaks(voice, language) || voice.voiceURI === chosenVoice());
  if (isFine) return '';
  const name = languageName(language).toLowerCase();
  return `Aucune voix en ${name} sur cet appareil\u00A0: l’accent sera étranger.`;
}

/** The first sentence whose end is in the window, or the chapter's first. */
function firstInView(sentences: readonly Sentence[]): number {
  const first = sentences.findIndex(({ range }) => endAlong(range) > 0);
  return Math.max(first, 0);
}

/** Puts the player above the control bar, which hides and shows, as wide as the text. */
function mount(element: HTMLElement, signal: AbortSignal): void {
  const bar = document.querySelector<HTMLElement>('.control-bar');
  const article = document.querySelector('.reader');
  if (bar) bar.before(element);
  else article?.append(element);
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    root.style.setProperty('--bar-height', `${bar?.offsetHeight ?? 0}px`);
    root.style.setProperty('--player-height', `${element.offsetHeight}px`);
  });
  if (bar) observer.observe(bar);
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
