import { afterEach, describe, expect, test, vi } from 'vitest';
import { mannerOf, pickVoice, readRate, sortVoices } from '#browser/reader/speech/voices.ts';
import type { Sentence } from '#browser/reader/speech/sentences.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';

const voice = (name: string, lang: string, localService = true) => ({
  name,
  lang,
  voiceURI: `urn:${name}`,
  default: false,
  localService,
});
const voices = [
  voice('Samantha', 'en-US'),
  voice('Google français', 'fr-FR', false),
  voice('Amélie', 'fr_CA'),
  voice('Friedrich', 'frr'),
];

test('voices of the text’s language come first, local ones before others', () => {
  const { own, others } = sortVoices(voices, 'fr');
  expect(own.map(({ name }) => name)).toEqual(['Amélie', 'Google français']);
  expect(others.map(({ name }) => name)).toEqual(['Samantha', 'Friedrich']);
});

test('a French text prefers a voice of France', () => {
  const french = [voice('Amélie', 'fr-CA'), voice('Thomas', 'fr-FR')];
  expect(pickVoice(french, 'fr', null)?.name).toBe('Thomas');
  expect(sortVoices(french, 'pas une langue').own).toEqual([]);
});

test('the chosen voice speaks; a missing one falls back to the text’s language', () => {
  expect(pickVoice(voices, 'fr', 'urn:Samantha')?.name).toBe('Samantha');
  expect(pickVoice(voices, 'fr', 'urn:Partie')?.name).toBe('Amélie');
  expect(pickVoice(voices, 'fr', null)?.name).toBe('Amélie');
  expect(pickVoice(voices, 'ja', null)).toBeNull();
});

test('a passage has a voice of its language, whichever was chosen for the text', () => {
  openBrowser(() => new Response(), { reader_speechVoice: 'urn:Amélie' });
  vi.stubGlobal('speechSynthesis', { getVoices: () => voices });
  const sentence = { text: '', isAfterBreak: false } as Sentence;
  const voiceIn = (language: string) => mannerOf({ ...sentence, language }, 'fr').voice?.name;
  expect(['fr', 'fr-CA', 'en-GB', 'ar'].map(voiceIn)).toEqual([
    'Amélie',
    'Amélie',
    'Samantha',
    undefined,
  ]);
  vi.unstubAllGlobals();
});

describe('the stored speed', () => {
  afterEach(() => vi.unstubAllGlobals());
  test.each([
    ['1.5', 1.5],
    ['0.5', 0.5],
    ['3', 1],
    ['vite', 1],
    ['', 1],
  ])('%s is %d', (stored, rate) => {
    openBrowser(() => new Response(), { reader_speechRate: stored });
    expect(readRate()).toBe(rate);
  });
});
