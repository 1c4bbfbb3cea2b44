import type { z } from 'zod';
import type { takeNovel } from '#shared/contracts/leaving.ts';
import type { FileBody } from '#shared/contracts/fields.ts';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { toByteStream } from '#server/core/http/byte-stream.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { commentsCsv } from './comments-csv.ts';
import { writeEpub } from './epub.ts';
import { writeMarkdownArchive } from './markdown-archive.ts';

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
