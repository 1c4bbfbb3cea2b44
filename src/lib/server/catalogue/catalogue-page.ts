import type { App } from '../app.ts';
import type { CatalogueQuery } from './catalogue-query.ts';
import { searchNovels, type FoundNovels } from './search-novels.ts';

/** What the catalogue shows. A failure is a state of the page, as on home. */
export type CataloguePage = ({ kind: 'found' } & FoundNovels) | { kind: 'failed' };

/** Loads a page of the catalogue. */
export async function loadCatalogue(app: App, query: CatalogueQuery): Promise<CataloguePage> {
  try {
    return { kind: 'found', ...(await searchNovels(app.db, query, app.clock.now())) };
  } catch (error) {
    app.log.error({ err: error }, 'the catalogue could not be loaded');
    return { kind: 'failed' };
  }
}
