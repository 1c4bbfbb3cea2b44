import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '#browser/storage.ts';
import type { Sentence } from './sentences.ts';
import type { Manner } from './speaker.ts';
import { pickVoice, readRate, speaks } from './voices.ts';

/**
 * How a sentence is spoken: with the reader's speed and voice. Text marked as another language gets
 * a voice of that language.
 */
export function mannerOf(sentence: Sentence, language: string): Manner {
  const isForeign = !speaks({ lang: sentence.language }, language);
  const chosen = isForeign ? null : chosenVoice();
  const voice = pickVoice(
    speechSynthesis.getVoices(),
    isForeign ? sentence.language : language,
    chosen,
  );
  return { rate: readRate(), voice, language: sentence.language };
}

/** The reader's chosen voice, by its URI; null for automatic. */
export const chosenVoice = (): string | null => readStored(storageKeys.speechVoice);
