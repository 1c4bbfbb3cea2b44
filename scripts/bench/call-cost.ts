/** Processor time of calls and uncached pages, in one checkout or in two side by side. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { addReaders, type BenchReader } from './bench-readers.ts';
import { startBuiltSite, type BuiltSite } from './built-site.ts';
import { fillCatalogue, type FilledCatalogue } from './catalogue-rows.ts';
import type { Cleanups } from './cleanups.ts';
import { createProgress } from '../progress.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { formatDecimals, formatWhole, median, printTable } from './table.ts';

/** A checkout to measure, built. */
export type Checkout = { name: string; folder: string };

/** Milliseconds of processor time per request, one for each round. */
type Cost = { rounds: number[] };

export type CallCosts = {
  checkouts: readonly Checkout[];
  subjects: { name: string; goalMs: number; costs: Cost[] }[];
  sites: { startMs: number; idleBytes: number; usedBytes: number }[];
};

type Asked = {
  method?: 'GET' | 'PUT' | 'POST';
  path: string;
  reader?: BenchReader;
  body?: object;
};

/** One row of the table: what the index-th request of a round asks for. */
type Subject = { name: string; goalMs: number; ask: (index: number) => Asked };

type Site = BuiltSite & { readers: BenchReader[]; subjects: Subject[] };

const novels = 1_000;
const samples = 200;
const readersPerSite = 20;
const connections = 8;

/** Measures each subject on each checkout in turn, round by round. */
export async function measureCallCosts(
  checkouts: readonly Checkout[],
  options: { rounds: number; requests: number },
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<CallCosts> {
  const progress = createProgress();
  const sites: Site[] = [];
  const memory: CallCosts['sites'] = [];
  for (const [index, { folder, name }] of checkouts.entries()) {
    progress.show(index / checkouts.length, `Catalogue et lecteurs : ${name}`);
    const site = await openSite(folder, index, postgres, cleanups);
    memory.push({ startMs: site.startMs, idleBytes: site.idleBytes, usedBytes: 0 });
    sites.push(site);
  }
  const subjects: CallCosts['subjects'] = [];
  const names = sites[0]?.subjects ?? [];
  for (const [at, { name, goalMs }] of names.entries()) {
    const costs: Cost[] = sites.map(() => ({ rounds: [] }));
    // The first round warms up.
    for (let round = -1; round < options.rounds; round += 1) {
      for (const [index, site] of sites.entries()) {
        progress.show((at + index / sites.length) / names.length, `Coût : ${name}`);
        const cost = await measureRound(site, at, round, options.requests);
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
      const medians = costs.map(({ rounds }) => median(rounds));
      const [first = 0] = medians;
      const last = medians.at(-1) ?? 0;
      return [
        name,
        ...medians.map((value) => formatDecimals(value, 2)),
        formatDecimals(goalMs, 1),
        formatDecimals(last / first, 2),
        `${formatWhole(Math.max(...costs.map(noiseOf)) * 100)} %`,
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

function noiseOf({ rounds }: Cost): number {
  return (Math.max(...rounds) - Math.min(...rounds)) / median(rounds);
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
      while (next < from + requests) await send(site, subject.ask(next++));
    }),
  );
  return ((await site.cpuMs()) - before) / requests;
}

async function openSite(
  folder: string,
  index: number,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Site & { idleBytes: number }> {
  const databaseUrl = await postgres.createDatabase(`calls${index}`);
  // Its first start migrates; the second is what is measured.
  await (await startBuiltSite(folder, databaseUrl, cleanups)).stop();
  const catalogue = await fillCatalogue(databaseUrl, novels, samples, () => undefined);
  const site = await startBuiltSite(folder, databaseUrl, cleanups);
  const idleBytes = await site.residentBytes();
  const readers = await addReaders(databaseUrl, site.siteUrl, readersPerSite, catalogue.premiumIds);
  for (const reader of readers) await introduce(site, reader);
  return { ...site, idleBytes, readers, subjects: listSubjects(catalogue, readers) };
}

/** Gets a client token and a CSRF token, as the browser does. */
async function introduce(site: BuiltSite, reader: BenchReader): Promise<void> {
  const { response, text } = await send(site, { path: '/api/csrf-token', reader });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
  reader.headers['csrf-token'] = csrfToken;
  reader.headers.cookie = `${reader.headers.cookie}; ${cookie}`;
  reader.headers['x-client-token'] = String(response.headers['x-client-token']);
}

function listSubjects(catalogue: FilledCatalogue, readers: BenchReader[]): Subject[] {
  const pick = <T>(list: readonly T[], index: number): T => {
    const one = list[index % list.length];
    if (one === undefined) throw new Error('La liste est vide.');
    return one;
  };
  const free = (index: number) => `/api/chapters/${pick(catalogue.chapterIds, index)}`;
  const premium = (index: number) => `/api/chapters/${pick(catalogue.premiumIds, index)}`;
  const by = (index: number) => ({ reader: pick(readers, index) });
  const place = { paragraph: 3, offset: 5, mark: 7 };
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
    { name: 'texte premium', goalMs: 2, ask: (n) => ({ path: premium(n), ...by(n) }) },
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
      name: 'chapitre libre, non gardé',
      goalMs: 10,
      // Each address once: only its first visit renders it.
      ask: (n) => ({ path: `/chapter/${pick(catalogue.freeIds, n)}` }),
    },
    { name: 'recherche, non gardée', goalMs: 10, ask: (n) => ({ path: `/romans?q=roman+${n}` }) },
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request; an answer that is no success stops the bench. */
function send(
  { port }: BuiltSite,
  { method = 'GET', path, reader, body }: Asked,
): Promise<{ response: IncomingMessage; text: string }> {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const headers = {
    'accept-encoding': 'gzip, deflate, br',
    ...reader?.headers,
    ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ response, text });
        else reject(new Error(`${method} ${path} a répondu ${response.statusCode} : ${text}`));
      });
    });
    request.on('error', reject);
    request.end(bytes);
  });
}
