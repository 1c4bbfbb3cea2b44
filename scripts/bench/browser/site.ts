/** The sites that the browser visits: the demonstration in one database, one server per checkout. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as demoLoad from '#scripts/demo/load.ts';
import type * as database from '#server/db/open-database.ts';
import { addReaders, type BenchReader } from '../bench-readers.ts';
import { startBuiltSite } from '../built-site.ts';
import type { Checkout } from '../checkouts.ts';
import type { Cleanups } from '../cleanups.ts';
import type { ScratchPostgres } from '../scratch-postgres.ts';

/** A site, and what is visited there. */
export type VisitedSite = {
  url: string;
  reader: BenchReader;
  /** A free chapter of some 12,000 characters with comments, whose next one is free too. */
  chapterPath: string;
  /** A page of one line, from a bare server. */
  linePageUrl: string;
};

/** Length of the chapter of design section 12. */
const chapterCharacters = 12_000;

const findChapter = `select chapters.id from chapters
  join chapter_texts on chapter_texts.chapter_id = chapters.id
  join chapters next on next.novel_id = chapters.novel_id
    and next.chapter_number = chapters.chapter_number + 1
  where chapters.status = 'published' and next.status = 'published'
    and not chapters.is_premium and not next.is_premium
    and exists (select from comments where comments.chapter_id = chapters.id)
  order by abs(length(regexp_replace(chapter_texts.html, '<[^>]*>', '', 'g')) - $1), chapters.id
  limit 1`;

/** Starts every checkout on a database of its own. */
export async function openSites(
  checkouts: readonly Checkout[],
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<VisitedSite[]> {
  const sites: VisitedSite[] = [];
  const linePageUrl = await openLinePage(cleanups);
  for (const [index, { folder }] of checkouts.entries()) {
    const databaseUrl = await postgres.createDatabase(`browser${index}`);
    const { siteUrl } = await startBuiltSite(folder, databaseUrl, cleanups);
    const chapterPath = `/chapter/${await fill(folder, databaseUrl)}`;
    const [reader] = await addReaders(databaseUrl, siteUrl, 1, {
      premiumIds: [],
      commentedIds: [],
    });
    if (!reader) throw new Error('no reader');
    sites.push({ url: siteUrl, reader, chapterPath, linePageUrl });
  }
  return sites;
}

/** Loads the demonstration as the checkout's own code does, whose tables may differ; returns the id of the chapter to visit. */
async function fill(folder: string, databaseUrl: string): Promise<string> {
  const { loadDemoCatalogue } = await importFrom<typeof demoLoad>(folder, 'scripts/demo/load.ts');
  const { openDatabase } = await importFrom<typeof database>(
    folder,
    'src/lib/server/db/open-database.ts',
  );
  const opened = await openDatabase(databaseUrl, { role: 'command', migrates: false });
  try {
    await loadDemoCatalogue(opened.db, new Date());
    const found = await opened.pool.query<{ id: string }>(findChapter, [chapterCharacters]);
    const id = found.rows[0]?.id;
    if (id === undefined) throw new Error('La démonstration n’a pas de chapitre à mesurer.');
    return id;
  } finally {
    await opened.close();
  }
}

async function openLinePage(cleanups: Cleanups): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Une ligne</title><p>Une ligne de texte.</p>');
  });
  server.listen(0, '127.0.0.1');
  cleanups.add(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

async function importFrom<Module>(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}
