/** Requests per second of cached pages, compared with a bare server that sends the same bytes. */
import { createProgress, withTicks } from '../progress.ts';
import type { BareAnswer, BareQuestion } from './bare-process.ts';
import { startChild, type Child } from './child.ts';
import type { Cleanups } from './cleanups.ts';
import { getFine, type RawAnswer } from './get.ts';
import type { LoadAnswer, LoadQuestion } from './load-process.ts';
import type { BenchOptions } from './options.ts';
import type { SiteAnswer, SiteQuestion } from './site-process.ts';
import { formatDecimals, formatWhole, median } from './table.ts';
import { printTable } from '../print-table.ts';

/** A subject's rounds; `real[i]` and `bare[i]` were measured one after the other. */
export type Throughput = { name: string; bytes: number; real: LoadAnswer[]; bare: LoadAnswer[] };

type Loader = Child<LoadQuestion, LoadAnswer>;

/** Design section 12. */
const leastRatio = 0.9;
const connections = 32;
const warmUpSeconds = 1;
/** More than the load: the rate limiter is not measured. */
const rateLimitPerMinute = 1_000_000;
const asked = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' };
/** Headers that every Node server adds by itself. */
const addedByNode = new Set(['date', 'connection', 'keep-alive']);

/** Measures each subject alternately on the real and on a bare server. */
export async function measureThroughput(
  options: BenchOptions,
  cleanups: Cleanups,
): Promise<Throughput[]> {
  const site = startChild<SiteQuestion, SiteAnswer>('./site-process.ts', cleanups);
  const loader: Loader = startChild('./load-process.ts', cleanups);
  const { port, subjects } = await withTicks('Serveur et catalogue de démonstration', () =>
    site.ask({ rateLimitPerMinute }),
  );
  const progress = createProgress();
  const results: Throughput[] = [];
  for (const [index, { name, path }] of subjects.entries()) {
    const onRound = (round: number) =>
      progress.show((index + round / options.rounds) / subjects.length, `Débit : ${name}`);
    onRound(0);
    const bare = startChild<BareQuestion, BareAnswer>('./bare-process.ts', cleanups);
    const bytes = await getFine(port, path, asked);
    const { port: barePort } = await bare.ask(sameAnswer(bytes));
    assertSameBytes(bytes, await getFine(barePort, path, asked));
    const ports = { real: port, bare: barePort };
    const rounds = await alternate(loader, ports, path, options, onRound);
    results.push({ name, bytes: bytes.body.length, ...rounds });
    await bare.stop();
  }
  progress.done('Débit mesuré.');
  await Promise.all([site.stop(), loader.stop()]);
  return results;
}

/** Prints medians of the rounds; the ratio is the median of each round's own. */
export function printThroughput(results: readonly Throughput[], options: BenchOptions): void {
  console.log(
    `\nA. Débit : ${connections} connexions, ${options.rounds} tours alternés de ` +
      `${options.roundSeconds} s, médianes ; « nu » est un serveur node:http qui envoie ` +
      'les mêmes octets.\n',
  );
  const rows = results.map(({ name, bytes, real, bare }) => {
    const ratio = median(real.map((round, index) => round.perSecond / perSecondOf(bare[index])));
    const times = (rounds: LoadAnswer[], key: 'p50Ms' | 'p99Ms') =>
      formatDecimals(median(rounds.map((round) => round[key])), 2);
    return [
      name,
      formatWhole(bytes),
      formatWhole(median(real.map(perSecondOf))),
      formatWhole(median(bare.map(perSecondOf))),
      formatDecimals(ratio, 2),
      times(real, 'p50Ms'),
      times(bare, 'p50Ms'),
      times(real, 'p99Ms'),
      times(bare, 'p99Ms'),
    ];
  });
  printTable(['page', 'octets', 'req/s', 'nu', 'rapport', 'p50 ms', 'nu', 'p99 ms', 'nu'], rows);
  console.log(
    `\nObjectif (design, section 12) : un rapport d’au moins ${formatDecimals(leastRatio, 1)} ` +
      'pour les pages gardées en mémoire.\n',
  );
}

/** Real, bare, bare, real, …: neither is always the first of a pair. */
async function alternate(
  loader: Loader,
  ports: { real: number; bare: number },
  path: string,
  options: BenchOptions,
  onRound: (done: number) => void,
): Promise<{ real: LoadAnswer[]; bare: LoadAnswer[] }> {
  const rounds: { real: LoadAnswer[]; bare: LoadAnswer[] } = { real: [], bare: [] };
  const load = (server: 'real' | 'bare', seconds: number) =>
    loader.ask({ port: ports[server], paths: [path], seconds, connections });
  await load('real', warmUpSeconds);
  await load('bare', warmUpSeconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const order = round % 2 === 0 ? (['real', 'bare'] as const) : (['bare', 'real'] as const);
    for (const server of order) rounds[server].push(await load(server, options.roundSeconds));
    onRound(round + 1);
  }
  return rounds;
}

function perSecondOf(round: LoadAnswer | undefined): number {
  return round?.perSecond ?? Number.NaN;
}

/** The response of a bare server that equals this one. */
function sameAnswer({ headers, body }: RawAnswer): BareQuestion {
  const own: Record<string, string> = {};
  let keepAliveMs = 0;
  for (const [name, value] of pairs(headers)) {
    if (!addedByNode.has(name.toLowerCase())) own[name] = value;
    const timeout = /^timeout=(\d+)/.exec(value)?.[1];
    if (name.toLowerCase() === 'keep-alive' && timeout) keepAliveMs = Number(timeout) * 1000;
  }
  return { headers: own, body, keepAliveMs };
}

function assertSameBytes(real: RawAnswer, bare: RawAnswer): void {
  const shown = ({ headers }: RawAnswer) =>
    pairs(headers)
      .filter(([name]) => name.toLowerCase() !== 'date')
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .toSorted()
      .join('\n');
  if (shown(real) !== shown(bare) || !real.body.equals(bare.body)) {
    throw new Error(`Les deux serveurs diffèrent.\n${shown(real)}\n\n${shown(bare)}`);
  }
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}
