import { readDemoNovels } from '#scripts/demo/manifest.ts';

const sentenceMinCharacters = 40;

/**
 * The plain paragraphs of a demonstration chapter as it was written; marked-up ones are left out, and
 * those of its teaser, which everybody may read.
 */
export async function paragraphsOf(title: string, chapterNumber: number): Promise<string[]> {
  const novel = (await readDemoNovels()).find((demo) => demo.title === title);
  const teaser = flat(novel?.teasers[chapterNumber] ?? '');
  const isHidden = (paragraph: string) => !teaser.includes(paragraph.slice(0, 40));
  return plainParagraphs(novel?.chapters[chapterNumber - 1] ?? '').filter(isHidden);
}

/** The teasers of the demonstration, and the texts that they were taken from. */
export async function demoTeasers(): Promise<{ teaser: string; text: string }[]> {
  return (await readDemoNovels()).flatMap(({ chapters, teasers }) =>
    Object.entries(teasers).map(([number, teaser]) => ({
      teaser: flat(teaser),
      text: flat(chapters[Number(number) - 1] ?? ''),
    })),
  );
}

/** What chapters of the demonstration remind of, which no page has. */
export async function demoReminders(): Promise<string[]> {
  const beside = (await readDemoNovels()).flatMap((novel) => Object.values(novel.beside));
  return beside.flatMap(({ recap, cast }) => [recap, ...cast.split('\n')]).map(flat);
}

/** Sentences of the demonstration's chapters, in two heaps that share none. */
export async function demoSentences(): Promise<{ free: string[]; premium: string[] }> {
  const novels = await readDemoNovels();
  const chapters = novels.flatMap(({ chapters: texts, premiumFrom }) =>
    texts.map((text, index) => ({
      isPremium: premiumFrom !== null && index + 1 >= premiumFrom,
      sentences: plainParagraphs(text).flatMap(sentencesOf),
    })),
  );
  const heap = (isPremium: boolean) => [
    ...new Set(
      chapters
        .filter((chapter) => chapter.isPremium === isPremium)
        .flatMap(({ sentences }) => sentences),
    ),
  ];
  const free = heap(false);
  const known = new Set(free);
  return { free, premium: heap(true).filter((sentence) => !known.has(sentence)) };
}

/** Of a finder's index. Any 40 characters of a text hold one such piece that begins at a multiple of it. */
const pieceCharacters = 16;

/** Finds which of these sentences a text holds; hundreds of sentences cost no more than one. */
export function findSentences(sentences: readonly string[]): (text: string) => string[] {
  const byPiece = new Map<string, Set<string>>();
  for (const sentence of sentences) {
    for (let from = 0; from + pieceCharacters <= sentence.length; from += 1) {
      const piece = sentence.slice(from, from + pieceCharacters);
      byPiece.set(piece, (byPiece.get(piece) ?? new Set()).add(sentence));
    }
  }
  return (text) => {
    const candidates = new Set<string>();
    for (let from = 0; from < text.length; from += pieceCharacters) {
      const found = byPiece.get(text.slice(from, from + pieceCharacters)) ?? [];
      for (const sentence of found) candidates.add(sentence);
    }
    return [...candidates].filter((sentence) => text.includes(sentence));
  };
}

/** Any run of white space, no-break ones included, is one space. */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function plainParagraphs(markdown: string): string[] {
  return markdown
    .split(/\n{2,}/)
    .slice(1)
    .filter((paragraph) => !/[*_\\`<>&[\]]/.test(paragraph))
    .map(flat)
    .filter((paragraph) => paragraph.length >= sentenceMinCharacters);
}

function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.!?…]) /)
    .filter((sentence) => sentence.length >= sentenceMinCharacters);
}
