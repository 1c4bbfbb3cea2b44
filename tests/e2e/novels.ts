import type { NovelDraft } from '#server/publishing/save-novel.ts';

/** Novels that the demonstration does not have and that the stories need. */
const dayMs = 86_400_000;

/** More chapters than two pages of the list; the last three are premium. */
export const longNovel = {
  title: 'Les vingt-trois marches',
  slug: 'les-vingt-trois-marches',
  chapterCount: 23,
  premiumFrom: 21,
} as const;

/** Enough chapters, in parts, to look for one; all free. */
export const vastNovel = {
  title: 'L’immeuble aux soixante portes',
  slug: 'l-immeuble-aux-soixante-portes',
  chapterCount: 60,
  parts: ['Rez-de-chaussée', 'Sous les toits'],
  secondPartFrom: 31,
  translatorName: 'Jeanne Duval',
  originalTitle: 'The House of Sixty Doors',
  rhythm: 'le mercredi',
  notice:
    'Déconseillé aux moins de 12\u00A0ans. Contient\u00A0: violence, racisme et discriminations.',
} as const;

/** A title that fits nowhere, without a cover and without a chapter. */
export const bareNovel = {
  title:
    'Comment je suis devenue, sans l’avoir voulu et malgré trois avertissements du syndic, la ' +
    'gérante intérimaire de l’Anticonstitutionnellement Vôtre, auberge pour dragons en préretraite',
} as const;

/** Nobody but the story of the views opens it, so that its count is known. */
export const countedNovel = {
  title: 'La page comptée une fois',
  slug: 'la-page-comptee-une-fois',
} as const;

/** No story opens it: it has no view. */
export const unreadNovel = {
  title: 'Le livre que personne n’ouvre',
  slug: 'le-livre-que-personne-n-ouvre',
} as const;

/** One free chapter, then twelve at a credit each: something to unlock, at once or one by one. */
export const lockedNovel = {
  title: 'Les douze serrures',
  slug: 'les-douze-serrures',
  premiumChapters: 12,
} as const;

/** Footnotes in a free chapter and in a premium one. */
export const notedNovel = {
  title: 'Le carnet aux notes',
  slug: 'le-carnet-aux-notes',
  sentence: 'Le fiacre longe la halle aux draps, puis s’arrête.',
  notes: ['Marché couvert, démoli en 1854.', 'Du latin fiacrius.'],
} as const;

/** The start of a sentence that only premium chapters of `longNovel` have. */
export const premiumSentence = 'Personne ne devait lire cette phrase avant d’avoir payé la marche';

/** What the stories add to the demonstration, all older than it. */
export function extraNovels(now: Date): NovelDraft[] {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  return [
    {
      ...plain(longNovel.title, ago(900)),
      chapters: Array.from({ length: longNovel.chapterCount }, (_, index) => {
        const isPremium = index + 1 >= longNovel.premiumFrom;
        const sentence = isPremium
          ? `${premiumSentence} numéro ${index + 1}.`
          : `La marche numéro ${index + 1} craque sous le pied, et la maison se tait.`;
        return { ...chapter(index + 1, sentence, ago(900 - index)), isPremium };
      }),
    },
    {
      ...plain(vastNovel.title, ago(905)),
      translatorName: vastNovel.translatorName,
      originalTitle: vastNovel.originalTitle,
      originalLanguage: 'en',
      rhythm: vastNovel.rhythm,
      contentWarnings: ['violence', 'discriminations'],
      ageMin: 12,
      chapters: Array.from({ length: vastNovel.chapterCount }, (_, index) => ({
        ...chapter(index + 1, `Derrière la porte ${index + 1}, on déménage.`, ago(905 - index)),
        title: `Porte ${index + 1}`,
        part: vastNovel.parts[index + 1 < vastNovel.secondPartFrom ? 0 : 1],
      })),
    },
    {
      ...plain(lockedNovel.title, ago(907)),
      chapters: Array.from({ length: lockedNovel.premiumChapters + 1 }, (_, index) => {
        const sentence =
          index === 0
            ? 'La première porte n’a pas de serrure.'
            : `${premiumSentence}, derrière la serrure numéro ${index}.`;
        return { ...chapter(index + 1, sentence, ago(906)), isPremium: index > 0 };
      }),
    },
    {
      ...plain(notedNovel.title, ago(925)),
      chapters: [1, 2].map((number) => ({
        ...chapter(number, notedNovel.sentence, ago(924)),
        html: notedHtml(),
        isPremium: number === 2,
      })),
    },
    { ...plain(unreadNovel.title, ago(930)), chapters: [] },
    { ...plain(bareNovel.title, ago(910)), status: 'hiatus', chapters: [] },
    {
      ...plain(countedNovel.title, ago(920)),
      status: 'completed',
      chapters: [chapter(1, 'Une phrase, comptée une fois.', ago(920))],
    },
  ];
}

/** Thirty paragraphs; a note in the second, and one in the last. */
function notedHtml(): string {
  const marker = (number: number) => `<sup><a href="#note-${number}">${number}</a></sup>`;
  const paragraphs = Array.from({ length: 30 }, (_, index) => {
    const number = index === 1 ? 1 : 2;
    const isNoted = index === 1 || index === 29;
    return `<p>${isNoted ? notedNovel.sentence.replace(' draps', ` draps${marker(number)}`) : notedNovel.sentence}</p>`;
  });
  const notes = notedNovel.notes.map(
    (words, index) => `<aside id="note-${index + 1}"><p>${words}</p></aside>`,
  );
  return [...paragraphs, ...notes].join('\n');
}

function plain(title: string, createdAt: Date): Omit<NovelDraft, 'chapters'> {
  return {
    sourceKey: `e2e:${title}`,
    title,
    authorName: 'Prosper Escalier',
    description: 'Une histoire courte, écrite pour que les essais aient quelque chose à lire.',
    language: 'fr',
    status: 'ongoing',
    genres: ['Adventure', 'Slice of Life'],
    tags: ['escalier', 'maison ancienne'],
    cover: null,
    createdAt,
  };
}

function chapter(chapterNumber: number, sentence: string, publishedAt: Date) {
  return {
    sourceKey: `chapitre-${chapterNumber}`,
    part: null,
    title: `Marche ${chapterNumber}`,
    html: Array.from({ length: 14 }, () => `<p>${sentence}</p>`).join(''),
    wordCount: 140,
    publishedAt,
  };
}
