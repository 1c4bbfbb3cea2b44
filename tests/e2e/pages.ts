import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import type { Announced } from './fixtures.ts';
import { bareNovel, longNovel, vastNovel } from './novels.ts';

/** Every kind of public page, by name; what holds for all pages is tried on each. */
export const publicPages = {
  home: () => '/',
  catalogue: () => '/romans',
  'catalogue search': () => '/romans?q=marches&genre=aventure&statut=en-cours',
  'catalogue criteria': () =>
    '/romans?genre=aventure&genre=tranche-de-vie&sans=horreur&mot=escalier&gratuit=1&chapitres=10',
  genre: () => '/genre/aventure',
  tag: () => '/tag/maison-ancienne',
  author: () => '/auteur/prosper-escalier',
  'translated novel': () => `/novel/${vastNovel.slug}`,
  novel: ({ mixed }: Catalogue) => `/novel/${mixed.novel.slug}`,
  reviews: ({ mixed }: Catalogue) => `/novel/${mixed.novel.slug}/avis`,
  'long list': () => `/novel/${longNovel.slug}?tri=desc&page=2`,
  'bare novel': ({ novels }: Catalogue) =>
    `/novel/${
      required(
        novels.find(({ title }) => title === bareNovel.title),
        'bare novel',
      ).slug
    }`,
  chapter: ({ mixed }: Catalogue) => `/chapter/${mixed.free._id}`,
  'locked chapter': ({ mixed }: Catalogue) => `/chapter/${mixed.locked._id}`,
  'legal notice': () => '/mentions-legales',
  privacy: () => '/politique-confidentialite',
  terms: () => '/conditions-generales',
  accessibility: () => '/accessibilite',
  withdrawal: () => '/retractation',
  'illegal content': ({ mixed }: Catalogue) => `/signaler?chapitre=${mixed.free._id}`,
  library: () => '/bibliotheque',
  'no connection': () => '/hors-ligne',
  maintenance: () => '/maintenance',
  'sign-in': () => '/login?motif=connexion&provider=apple',
  '404': () => '/nulle-part',
} as const satisfies Record<string, (catalogue: Catalogue) => string>;

export type PageName = keyof typeof publicPages;

export const pageNames = Object.keys(publicPages) as PageName[];

/** Opens a page by its name, announcing the status that the 404 page has. */
export async function open(
  name: PageName,
  world: { page: Page; catalogue: Catalogue; expectFailure: (what: Announced) => void },
): Promise<void> {
  if (name === '404') world.expectFailure(404);
  await world.page.goto(publicPages[name](world.catalogue));
}
