/** Processor time of requests on several sites in turn, round by round, and its table. */
import { printTable } from '../print-table.ts';
import { createProgress } from '../progress.ts';
import { send, sendAll, type Asked, type Cost, type Site } from './site.ts';

/** One row of the table: what is asked for, one after the other. */
export type Subject = {
  name: string;
  /** The `index`-th time. */
  ask: (index: number) => readonly Asked[];
  /** Whether the cache is emptied before each time, and one is made after the other. */
  isCold?: boolean;
  /** Milliseconds of the server's that it may take. */
  goalMs?: number;
};

/** A subject's rounds on each site: `sites[site][round]`, for one time. */
export type Measured = { name: string; goalMs: number | null; sites: readonly Cost[][] };

/** A column that compares two sites. */
export type Comparison = { title: string; before: number; after: number };

const connections = 8;

/** Measures each subject on each site; the first round warms up, and each round begins at the other end. */
export async function measureCosts(
  sites: readonly Site[],
  listSubjects: (site: Site) => Promise<Subject[]>,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<Measured[]> {
  const progress = createProgress();
  const subjects = await Promise.all(sites.map(listSubjects));
  const all: Measured[] = [];
  for (const [at, { name, goalMs = null }] of (subjects.at(-1) ?? []).entries()) {
    progress.show(at / (subjects[0]?.length ?? 1), name);
    const measured = sites.map((): Cost[] => []);
    const known = await Promise.all(sites.map((site, index) => knows(site, subjects[index]?.[at])));
    const order = [...sites.keys()].filter((index) => known[index]);
    for (let round = -1; round < rounds; round += 1) {
      for (const index of order.reverse()) {
        const [site, subject] = [sites[index], subjects[index]?.[at]];
        if (!site || !subject) throw new Error('Les sites n’ont pas les mêmes appels.');
        const cost = await measureRound(site, subject, (round + 1) * requests, requests);
        if (round >= 0) measured[index]?.push(cost);
      }
    }
    all.push({ name, goalMs, sites: measured });
  }
  progress.done('Mesuré.');
  return all;
}

/** Whether a site has what a subject asks for: another commit may have none of that name. */
async function knows(site: Site, subject: Subject | undefined): Promise<boolean> {
  try {
    for (const asked of subject?.ask(0) ?? []) await send(site, asked);
    return subject !== undefined;
  } catch {
    return false;
  }
}

async function measureRound(
  site: Site,
  { ask, isCold = false }: Subject,
  from: number,
  count: number,
): Promise<Cost> {
  const sum = { server: 0, postgres: 0 };
  const add = async (work: () => Promise<unknown>) => {
    const cost = await site.measure(work);
    sum.server += cost.server / count;
    sum.postgres += cost.postgres / count;
  };
  if (!isCold) {
    await add(() => sendAll(site, count, connections, (index) => ask(from + index)));
    return sum;
  }
  for (let index = from; index < from + count; index += 1) {
    await site.clearPages();
    await add(() => sendAll(site, 1, 1, () => ask(index)));
  }
  return sum;
}

/** Prints medians of each site, and of the ratios of two sites in the same round. */
export function printCosts(
  title: string,
  measured: readonly Measured[],
  sites: readonly Site[],
  comparisons: readonly Comparison[],
): void {
  console.log(
    `\n${title} : millisecondes de processeur, du serveur et de PostgreSQL ; médianes des tours, ` +
      'le rapport\naussi (du total, dans le même tour) ; « bruit » : écart entre les tours.\n',
  );
  const total = ({ server, postgres }: Cost) => server + postgres;
  printTable(
    [
      '',
      ...sites.flatMap(({ name }) => [name, 'PG']),
      'but',
      ...comparisons.map((one) => one.title),
      'bruit',
    ],
    measured.map(({ name, goalMs, sites: rounds }) => [
      name,
      ...rounds.flatMap((costs) => [
        format(costs.map(({ server }) => server)),
        format(costs.map(({ postgres }) => postgres)),
      ]),
      goalMs === null ? '–' : goalMs.toFixed(1).replace('.', ','),
      ...comparisons.map(({ before, after }) =>
        format(
          (rounds[after] ?? []).flatMap((cost, round) => {
            const other = rounds[before]?.[round];
            return other ? [total(cost) / total(other)] : [];
          }),
        ),
      ),
      `${Math.max(0, ...rounds.map((costs) => noiseOf(costs.map(total)))).toFixed(0)} %`,
    ]),
  );
}

/** The median; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

function format(numbers: readonly number[]): string {
  return numbers.length === 0 ? '–' : median(numbers).toFixed(2).replace('.', ',');
}

/** How far the rounds are apart, in percent of their median. */
function noiseOf(totals: readonly number[]): number {
  return totals.length === 0
    ? 0
    : ((Math.max(...totals) - Math.min(...totals)) / median(totals)) * 100;
}
