/** Reads the chapter aloud with the browser's speech synthesis. Loaded on demand. */
import styles from '../../../styles/read-aloud.css?inline';
import { languageName } from '#shared/site/formats.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { writeStored } from '../storage.ts';
import { endAlong } from './reading-flow.ts';
import { takenAway } from './text-events.ts';
import { createAfterEnd } from './speech/after-end.ts';
import { follow } from './speech/follow.ts';
import { showOnLockScreen } from './speech/lock-screen.ts';
import { chosenVoice, mannerOf } from './speech/manner.ts';
import { mount } from './speech/mount.ts';
import { pauseRequest } from './speech/pause-request.ts';
import { drawPlayer } from './speech/player.ts';
import { createReading } from './speech/reading.ts';
import { findSentences, type Sentence } from './speech/sentences.ts';
import { createSleepTimer, type SleepTimer } from './speech/sleep-timer.ts';
import { pickVoice, readRate, speaks } from './speech/voices.ts';

adoptStyles(styles);

/** For a browser that does not allow speech without a click, or fails to speak. */
const silent = 'La lecture n’a pas pu commencer. Appuyez sur «\u00A0Lire\u00A0» pour réessayer.';
const asleep = 'La lecture s’est arrêtée, comme vous l’aviez demandé.';
/** A device may list its voices only some seconds after they were asked for. */
const voiceless =
  'Votre navigateur n’a trouvé aucune voix pour lire. Appuyez sur «\u00A0Lire\u00A0» pour réessayer.';
const voicesCame = 'Une voix est prête. Appuyez sur «\u00A0Lire\u00A0» pour commencer.';

/** Opens the player and begins at the place in view; closing returns the focus to the opener. */
export function openReadAloud(opener: HTMLElement): void {
  const open = document.querySelector<HTMLElement>('.read-aloud button.toggle-speech');
  const text = document.querySelector<HTMLElement>('.chapter-text');
  if (open) open.focus({ preventScroll: true });
  else if (text) readAloud(text, opener, firstInView, createSleepTimer(Date.now));
}

/** Continues with a chapter opened after the previous one was read aloud. */
export function goOnAloud(opener: HTMLElement): void {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  if (!text) return;
  const sleep = createSleepTimer(Date.now);
  sleep.recall();
  readAloud(text, opener, () => 0, sleep);
}

function readAloud(
  text: HTMLElement,
  opener: HTMLElement,
  begin: typeof firstInView,
  sleep: SleepTimer,
): void {
  const sentences = findSentences(text);
  if (sentences.length === 0) return;
  const language = text.lang || 'fr';
  const listening = new AbortController();
  const { signal } = listening;

  const player = drawPlayer(language, {
    toggle: () => reading.toggle(),
    step: (by) => {
      follower.goBack();
      reading.step(by);
    },
    setRate: (rate) => {
      writeStored(storageKeys.speechRate, String(rate));
      reading.changeManner();
    },
    setVoice: (voiceUri) => {
      writeStored(storageKeys.speechVoice, voiceUri || null);
      reading.changeManner();
    },
    setSleep: sleep.set,
    goBack: () => follower.goBack(),
    close,
  });
  let isAway = false;
  let wasPlaying = false;
  let isVoiceless = false;
  const follower = follow(player.element, (value) => {
    isAway = value;
    player.showAway(value);
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
        player.tell(accentOf(language));
        follower.show(sentence);
      },
      onPlaying: (isPlaying) => {
        if (isPlaying) afterEnd.stop();
        // Its time came while the reading was paused: who goes on is awake.
        if (isPlaying && !wasPlaying && sleep.isDue(false)) endSleep();
        wasPlaying = isPlaying;
        player.showPlaying(isPlaying);
        lockScreen.showPlaying(isPlaying);
      },
      onOver: goOn,
      onSilent: () => {
        isVoiceless = speechSynthesis.getVoices().length === 0;
        player.tell(isVoiceless ? voiceless : silent);
      },
      onGone: close,
    },
  );

  const afterEnd = createAfterEnd(player, () => reading.isOver(), sleep.keep, signal);

  /** Whether the reading stops here, as the reader has asked: says so, once. */
  function stopsToSleep(isChapterOver: boolean): boolean {
    if (!sleep.isDue(isChapterOver)) return false;
    endSleep();
    player.tell(asleep);
    return true;
  }

  function endSleep(): void {
    sleep.set('');
    player.showSleep('');
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
    const hadFocus = player.element.contains(document.activeElement);
    player.element.remove();
    if (hadFocus) opener.focus({ preventScroll: true });
  }

  function showVoices(): void {
    const voices = speechSynthesis.getVoices();
    player.showVoices(voices, pickVoice(voices, language, chosenVoice())?.voiceURI ?? '');
    if (!isVoiceless || voices.length === 0) return;
    isVoiceless = false;
    player.tell(voicesCame);
  }

  text.addEventListener(takenAway, close, { signal });
  text.addEventListener(pauseRequest, () => reading.pause(), { signal });
  mount(player.element, signal);
  player.showRate(readRate());
  player.showSleep(sleep.choice());
  showVoices();
  speechSynthesis.addEventListener('voiceschanged', showVoices, { signal });
  // Speech belongs to the browser: it would continue after the page. The page may be restored.
  addEventListener('pagehide', () => reading.pause(), { signal });
  // A hidden page does not scroll.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && !isAway) follower.goBack();
    },
    { signal },
  );
  player.focus();
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
