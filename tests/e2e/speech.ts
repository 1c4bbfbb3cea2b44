import type { Page } from 'playwright/test';
import { decoySelector } from '#shared/text/decoys.ts';

/** What the page asked the browser to say. */
export type Spoken = { text: string; rate: number; voice: string | null; lang: string };

/**
 * A stand-in for the browser's speech, which a test machine has no voices for: it keeps what it is
 * given, says that it began, and ends or fails when the story says so.
 */
export async function standInForSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Utterance = EventTarget & {
      text: string;
      rate: number;
      lang: string;
      voice: { name: string } | null;
    };
    const spoken: Spoken[] = [];
    let current: Utterance | null = null;
    const voice = (name: string, lang: string) => ({
      name,
      lang,
      voiceURI: `urn:${name}`,
      localService: true,
      default: false,
    });
    const end = (type: string) => {
      const ended = current;
      current = null;
      ended?.dispatchEvent(new Event(type));
    };
    const speech = Object.assign(new EventTarget(), {
      pending: false,
      getVoices: () => [
        voice('Samantha', 'en-US'),
        voice('Thomas', 'fr-FR'),
        voice('Amélie', 'fr-CA'),
      ],
      resume: () => undefined,
      cancel: () => end('error'),
      speak: (utterance: Utterance) => {
        current = utterance;
        const { text, rate, lang } = utterance;
        spoken.push({ text, rate, lang, voice: utterance.voice?.name ?? null });
        utterance.dispatchEvent(new Event('start'));
      },
    });
    Object.defineProperty(speech, 'speaking', { get: () => current !== null });
    Object.defineProperty(window, 'speechSynthesis', { value: speech });
    window.SpeechSynthesisUtterance = class extends EventTarget {
      text: string;
      rate = 1;
      lang = '';
      voice = null;
      constructor(text: string) {
        super();
        this.text = text;
      }
    } as unknown as typeof SpeechSynthesisUtterance;
    Object.assign(window, { storySpeech: { spoken, end, isSpeaking: () => current !== null } });
  });
}

type StorySpeech = { spoken: Spoken[]; end: (type: string) => void; isSpeaking: () => boolean };

/** All that has been begun on this page, in order. */
export const spoken = (page: Page): Promise<Spoken[]> =>
  page.evaluate(() => (window as unknown as { storySpeech: StorySpeech }).storySpeech.spoken);

/** Resolves when the last sentence that was begun is the one of this number, from 1 on. */
export async function waitForSentence(page: Page, number: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      (window as unknown as { storySpeech: StorySpeech }).storySpeech.spoken.length === count,
    number,
  );
}

/** Whether something is being said. */
export const isSpeaking = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { storySpeech: StorySpeech }).storySpeech.isSpeaking());

/** The sentence that is being said ends, or fails. */
export const endSentence = (page: Page, type: 'end' | 'error' = 'end'): Promise<void> =>
  page.evaluate(
    // Afterwards: the page may be left for it.
    (how) =>
      void setTimeout(() =>
        (window as unknown as { storySpeech: StorySpeech }).storySpeech.end(how),
      ),
    type,
  );

/**
 * The keys of a lock screen or of headphones, which no test machine has: what the page would do at
 * each. To be called before the page is opened.
 */
export async function standInForMediaKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const handlers = new Map<string, MediaSessionActionHandler>();
    Object.assign(window, { storyKeys: handlers });
    const { mediaSession } = navigator;
    const setHandler = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      setHandler(action, handler);
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
    };
  });
}

type StoryKeys = Map<string, MediaSessionActionHandler>;

/** The actions that the page takes from such keys. */
export const mediaKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { storyKeys: StoryKeys }).storyKeys.keys()]);

/** Somebody presses one of them. */
export const pressMediaKey = (page: Page, action: MediaSessionAction): Promise<void> =>
  page.evaluate((pressed) => {
    const { storyKeys } = window as unknown as { storyKeys: StoryKeys };
    storyKeys.get(pressed)?.({ action: pressed });
  }, action);

/** The text that is marked as being said; empty where none is. */
export const highlighted = (page: Page): Promise<string> =>
  page.evaluate((decoys) => {
    const [range] = CSS.highlights.get('read-aloud') ?? [];
    if (!(range instanceof Range)) return '';
    const seen = range.cloneContents();
    for (const decoy of seen.querySelectorAll(decoys)) decoy.remove();
    return seen.textContent;
  }, decoySelector);
