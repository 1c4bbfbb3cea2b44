import { storageKeys } from '#shared/storage-keys.ts';
import { readStored } from '#browser/storage.ts';
import type { Sentence } from './sentences.ts';
import type { Manner } from './speaker.ts';
import { pickVoice, readRate, speaks } from './voices.ts';

/**
 * How a sentence is spoken: with the reader's speed and voice. What is marked as of another language
 * than its text gets a voice of that one.
 */
export function mannerOf(sentence: Sentence, language: string): Manner {
  const isForeign = !speaks({ lang: sentence.language }, language);
  const voice = pickVoice(speechSynthesis.getVoices(), language, chosenVoice());
  return { rate: readRate(), voice: isForeign ? null : voice, language: sentence.language };
}

/** The voice that the reader chose, by its URI; null leaves it to us. */
export const chosenVoice = (): string | null => readStored(storageKeys.speechVoice);
