import { eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { chapterNotes } from '#server/core/db/schema/announcements.ts';
import { anyText } from '#server/catalogue/chapter-texts.ts';
import { chapters, novels, slugOf, slugsOf } from '#server/core/db/schema/catalogue.ts';
import { genreSlug, type Genre } from '#shared/site/genres.ts';
import { paths } from '#shared/site/paths.ts';
import { saveNovel } from '#server/publishing/save-novel.ts';

/**
 * Kinds of page that have budgets of their own: `blocks` is a chapter with all kinds of them. Of `other`,
 * only the queries are counted.
 */
export type SubjectKind = 'page' | 'chapter' | 'blocks' | 'other';

/** An address that is measured. */
export type Subject = { name: string; path: string; kind: SubjectKind };

/** Length of the chapter that the design's budget speaks of, section 12. */
const chapterCharacters = 12_000;

/** The demonstration's pages, the longest free chapter among them, and one of 12,000 characters. */
export async function listSubjects(app: App): Promise<Subject[]> {
  const listed = await app.db
    .select({
      slug: novels.slug,
      genres: novels.genres,
      author: slugOf(novels.authorName),
      tags: slugsOf(novels.tags),
    })
    .from(novels);
  const texts = await app.db
    .select({
      id: chapters.id,
      slug: novels.slug,
      html: anyText(chapters.id, 'inside'),
      isPremium: chapters.isPremium,
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(chapters.status, 'published'));
  const byLength = texts.toSorted((one, other) => lengthOf(other.html) - lengthOf(one.html));
  const longest = byLength.find(({ isPremium }) => !isPremium);
  const locked = byLength.find(({ isPremium }) => isPremium);
  const source = byLength
    .filter(({ isPremium }) => !isPremium)
    .map(({ html }) => html)
    .join('');
  if (!longest || !locked)
    throw new Error('La démonstration n’a pas de chapitre libre et premium.');
  return [
    { name: 'accueil', path: '/', kind: 'page' },
    { name: 'catalogue', path: '/romans', kind: 'page' },
    { name: 'catalogue, critères', path: '/romans?q=roman&genre=fantasy&tri=vues', kind: 'page' },
    {
      name: 'catalogue, tous les critères',
      path: '/romans?genre=fantasy&sans=horreur&mot=roman&sans-mot=feu&chapitres=10&gratuit=1&origine=en&age=16&sans-avertissement=violence',
      kind: 'page',
    },
    ...Array.from(new Set(listed.flatMap(({ genres: stored }) => stored)))
      .slice(0, 1)
      .map((stored) => ({
        name: `genre ${stored}`,
        path: paths.genre(genreSlug(stored as Genre)),
        kind: 'page' as const,
      })),
    {
      name: 'auteur',
      path: paths.author(listed.find(({ author }) => author !== '')?.author ?? ''),
      kind: 'page',
    },
    {
      name: 'mot-clé',
      path: paths.tag(listed.flatMap(({ tags }) => tags)[0] ?? ''),
      kind: 'page',
    },
    ...listed.map(({ slug }) => ({
      name: `roman ${slug.slice(0, 28)}`,
      path: `/novel/${slug}`,
      kind: 'page' as const,
    })),
    { name: 'avis', path: paths.reviews(listed[0]?.slug ?? ''), kind: 'page' },
    { name: 'genres', path: '/genre', kind: 'page' },
    { name: 'bibliothèque', path: '/bibliotheque', kind: 'page' },
    { name: 'mentions légales', path: '/mentions-legales', kind: 'page' },
    { name: 'confidentialité', path: '/politique-confidentialite', kind: 'page' },
    { name: 'conditions générales', path: '/conditions-generales', kind: 'page' },
    {
      name: `chapitre libre le plus long (${lengthOf(longest.html)} car.)`,
      path: `/chapter/${longest.id}`,
      kind: 'chapter',
    },
    ...(await saveMeasuredChapters(app, source)),
    { name: 'chapitre premium', path: `/chapter/${locked.id}`, kind: 'chapter' },
    { name: 'page introuvable', path: '/nulle-part', kind: 'other' },
    { name: 'liste décroissante', path: `/novel/${locked.slug}?tri=desc`, kind: 'other' },
    { name: 'flux du site', path: '/feed.xml', kind: 'other' },
    { name: 'flux d’un roman', path: `/novel/${locked.slug}/feed.xml`, kind: 'other' },
    { name: 'plan du site', path: '/sitemap.xml', kind: 'other' },
    { name: 'suggestions', path: '/api/novels/suggestions?q=le', kind: 'other' },
    { name: 'liste de l’API', path: '/api/novels', kind: 'other' },
  ];
}

/** A status window, a table, a picture and notes: what a chapter has besides prose. */
const blocks = {
  first: `<div class="box"><p class="centered"><strong>STATUT</strong></p><p>Nom : Aria</p><p>Niveau : 12</p></div>
<table><tr><th>Objet</th><th>Prix</th><th>Effet</th></tr>${'<tr><td>Lampe</td><td>12</td><td>Éclaire</td></tr>'.repeat(4)}</table>
<figure><img data-picture="${'0'.repeat(32)}" alt="Une tour au bord de la mer" width="900" height="600"></figure>
<p>Il s’arrête<sup><a href="#note-1">1</a></sup>, écoute<sup><a href="#note-2">2</a></sup>, repart<sup><a href="#note-3">3</a></sup>.</p>`,
  last: [1, 2, 3]
    .map((number) => `<aside id="note-${number}"><p>Une note, la numéro ${number}.</p></aside>`)
    .join('\n'),
};

/**
 * Saves a novel of two free chapters of 12,000 characters, in whole paragraphs of `source`; the second
 * begins with other blocks, and has notes and the author's own.
 */
async function saveMeasuredChapters(app: App, source: string): Promise<Subject[]> {
  const paragraphs = [...source.matchAll(/<p>(?:(?!<\/p>).)*<\/p>/gs)].map(([whole]) => whole);
  let html = '';
  for (const paragraph of paragraphs) {
    if (lengthOf(html) >= chapterCharacters) break;
    html += paragraph;
  }
  const withBlocks = `${blocks.first}\n${html.slice(0, html.lastIndexOf('<p>'))}\n${blocks.last}`;
  const saved = await saveNovel(app, {
    sourceKey: 'budgets',
    title: 'Un roman à mesurer',
    authorName: 'Budget',
    description: 'Un roman d’un chapitre.',
    language: 'fr',
    cover: null,
    createdAt: new Date(0),
    chapters: [
      {
        sourceKey: '1',
        part: null,
        title: 'Douze mille',
        html,
        wordCount: 2_000,
        isPremium: false,
      },
      {
        sourceKey: '2',
        part: null,
        title: 'Cadres, tableau, image',
        html: withBlocks,
        wordCount: 2_000,
        isPremium: false,
      },
    ],
  });
  const [plain, mixed] = await app.db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.novelId, saved.id))
    .orderBy(chapters.chapterNumber);
  if (!plain || !mixed) throw new Error('Les chapitres à mesurer manquent.');
  await app.db
    .insert(chapterNotes)
    .values({ chapterId: mixed.id, before: 'Merci de lire\u202F!', after: 'À mercredi.' });
  const pathOf = ({ id }: { id: string }) => `/chapter/${id}`;
  return [
    { name: `chapitre de ${lengthOf(html)} caractères`, path: pathOf(plain), kind: 'chapter' },
    { name: 'chapitre avec cadres et notes', path: pathOf(mixed), kind: 'blocks' },
  ];
}

/** Characters that a reader sees. */
function lengthOf(html: string): number {
  return html.replaceAll(/<[^>]*>/g, '').length;
}
