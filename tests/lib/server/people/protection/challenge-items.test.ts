import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { challengeDifficulties, challengeKinds } from '#shared/contracts/challenge.ts';
import {
  poolsFolder,
  readChallengeItems,
  typeset,
  type ChallengeItem,
} from '#server/people/protection/challenge-items.ts';
import { drawFace, describeFace } from '#server/people/protection/faces.ts';

const challengeItems = readChallengeItems();
const all: ChallengeItem[] = Object.values(challengeItems).flat();
const named = all.map((item) => [item.key, item] as const);
const faces = named.filter(([, { face }]) => face !== undefined);

const flat = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
/** Words that carry a meaning, without their endings: “sincère” and “sincèrement” count as one. */
const stems = (text: string) =>
  new Set((flat(text).match(/[a-zœ]{5,}/g) ?? []).map((word) => word.slice(0, 5)));
/** All that is shown before the choices. */
const given = ({ question, passage = '', face }: ChallengeItem) =>
  `${passage} ${question} ${face ? describeFace(face) : ''}`;

describe('the pools', () => {
  test.each(challengeKinds)('%s has sixty questions at least, of every difficulty', (kind) => {
    const items = challengeItems[kind];
    expect(items.length).toBeGreaterThanOrEqual(60);
    for (const difficulty of challengeDifficulties) {
      const fitting = items.filter((item) => item.difficulty === difficulty);
      // After an error another question is drawn, and a fast account gets hard ones.
      expect(fitting.length, difficulty).toBeGreaterThanOrEqual(10);
    }
    expect(items.every(({ key }) => key.startsWith(`${kind}-`))).toBe(true);
  });

  test('have unique questions', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    const told = all.map(given);
    expect(new Set(told).size).toBe(all.length);
  });

  test.each(named)('%s has four different choices, none of them empty', (_, item) => {
    const choices = [item.answer, ...item.wrong].map((text) => flat(text).trim());
    expect(choices).toHaveLength(4);
    expect(new Set(choices).size).toBe(4);
    expect(choices.every((text) => text.length > 3)).toBe(true);
  });

  test.each(named)('%s does not give its answer away in the question', (_, item) => {
    expect(flat(given(item))).not.toContain(flat(item.answer));
    const asked = stems(given(item));
    const wrong = stems(item.wrong.join(' '));
    // A word that the wrong answers share reveals nothing.
    const telling = [...stems(item.answer)].filter((stem) => asked.has(stem) && !wrong.has(stem));
    expect(telling).toEqual([]);
  });

  test('cannot be passed by always choosing the longest or the shortest answer', () => {
    const share = (fits: (item: ChallengeItem) => boolean) => all.filter(fits).length / all.length;
    const lengths = ({ wrong }: ChallengeItem) => wrong.map(({ length }) => length);
    expect(share((item) => item.answer.length > Math.max(...lengths(item)))).toBeLessThan(0.35);
    expect(share((item) => item.answer.length < Math.min(...lengths(item)))).toBeLessThan(0.35);
  });

  test('have the no-break spaces of French', () => {
    expect(typeset('« Où ? » Ici ; là : voilà !')).toBe(
      '«\u00A0Où\u00A0?\u00A0» Ici\u00A0; là\u00A0: voilà\u00A0!',
    );
    for (const item of all) {
      const text = [given(item), item.answer, ...item.wrong].join(' ');
      expect(text, item.key).not.toMatch(/['"]/);
      expect(text, item.key).not.toMatch(/[^\s][;:!?»]/);
    }
  });
});

describe('a row that is no question', () => {
  const row = all[0];
  test.each([
    ['is not JSON', '{"key":"emotion-joie"', /JSON/],
    ['is empty', '', /JSON/],
    ['lacks an answer', JSON.stringify({ ...row, answer: undefined }), /answer/],
    ['has two wrong answers', JSON.stringify({ ...row, wrong: row?.wrong.slice(1) }), /wrong/],
    ['has an unknown face', JSON.stringify({ ...row, face: { brows: 'none' } }), /face\.brows/],
    ['has a field of its own', JSON.stringify({ ...row, hint: 'La joie' }), /hint/],
  ])('stops the start with its file and number when it %s', async (_, malformed, problem) => {
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-pools-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(poolsFolder, folder, { recursive: true });
    const file = join(folder, 'emotion.jsonl');
    const [first, , ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [first, malformed, ...rest].join('\n'));
    const read = () => readChallengeItems(pathToFileURL(`${folder}/`));
    expect(read).toThrow(`${file}, ligne 2 : cette question de la vérification est mal écrite.`);
    expect(read).toThrow(problem);
  });
});

describe('a face', () => {
  const emotions = stems(faces.map(([, item]) => [item.answer, ...item.wrong].join(' ')).join(' '));

  test('is in every question about an emotion, and in no other', () => {
    expect(faces.map(([key]) => key)).toEqual(challengeItems.emotion.map(({ key }) => key));
  });

  test.each(faces)('%s is told by brows, eyes and mouth, without any emotion’s name', (_, item) => {
    const told = item.face ? describeFace(item.face) : '';
    expect(told).toMatch(/sourcil/);
    expect(told).toMatch(/yeux|paupières/);
    expect(told).toMatch(/bouche|lèvre/);
    expect([...stems(told)].filter((stem) => emotions.has(stem))).toEqual([]);
  });

  test.each(faces)('%s is a picture that asks for nothing else', (_, item) => {
    const src = item.face ? drawFace(item.face) : '';
    const svg = decodeURIComponent(src.replace('data:image/svg+xml,', ''));
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(svg).not.toMatch(/<script|<image|href|url\(|<text|<title/);
    expect(svg.length).toBeLessThan(2_000);
  });

  test('differs from every other one, as picture and as text', () => {
    const seen = faces.map(([, { face }]) => face && drawFace(face));
    const told = faces.map(([, { face }]) => face && describeFace(face));
    expect(new Set(seen).size).toBe(faces.length);
    expect(new Set(told).size).toBe(faces.length);
  });
});
