/** Processor time of calls and uncached pages, in one checkout or in two side by side. */
import {
  connections,
  freeChaptersPerNovel,
  openSite,
  send,
  siteNovels,
  type Asked,
  type Site as OpenSite,
} from './calls-site.ts';
import type { Checkout } from './checkouts.ts';
import type { Cleanups } from './cleanups.ts';
import { createProgress } from '../progress.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole, median } from './table.ts';
import { printTable } from '../print-table.ts';

/** Milliseconds of processor time per request, one for each round. */
type Cost = { rounds: number[] };

export type CallCosts = {
  checkouts: readonly Checkout[];
  subjects: { name: string; goalMs: number | null; costs: Cost[] }[];
  sites: { startMs: number; idleBytes: number; usedBytes: number }[];
};

/** One row of the table: what the index-th reader asks for, one after the other. */
type Subject = { name: string; goalMs: number | null; ask: (index: number) => Asked | Asked[] };

type Site = OpenSite & { subjects: Subject[] };

/** Pages of the rows about kept pages: the first round asks for each several times. */
const keptPages = 20;
const readersPerSite = 20;

/** Measures each subject on each checkout in turn, round by round. */
export async function measureCallCosts(
  checkouts: readonly Checkout[],
  { rounds, requests }: { rounds: number; requests: number },
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<CallCosts> {
  const progress = createProgress();
  const sites: Site[] = [];
  const memory: CallCosts['sites'] = [];
  for (const [index, { folder, name }] of checkouts.entries()) {
    progress.show(index / checkouts.length, `Catalogue et lecteurs : ${name}`);
    // Enough free chapters for a row that asks for each once.
    const chapters = requests * (rounds + 1);
    const samples = Math.min(siteNovels, Math.ceil(chapters / freeChaptersPerNovel));
    const options = { folder, name: `calls${index}`, samples, readers: readersPerSite };
    const opened = await openSite(options, postgres, cleanups);
    const site = { ...opened, subjects: listSubjects(opened) };
    memory.push({ startMs: site.startMs, idleBytes: site.idleBytes, usedBytes: 0 });
    sites.push(site);
  }
  const subjects: CallCosts['subjects'] = [];
  const names = sites[0]?.subjects ?? [];
  for (const [at, { name, goalMs }] of names.entries()) {
    const costs: Cost[] = sites.map(() => ({ rounds: [] }));
    const known = await Promise.all(sites.map((site) => knows(site, at)));
    // The first round warms up.
    for (let round = -1; round < rounds; round += 1) {
      for (const [index, site] of sites.entries()) {
        if (!known[index]) continue;
        progress.show((at + index / sites.length) / names.length, `Coût : ${name}`);
        const cost = await measureRound(site, at, round, requests);
        if (round >= 0) costs[index]?.rounds.push(cost);
      }
    }
    subjects.push({ name, goalMs, costs });
  }
  for (const [index, site] of sites.entries()) {
    const of = memory[index];
    if (of) of.usedBytes = await site.residentBytes();
  }
  progress.done('Coûts mesurés.');
  return { checkouts, subjects, sites: memory };
}

/** Prints medians, and how far the rounds of one subject are apart. */
export function printCallCosts({ checkouts, subjects, sites }: CallCosts): void {
  console.log(
    '\nC. Temps de processeur du serveur par appel, en millisecondes ' +
      `(médianes ; ${connections} connexions) ; « bruit » est l’écart entre les tours.\n`,
  );
  printTable(
    ['appel', ...checkouts.map(({ name }) => name), 'but', 'rapport', 'bruit'],
    subjects.map(({ name, goalMs, costs }) => {
      const medians = costs.map((cost) => (isMeasured(cost) ? median(cost.rounds) : NaN));
      const [first = 0] = medians;
      const last = medians.at(-1) ?? 0;
      return [
        name,
        ...medians.map((value) => (Number.isNaN(value) ? '–' : formatDecimals(value, 2))),
        goalMs === null ? '–' : formatDecimals(goalMs, 1),
        Number.isNaN(first) ? '–' : formatDecimals(last / first, 2),
        `${formatWhole(Math.max(0, ...costs.filter(isMeasured).map(noiseOf)) * 100)} %`,
      ];
    }),
  );
  console.log('');
  const megabytes = (bytes: number) => formatWhole(bytes / 1e6);
  printTable(
    ['serveur', 'prêt ms', 'Mo au repos', 'Mo après'],
    sites.map(({ startMs, idleBytes, usedBytes }, index) => [
      checkouts[index]?.name ?? '',
      formatWhole(startMs),
      megabytes(idleBytes),
      megabytes(usedBytes),
    ]),
  );
}

function isMeasured({ rounds }: Cost): boolean {
  return rounds.length > 0;
}

function noiseOf({ rounds }: Cost): number {
  return (Math.max(...rounds) - Math.min(...rounds)) / median(rounds);
}

/** Whether a site has the calls of a subject: another commit may have none of that name. */
async function knows(site: Site, at: number): Promise<boolean> {
  try {
    for (const asked of [site.subjects[at]?.ask(0) ?? []].flat()) await send(site, asked);
    return true;
  } catch {
    return false;
  }
}

async function measureRound(
  site: Site,
  at: number,
  round: number,
  requests: number,
): Promise<number> {
  const subject = site.subjects[at];
  if (!subject) throw new Error('Les sites n’ont pas les mêmes appels.');
  const before = await site.cpuMs();
  const from = (round + 1) * requests;
  let next = from;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < from + requests) {
        for (const asked of [subject.ask(next++)].flat()) await send(site, asked);
      }
    }),
  );
  return ((await site.cpuMs()) - before) / requests;
}

function listSubjects({ catalogue, readers }: OpenSite): Subject[] {
  const pick = <T>(list: readonly T[], index: number): T => {
    const one = list[index % list.length];
    if (one === undefined) throw new Error('La liste est vide.');
    return one;
  };
  const { lockedIds } = catalogue;
  const free = (index: number) => `/api/chapters/${pick(catalogue.chapterIds, index)}`;
  const premium = (index: number) => `/api/chapters/${pick(catalogue.premiumIds, index)}`;
  const pageOf = (ids: readonly string[], index: number) => `/chapter/${pick(ids, index)}`;
  const by = (index: number) => ({ reader: pick(readers, index) });
  const place = { paragraph: 3, offset: 5, mark: 7, start: 1, end: 2, before: 3, after: 4 };
  return [
    { name: 'liste des romans', goalMs: 0.5, ask: () => ({ path: '/api/novels' }) },
    { name: 'session', goalMs: 0.6, ask: (n) => ({ path: '/api/auth/user', ...by(n) }) },
    { name: 'jeton CSRF', goalMs: 0.2, ask: (n) => ({ path: '/api/csrf-token', ...by(n) }) },
    { name: 'infos d’un chapitre', goalMs: 1, ask: (n) => ({ path: `${free(n)}/info`, ...by(n) }) },
    { name: 'place, lue', goalMs: 1, ask: (n) => ({ path: `${free(n)}/place`, ...by(n) }) },
    {
      name: 'place, écrite',
      goalMs: 1,
      ask: (n) => ({
        method: 'PUT',
        path: `${free(n)}/place`,
        body: { place: { ...place, offset: n }, version: null, sentAt: Date.now() },
        ...by(n),
      }),
    },
    {
      name: 'texte premium',
      goalMs: 2,
      ask: (n) => ({ path: `${premium(n)}?comments=false`, ...by(n) }),
    },
    { name: 'clé du texte', goalMs: 1.5, ask: (n) => ({ path: `${premium(n)}/key`, ...by(n) }) },
    { name: 'commentaires', goalMs: 2, ask: (n) => ({ path: `${free(n)}/comments`, ...by(n) }) },
    {
      name: 'j’aime',
      goalMs: 1,
      ask: (n) => ({
        method: 'PUT',
        path: `${free(n)}/${n % 2 === 0 ? 'like' : 'unlike'}`,
        ...by(n),
      }),
    },
    {
      name: 'achat d’un chapitre',
      goalMs: null,
      // Each reader buys each chapter once.
      ask: (n) => ({
        method: 'POST',
        path: `/api/chapters/${pick(lockedIds, Math.floor(n / readers.length))}/unlock`,
        ...by(n),
      }),
    },
    {
      name: 'chapitre libre vu, en tout',
      goalMs: 4,
      ask: (n) => [
        { path: pageOf(catalogue.chapterIds, n % keptPages) },
        { path: `${free(n)}/own-view`, ...by(n) },
      ],
    },
    {
      name: 'chapitre premium vu, en tout',
      goalMs: 4,
      ask: (n) => [
        { path: pageOf(catalogue.premiumIds, n % keptPages) },
        { path: `${premium(n)}/own-view`, ...by(n) },
        { path: `${premium(n)}?comments=false`, ...by(n) },
        { path: `${premium(n)}/key`, ...by(n) },
      ],
    },
    {
      name: 'chapitre libre, non gardé',
      goalMs: 10,
      // Each address once: only its first visit renders it.
      ask: (n) => ({ path: pageOf(catalogue.freeIds, n) }),
    },
    { name: 'recherche, non gardée', goalMs: 10, ask: (n) => ({ path: `/romans?q=roman+${n}` }) },
  ];
}
