/** What the browser's bench measures: kinds of visits, and the rows that each gives. */
import type { Browser } from 'playwright';
import { paths } from '#shared/paths.ts';
import type { Row } from './report.ts';
import type { VisitedSite } from './site.ts';
import { measureSlowTaps, measureWarmTaps } from './taps.ts';
import { measureTurn } from './turn.ts';
import {
  phone,
  phoneRoundTripMs,
  readObserved,
  slow4g,
  slowProcessor,
  visit,
  type Request,
} from './visit.ts';

/** A kind of visit; `measure` gives a figure for each of its rows. */
export type Subject = {
  name: string;
  rows: readonly Row[];
  measure: (browser: Browser, site: VisitedSite) => Promise<number[]>;
};

const ms = (name: string, goal: number): Row => ({ name, unit: 'ms', goal });

export const subjects: readonly Subject[] = [
  largestPaint('accueil', () => paths.home),
  largestPaint('chapitre', ({ chapterPath }) => chapterPath),
  largestPaint('mentions légales', () => paths.legalNotice),
  {
    name: 'chapitre en 4G lente',
    rows: [
      ms('4G lente : premier texte', 800),
      ms('4G lente : temps bloqué', 100),
      // What any page takes there: the least that a chapter could.
      ms('4G lente : premier texte d’une page d’une ligne', 800),
    ],
    measure: async (browser, site) => {
      const see = (url: string) =>
        visit(browser, site, { conditions: slow4g }, async ({ page, settle }) => {
          await page.goto(url);
          await settle();
          return readObserved(page);
        });
      const { firstPaint, blocking } = await see(site.url + site.chapterPath);
      const line = await see(site.linePageUrl);
      return [firstPaint, blocking, line.firstPaint];
    },
  },
  {
    name: 'touchers',
    rows: [
      ...['réglages', 'thème', 'taille du texte', 'commentaires', 'achat'].map((name) =>
        ms(`toucher, processeur ÷ 6 : ${name}`, 200),
      ),
    ],
    measure: (browser, site) => {
      const visitor = { isSignedIn: true, hasChosen: true, conditions: slowProcessor };
      return visit(browser, site, visitor, (opened) => measureWarmTaps(opened, site));
    },
  },
  {
    name: 'chapitre suivant',
    rows: [ms('chapitre suivant, bureau', 100), ms('chapitre suivant, processeur ÷ 6', 200)],
    measure: async (_browser, site) => [await measureTurn(site, 1), await measureTurn(site, 6)],
  },
  {
    name: 'touchers en 4G lente',
    rows: [
      ms('toucher, 4G lente : réglages', 400),
      ms('toucher, 4G lente : commentaires', 1_000),
      ms('toucher, 4G lente : achat', 1_000),
    ],
    measure: (browser, site) => {
      const visitor = { isSignedIn: true, hasChosen: true, conditions: slow4g };
      return visit(browser, site, visitor, (opened) => measureSlowTaps(opened, site));
    },
  },
  {
    name: 'fichiers, chapitre avec compte',
    rows: [
      { name: 'chapitre avec compte : fichiers JS', unit: 'fichiers', goal: 8 },
      { name: 'chapitre avec compte : JS', unit: 'kB', goal: 100 },
    ],
    measure: (browser, site) =>
      visit(browser, site, { isSignedIn: true, hasChosen: true }, async (opened) => {
        await opened.page.goto(site.url + site.chapterPath);
        await opened.settle();
        const scripts = opened.requests().filter(isScript);
        return [scripts.length, kilobytes(scripts)];
      }),
  },
  {
    name: 'fichiers, chapitre anonyme',
    rows: [
      { name: 'chapitre anonyme : document', unit: 'kB', goal: 14.6 },
      { name: 'chapitre anonyme : requêtes, sans les polices', unit: 'requêtes', goal: 6 },
      { name: 'chapitre anonyme : octets, sans polices ni suite', unit: 'kB', goal: 25 },
      { name: 'chapitre anonyme : JS avant tout geste', unit: 'kB', goal: 5 },
      // Once: every later page has them from the browser's cache (design section 12).
      { name: 'chapitre anonyme : polices', unit: 'kB', goal: 45 },
    ],
    measure: (browser, site) =>
      visit(browser, site, {}, async (opened) => {
        await opened.page.goto(site.url + site.chapterPath);
        await opened.settle();
        const all = opened.requests();
        const fonts = all.filter(isFont);
        const others = all.filter((request) => !isFont(request));
        const own = others.filter(({ url }, index) => index === 0 || !isChapter(url));
        return [
          kilobytes(all.slice(0, 1)),
          others.length,
          kilobytes(own),
          kilobytes(all.filter(isScript)),
          kilobytes(fonts),
        ];
      }),
  },
];

function largestPaint(name: string, pathOf: (site: VisitedSite) => string): Subject {
  return {
    name: `LCP ${name}`,
    rows: [ms(`LCP, téléphone : ${name}`, 800)],
    measure: (browser, site) =>
      visit(browser, site, { conditions: phone }, async ({ page, settle }) => {
        await page.goto(site.url + pathOf(site));
        await settle();
        return [(await readObserved(page)).largestPaint + phoneRoundTripMs];
      }),
  };
}

function isScript({ url }: Request): boolean {
  return /\.js(?:\?|$)/.test(url);
}

function isFont({ url }: Request): boolean {
  return url.endsWith('.woff2');
}

/** A whole page; not the call that counts its view. */
function isChapter(url: string): boolean {
  return new URL(url).pathname.startsWith('/chapter/');
}

function kilobytes(requests: readonly Request[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
