import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { App } from './app.ts';
import { eraseUnusedAccounts } from './account/unused-accounts.ts';
import { sweepPictureObjects } from '#server/core/picture-bytes.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { jobRuns } from '#server/core/db/schema/job-runs.ts';
import { sweepNameWords } from './catalogue/search-novels.ts';
import { createSimilarNovelsJob } from './catalogue/similar-novels.ts';
import { sweepWithheld } from './community/moderate-comment.ts';
import { closeDueMonths } from '#server/money/earnings/close-due-months.ts';
import { sweepSessions } from '#server/people/identity/sessions.ts';
import { sweepSignInAttempts } from '#server/people/identity/sign-in-attempts.ts';
import { sweepStaffLinks } from '#server/people/identity/staff-links.ts';
import { sweepWaitingIdentities } from '#server/people/identity/waiting-identities.ts';
import type { JobName } from '#server/core/metrics/background-jobs.ts';
import { expandAllReleases } from '#server/notices/outbox/expand-releases.ts';
import { createSendJob } from '#server/notices/outbox/send-outbox.ts';
import { sweepOutbox } from '#server/notices/outbox/sweep-outbox.ts';
import { sweepDeclarations } from '#server/money/payments/declare-withdrawal.ts';
import { readBalance } from '#server/money/books/read-balance.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { sweepChallenges } from '#server/people/protection/sweep.ts';
import { emptyNoticeSenders } from './publishing/content-notices/receive-notice.ts';
import { runDepartures } from './publishing/departures.ts';
import { publishDueChapters } from './publishing/publish-due.ts';
import { sweepTextPictures } from './publishing/studio/text-pictures.ts';
import { sweepUploads } from './publishing/studio/uploads.ts';
import { thinSaves } from './publishing/versions/archive-versions.ts';

/** The background jobs of a server. */
export type BackgroundJobs = {
  /** Starts no more jobs; resolves when the running ones have ended and the lock is released. */
  stop: () => Promise<void>;
};

/**
 * `run` returns false if it was incomplete, and has logged why. `signal` asks a long one to end where it
 * can go on later.
 */
export type BackgroundJob = {
  name: JobName;
  everyMs: number;
  run: (app: App, signal: AbortSignal) => Promise<unknown>;
};

const publishEveryMs = 15_000;
/** What an author changes within it is one announcement. */
const departEveryMs = 10 * 60_000;
const reconcileEveryMs = 3 * 60_000;
const balanceEveryMs = 15 * 60_000;
const similarEveryMs = 60_000;
const outboxEveryMs = 5_000;
const sweepEveryMs = 60 * 60_000;
const dailyMs = 24 * sweepEveryMs;
/** A job that runs more often is noted no oftener. */
const notedEveryMs = 60_000;
/** How often an instance checks for due jobs, or tries to acquire the lock. */
const lookEveryMs = 5_000;

/** Some remember how far they are, so each server has its own. */
const createBackgroundJobs = (): BackgroundJob[] => [
  { name: 'publish', everyMs: publishEveryMs, run: publishDueChapters },
  { name: 'depart', everyMs: departEveryMs, run: runDepartures },
  { name: 'reconcile', everyMs: reconcileEveryMs, run: reconcileAll },
  { name: 'read_balance', everyMs: balanceEveryMs, run: readBalance },
  { name: 'close_months', everyMs: sweepEveryMs, run: closeDueMonths },
  { name: 'similar_novels', everyMs: similarEveryMs, run: createSimilarNovelsJob() },
  { name: 'expand_releases', everyMs: outboxEveryMs, run: expandAllReleases },
  { name: 'send_email', everyMs: outboxEveryMs, run: createSendJob('email') },
  { name: 'send_push', everyMs: outboxEveryMs, run: createSendJob('push') },
  { name: 'sweep_outbox', everyMs: sweepEveryMs, run: sweepOutbox },
  { name: 'sweep_sessions', everyMs: sweepEveryMs, run: sweepSessions },
  { name: 'sweep_sign_ins', everyMs: sweepEveryMs, run: sweepSignIns },
  { name: 'sweep_uploads', everyMs: sweepEveryMs, run: sweepUploads },
  { name: 'sweep_text_pictures', everyMs: dailyMs, run: sweepTextPictures },
  { name: 'sweep_picture_objects', everyMs: sweepEveryMs, run: sweepPictureObjects },
  { name: 'sweep_name_words', everyMs: dailyMs, run: sweepNameWords },
  { name: 'thin_saves', everyMs: sweepEveryMs, run: thinSaves },
  { name: 'sweep_challenges', everyMs: sweepEveryMs, run: sweepChallenges },
  { name: 'sweep_declarations', everyMs: dailyMs, run: sweepDeclarations },
  { name: 'sweep_withheld', everyMs: sweepEveryMs, run: sweepWithheld },
  { name: 'end_retention', everyMs: dailyMs, run: endRetention },
];

/**
 * Runs each job at once and then at its interval, on one of the instances that share the database;
 * another takes over when that one ends. A job never overlaps itself; a failure is logged and
 * retried. Tests pass jobs of their own.
 */
export function startBackgroundJobs(
  app: App,
  options: { jobs?: readonly BackgroundJob[]; lookEveryMs?: number } = {},
): BackgroundJobs {
  const { jobs = createBackgroundJobs() } = options;
  const tickMs = options.lookEveryMs ?? lookEveryMs;
  const lock = app.database.instanceLock(lockKeys.jobs);
  const running = new Map<JobName, Promise<void>>();
  const dueAtMs = new Map<JobName, number>();
  const stopping = new AbortController();

  const start = (job: BackgroundJob) => {
    const { name, everyMs } = job;
    if (!dueAtMs.has(name)) app.jobs.begun(name);
    dueAtMs.set(name, performance.now() + everyMs);
    const round = runOnce(app, job, stopping.signal)
      .catch((error: unknown) =>
        app.log.error({ err: error, job: name }, 'a background job failed'),
      )
      .finally(() => running.delete(name));
    running.set(name, round);
  };
  const look = async () => {
    if (!(await lock.take())) {
      dueAtMs.clear();
      app.jobs.leftToOthers();
      return;
    }
    // A timer may fire slightly early.
    const nowMs = performance.now() + tickMs / 2;
    const due = jobs.filter(({ name }) => (dueAtMs.get(name) ?? 0) <= nowMs && !running.has(name));
    if (!stopping.signal.aborted) due.forEach(start);
  };
  let looking = look();
  let isLooking = true;
  const ended = () => (isLooking = false);
  void looking.then(ended);
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look();
    void looking.then(ended);
  }, tickMs).unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await looking;
      await Promise.all(running.values());
      await lock.release();
    },
  };
}

/** Runs a job, and notes for all instances that it begins, and when it has succeeded (`jobRuns`). */
async function runOnce(
  app: App,
  { name, everyMs, run }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const everySeconds = Math.ceil(everyMs / 1000);
  const begunAt = app.clock.now();
  await app.db.insert(jobRuns).values({ name, everySeconds, begunAt }).onConflictDoNothing();
  if ((await run(app, signal)) === false) return;
  app.jobs.succeeded(name);
  const now = app.clock.now();
  const isOld = lt(jobRuns.succeededAt, new Date(now.getTime() - notedEveryMs));
  await app.db
    .update(jobRuns)
    .set({ everySeconds, succeededAt: now })
    .where(and(eq(jobRuns.name, name), or(isNull(jobRuns.succeededAt), isOld)));
}

/** A run cut short by a Stripe timeout is incomplete. */
async function reconcileAll(app: App): Promise<boolean> {
  const { unanswered } = await reconcile(app);
  return unanswered === 0;
}

async function sweepSignIns(app: App): Promise<void> {
  await sweepSignInAttempts(app);
  await sweepWaitingIdentities(app);
  await sweepStaffLinks(app);
}

async function endRetention(app: App, signal: AbortSignal): Promise<void> {
  await emptyNoticeSenders(app);
  await eraseUnusedAccounts(app, signal);
}
