/** The real server on the demonstration's catalogue. */
import { listChapters, isFree } from '#server/catalogue/chapters.ts';
import { listNewestNovels } from '#server/catalogue/novels.ts';
import type { App } from '#server/app.ts';
import { parseConfig } from '#server/config/config.ts';
import { paths } from '#shared/paths.ts';
import { serveBuilt } from '../built-server.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { answerParent } from './child.ts';
import { getFine } from './get.ts';

export type SiteQuestion = { rateLimitPerMinute: number };
export type SiteAnswer = { port: number; subjects: { name: string; path: string }[] };

answerParent(async ({ rateLimitPerMinute }: SiteQuestion): Promise<SiteAnswer> => {
  const result = parseConfig({
    FEUILLETON_MODE: 'test',
    DATABASE_URL: 'memory:',
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: String(rateLimitPerMinute),
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const serving = await serveBuilt(result.config, {
    prepare: async ({ db, clock }) => {
      await loadDemoCatalogue(db, clock.now());
    },
  });
  return { port: serving.port, subjects: await listSubjects(serving.app, serving.port) };
});

async function listSubjects(app: App, port: number): Promise<SiteAnswer['subjects']> {
  const { novels } = await listNewestNovels(app.db, { limit: 24, after: null });
  for (const novel of novels) {
    const chapters = await listChapters(app.db, novel.id);
    const free = chapters.find((chapter) => isFree(chapter, app.clock.now()));
    if (!free) continue;
    const page = await getFine(port, paths.chapter(free.id));
    const script = /\/_astro\/[\w.~-]+\.js/.exec(page.body.toString())?.[0];
    if (script === undefined) throw new Error('Le chapitre ne demande aucun script.');
    return [
      { name: 'accueil', path: paths.home },
      { name: 'roman', path: paths.novel(novel.slug) },
      { name: 'chapitre libre', path: paths.chapter(free.id) },
      { name: 'fichier /_astro/*.js', path: script },
    ];
  }
  throw new Error('La démonstration n’a aucun chapitre libre.');
}
