import type { z } from 'zod';
import { and, asc, eq, sql, or } from 'drizzle-orm';
import { stringify } from 'yaml';
import type { takeNovel } from '#shared/contracts/leaving.ts';
import type { FileBody } from '#shared/contracts/fields.ts';
import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { toByteStream } from '#server/core/http/byte-stream.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findOwnNovel, type Author, type NovelRow } from '#server/people/novel-powers/own-work.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { csvHead, csvLine, instantCell } from '#server/core/csv.ts';
import { readChapterNotes } from '#server/catalogue/chapter-notes.ts';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import { archiveNames } from '../book/markdown-archive.ts';
import { slug } from '../book/titles.ts';
import { readNovelNotes, readOwnNotes } from '../studio/notes.ts';
import { writeEpub } from './epub.ts';
import { chapterToMarkdown } from './chapter-markdown.ts';
import {
  listLeaving,
  readCover,
  readLeavingText,
  type LeavingChapter,
  type Scope,
} from './contents.ts';
import { listLeavingPictures, readLeavingPicture } from './pictures.ts';
import { zipStream, type ZipPart } from './zip-stream.ts';

type Taken = z.input<(typeof takeNovel)['response']>;
type Wanted = z.output<(typeof takeNovel)['query']>;

/**
 * The novel as a file. Refuses as `findOwnNovel`, and with 403 `FORBIDDEN` whoever is not its
 * owner, admins included: it holds the whole text, and the names of its readers.
 */
export async function takeOwnNovel(
  app: App,
  author: Author,
  id: string,
  { format, drafts }: Wanted,
): Promise<Taken | Refusal> {
  const novel = await findOwnNovel(app.db, author, id, 'transfer');
  if (isRefusal(novel)) return novel;
  if (novel.ownerId !== author.id) return refuse('FORBIDDEN', messages.forbidden);
  const scope = { isWithDrafts: drafts === 'true' };
  const named = (ending: string): FileBody['name'] =>
    `${novel.slug}_${parisDay(app.clock.now())}${ending}`;
  switch (format) {
    case 'epub': {
      const stream = await writeEpub(app, novel, scope);
      return { stream, type: 'application/epub+zip', name: named('.epub') };
    }
    case 'markdown': {
      const stream = await writeMarkdownArchive(app, novel, scope);
      return { stream, type: 'application/zip', name: named('.zip') };
    }
    case 'comments': {
      const stream = toByteStream(commentsCsv(app.db, novel.id), (error) => {
        app.log.error({ err: error, novelId: novel.id }, 'a list of comments broke off');
      });
      return { stream, type: 'text/csv; charset=utf-8', name: named('_commentaires.csv') };
    }
  }
}

const pageSizeRows = 500;

const columns = [
  'Chapitre',
  'Titre',
  'Date',
  'Nom',
  'Niveau',
  'Fil',
  'Commentaire',
  'Texte',
  'État',
];

/**
 * The reviews of a novel, with their answers, and its comments in the order of the chapters; a removed one has no words, and one that waits
 * for approval is marked. Reads page by page: ask whether it is the caller's own work before.
 */
async function* commentsCsv(db: Database, novelId: string): AsyncGenerator<string> {
  yield csvHead(columns);
  let after: [number, string] | null = null;
  for (;;) {
    const number = sql<number>`coalesce(${chapters.chapterNumber}, -1)`;
    const place = sql`(${number}, ${comments.id})`;
    const rows = await db
      .select({
        comment: comments,
        number,
        title: chapters.title,
        name: users.displayName,
        heldId: heldComments.commentId,
      })
      .from(comments)
      .leftJoin(chapters, eq(chapters.id, comments.chapterId))
      .leftJoin(users, eq(users.id, comments.userId))
      .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
      .where(
        and(
          or(eq(chapters.novelId, novelId), eq(comments.novelId, novelId)),
          after ? sql`${place} > (${after[0]}::int, ${after[1]}::uuid)` : undefined,
        ),
      )
      .orderBy(number, asc(comments.id))
      .limit(pageSizeRows);
    yield rows
      .map(({ comment, number, title, name, heldId }) =>
        csvLine([
          comment.chapterId === null ? null : number,
          title ?? 'Avis',
          instantCell(comment.createdAt),
          name ?? 'Compte supprimé',
          comment.level,
          comment.threadId,
          comment.id,
          comment.removedAt === null ? comment.text : '',
          comment.removedAt !== null ? 'supprimé' : heldId === null ? '' : 'en attente',
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < pageSizeRows || !last) return;
    after = [last.number, last.comment.id];
  }
}

type World = Pick<App, 'db' | 'bucket' | 'clock' | 'log' | 'pictures'>;

/**
 * A novel as an archive of Markdown files, in a stream: `roman.md`, one file for each chapter with
 * its settings and its author's notes as front matter, the cover, the pictures. The importer reads it
 * back. Premium chapters are among them: ask whether it is the caller's own work before.
 */
async function writeMarkdownArchive(
  world: World,
  novel: NovelRow,
  scope: Scope,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const [list, notes, cover, pictures] = await Promise.all([
    listLeaving(world.db, novel.id, scope),
    readNovelNotes(world.db, novel.id),
    readCover(world, novel),
    listLeavingPictures(world.db, novel.id, scope),
  ]);
  const parts: ZipPart[] = [
    {
      path: archiveNames.novel,
      content: () => {
        const fields = { ...novelFields(novel), ...noteFields(notes) };
        return Promise.resolve(`${matter(fields)}\n${novel.description}\n`);
      },
    },
    ...(cover
      ? [{ path: archiveNames.cover, isStored: true, content: () => Promise.resolve(cover) }]
      : []),
    ...pictures.map((hash) => ({
      path: archiveNames.picture(hash),
      isStored: true,
      content: () => readLeavingPicture(world, novel, hash),
    })),
    ...list.map((chapter, index) => ({
      path: archiveNames.chapters + fileName(chapter, index),
      content: async () => {
        const [html, shown, { own }] = await Promise.all([
          readLeavingText(world.db, chapter.id, scope),
          readChapterNotes(world.db, chapter.id),
          readOwnNotes(world.db, { id: chapter.id, novelId: novel.id }),
        ]);
        const fields = {
          ...chapterFields(chapter),
          ...noteFields(shown),
          ...(own.recap !== '' && { precedemment: own.recap }),
          ...(own.cast !== '' && { personnages: own.cast }),
        };
        return `${matter(fields)}\n${chapterToMarkdown(html)}`;
      },
    })),
  ];
  return zipStream(parts, {
    modifiedAt: world.clock.now(),
    onFailure: (error) => {
      world.log.error({ err: error, novelId: novel.id }, 'an archive broke off');
    },
  });
}

/** The place in the archive comes first: file names in their order are the reading order. */
const fileName = ({ title }: LeavingChapter, index: number): string =>
  `${String(index + 1).padStart(4, '0')}-${slug(title).slice(0, 60) || 'chapitre'}.md`;

const matter = (fields: Record<string, unknown>): string =>
  `---\n${stringify(fields, { lineWidth: 0 })}---\n`;

/** The novel's front matter: its fields that are not empty, but for the description, which is the text. */
function novelFields(novel: NovelRow): Record<string, unknown> {
  const fields: Record<Exclude<keyof NovelFields, 'description'> | 'id', [string, unknown]> = {
    title: ['titre', novel.title],
    authorName: ['auteur', novel.authorName],
    language: ['langue', novel.language],
    id: ['identifier', `urn:uuid:${novel.id}`],
    genres: ['genres', novel.genres],
    tags: ['etiquettes', novel.tags],
    status: ['etat', novel.status],
    translatorName: ['traducteur', novel.translatorName],
    originalTitle: ['titre_original', novel.originalTitle],
    originalLanguage: ['langue_originale', novel.originalLanguage],
    rhythm: ['rythme', novel.rhythm],
    contentWarnings: ['avertissements', novel.contentWarnings],
    ageMin: ['age', novel.ageMin ?? ''],
    allowsCopy: ['exemplaires', novel.allowsCopy || ''],
  };
  return Object.fromEntries(Object.values(fields).filter(([, value]) => value !== ''));
}

const chapterFields = (chapter: LeavingChapter) => ({
  titre: chapter.title,
  numero: chapter.chapterNumber,
  ...(chapter.part !== null && { partie: chapter.part }),
  etat: chapter.status,
  ...(chapter.publishedAt && { parution: chapter.publishedAt.toISOString() }),
  ...(chapter.isPremium && { premium: true, credits: chapter.creditCost }),
  ...(chapter.freeFrom && { gratuit_le: chapter.freeFrom.toISOString() }),
  ...(chapter.teaser !== '' && { accroche: chapter.teaser }),
});

/** Notes of a novel or, as readers see them, of a chapter. */
const noteFields = ({ before, after }: AuthorNotes) => ({
  ...(before !== '' && { note_avant: before }),
  ...(after !== '' && { note_apres: after }),
});
