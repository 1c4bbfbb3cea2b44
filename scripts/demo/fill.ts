import type { App } from '#server/app.ts';
import { createProgress } from '../progress.ts';
import { loadDemoCatalogue } from './load.ts';
import { loadDemoPeople } from './people.ts';

/** Fills an empty database with the demonstration, and shows its progress. */
export async function fillDemo({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const progress = createProgress();
  const loaded = await loadDemoCatalogue(db, clock.now(), (done, total, title) =>
    progress.show(done / total, title && `Catalogue de démonstration : ${title}`),
  );
  if (loaded > 0) progress.done(`Catalogue de démonstration chargé : ${loaded} romans.`);
  await loadDemoPeople(db, clock.now());
}
