import { Counter, Histogram, Registry } from 'prom-client';

/** A request for the metrics: its route's pattern, never its path or an id (decision 34). */
type Answered = { route: string; method: string; status: number; seconds: number };

/** The server's own counters, for Prometheus. */
export type Metrics = {
  /** Where others add their metrics. One per app, never the library's global one. */
  registry: Registry;
  /** A cached page or a built file was sent: one addition, because this path must stay cheap. */
  countCached: (route: string, status: number) => void;
  /** Any other response. */
  countAnswered: (answered: Answered) => void;
  /** Any other page: cached under another spelling of its address, or rendered on request. */
  countPage: (result: 'hit' | 'miss') => void;
  /** An account opens premium chapters too fast: it is slowed down, or stopped. */
  countPace: (state: 'slowed' | 'stopped') => void;
  /** Counts messages about releases to followers: sent at once, or moved to the evening digest. */
  countRelease: (when: 'at_once' | 'evening') => void;
  /** A statement failed. */
  countQueryFailure: (error: unknown) => void;
  /** Registers a refresh that runs before each scrape; it must not fail. */
  beforeReading: (refresh: () => Promise<void>) => void;
  /** The text for Prometheus, and its content type. */
  read: () => Promise<{ type: string; text: string }>;
};

/** The route of built files. */
export const fileRoute = 'file';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates counters at zero. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'feuilleton_http_requests_total',
    help: 'Requests answered, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'feuilleton_http_request_duration_seconds',
    help: 'Time to answer, for all but kept pages.',
    labelNames: ['route'],
    buckets: bucketsSeconds,
    registers,
  });
  const pages = new Counter({
    name: 'feuilleton_page_cache_requests_total',
    help: 'Pages asked for: hit were kept, miss had to be rendered first.',
    labelNames: ['result'],
    registers,
  });
  const queryFailures = new Counter({
    name: 'feuilleton_database_query_failures_total',
    help: 'Statements that PostgreSQL refused or never answered, by class; constraint is no fault.',
    labelNames: ['class'],
    registers,
  });

  const paces = new Counter({
    name: 'feuilleton_reading_paces_total',
    help: 'Accounts found opening premium chapters faster than people read, by what was done.',
    labelNames: ['state'],
    registers,
  });
  for (const state of ['slowed', 'stopped']) paces.inc({ state }, 0);

  const releases = new Counter({
    name: 'feuilleton_releases_told_total',
    help: 'Releases that followers are told of: at once, or in the evening beyond the bound of a day.',
    labelNames: ['told'],
    registers,
  });
  for (const when of ['at_once', 'evening']) releases.inc({ told: when }, 0);

  const refreshers: (() => Promise<void>)[] = [];
  let cached = new Map<string, Map<number, number>>();
  /** Transfers what was counted since the last scrape. */
  function flushCached(): void {
    const taken = cached;
    cached = new Map();
    for (const [route, counts] of taken) {
      for (const [status, count] of counts) {
        requests.inc({ route, method: 'GET', status: statusClass(status) }, count);
        if (route !== fileRoute) pages.inc({ result: 'hit' }, count);
      }
    }
  }

  return {
    registry,
    countCached: (route, status) => {
      let counts = cached.get(route);
      if (!counts) cached.set(route, (counts = new Map<number, number>()));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    },
    countAnswered: ({ route, method, status, seconds }) => {
      const known = knownMethods.has(method) ? method : 'other';
      requests.inc({ route, method: known, status: statusClass(status) });
      durations.observe({ route }, seconds);
    },
    countPage: (result) => pages.inc({ result }),
    countPace: (state) => paces.inc({ state }),
    countRelease: (when) => releases.inc({ told: when }),
    countQueryFailure: (error) => queryFailures.inc({ class: queryFailureClass(error) }),
    beforeReading: (refresher) => void refreshers.push(refresher),
    read: async () => {
      flushCached();
      // The library reads all of them in parallel: queries that feed several run before.
      await Promise.all(refreshers.map((refresh) => refresh()));
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

/** Classes of failed statements; appendix A of PostgreSQL's manual has the codes. */
type QueryFailureClass = 'constraint' | 'conflict' | 'timeout' | 'connection' | 'other';

const classes: readonly [RegExp, QueryFailureClass][] = [
  // Unique constraints are part of the design: the code expects these failures.
  [/^23/, 'constraint'],
  [/^40/, 'conflict'],
  [/^(?:57014|55P03)$/, 'timeout'],
  // 25006: a primary that became a standby takes no writes.
  [/^(?:08|57P|53|25006|E[A-Z])/, 'connection'],
];

/** Whether a statement failed because the database cannot be reached, or takes no more. */
export function isConnectionFailure(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return queryFailureClass(cause) === 'connection';
}

/** What kind of failure a statement's error is, from its code. */
function queryFailureClass(error: unknown): QueryFailureClass {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error ? String(error.code) : '';
  const known = classes.find(([form]) => form.test(code));
  if (known) return known[1];
  return /terminated|timeout|not queryable/i.test(error.message) ? 'connection' : 'other';
}
