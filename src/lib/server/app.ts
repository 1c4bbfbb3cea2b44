import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#server/core/clock.ts';
import { createClockWatch, type ClockWatch } from '#server/core/clock-watch.ts';
import { openBucket, type Bucket } from '#server/core/bucket.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Database, OpenDatabase, OpenOptions } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createReplica, type Replica } from '#server/core/db/replica.ts';
import { createCsrfTokens, type CsrfTokens } from '#server/core/http/csrf.ts';
import { createClientTokens, type ClientTokens } from '#server/core/http/client-token.ts';
import { createLog } from '#server/core/log.ts';
import { createMailer, type Mailer } from '#server/notices/mail/mailer.ts';
import { createProxyWatch, type ProxyWatch } from '#server/core/http/proxy-watch.ts';
import { createRateLimit, type RateLimit } from '#server/core/http/rate-limit.ts';
import { createSharedCounts } from '#server/core/http/rate-limit-store.ts';
import { createAuthTokens, type AuthTokens } from '#server/people/identity/auth-token.ts';
import {
  createProfilePictures,
  type ProfilePictures,
} from '#server/people/identity/profile-picture.ts';
import { createSignInProviders, type SignInProviders } from '#server/people/identity/providers.ts';
import { createPayments, type Payments } from '#server/money/payments/stripe.ts';
import { addAppGauges } from '#server/core/metrics/app-gauges.ts';
import { addBuildInfo } from '#server/core/metrics/build-info.ts';
import { addJobAges, type JobTimes } from '#server/core/metrics/background-jobs.ts';
import { createMetrics, type Metrics } from '#server/core/metrics/metrics.ts';
import { addProcessGauges } from '#server/core/metrics/process-gauges.ts';
import {
  announcements,
  commandSender,
  pageChannel,
  readAnnouncement,
} from '#server/core/pagecache/announcement.ts';
import { createPurger, type Purger } from '#server/core/pagecache/purger.ts';
import { createPurges } from '#server/core/pagecache/purges.ts';
import { createPageCache, type PageCache } from '#server/core/pagecache/page-cache.ts';
import { createBookReader, type BookReader } from './publishing/book/book-reader.ts';
import {
  readChallengeItems,
  type ChallengeItems,
} from '#server/people/protection/challenge-items.ts';
import { createPushSender, type PushSender } from '#server/notices/push/push-sender.ts';
import { createViewCounter, type ViewCounter } from '#server/catalogue/reading/views.ts';
import { createBodyBudget, type BodyBudget } from '#server/core/http/body-budget.ts';
import { createTextComparer, type TextComparer } from './publishing/versions/compare-texts.ts';
import { createTextCleaner, type TextCleaner } from './publishing/studio/text-cleaner.ts';
import { createTaskQueue, type TaskQueue } from '#server/core/task-queue.ts';

/** External dependencies in one plain object, created once and passed in (design section 4). */
export type App = {
  config: Config;
  clock: Clock;
  clockWatch: ClockWatch;
  proxyWatch: ProxyWatch;
  log: Logger;
  database: OpenDatabase;
  db: Database;
  /** Null without `DATABASE_REPLICA_URL`. */
  replica: Replica | null;
  /** Null without `S3_BUCKET`. */
  bucket: Bucket | null;
  metrics: Metrics;
  jobs: JobTimes;
  pages: PageCache;
  /** Null without `CDN_PURGE`. */
  purger: Purger | null;
  views: ViewCounter;
  clientTokens: ClientTokens;
  authTokens: AuthTokens;
  csrfTokens: CsrfTokens;
  rateLimit: RateLimit;
  signInProviders: SignInProviders;
  profilePictures: ProfilePictures;
  /** What is asked before a premium text. */
  challengeItems: ChallengeItems;
  /** Bounds what bodies of requests take of memory. */
  bodies: BodyBudget;
  /** Cleans what authors write, long texts in a worker thread. */
  texts: TextCleaner;
  /** Compares versions of chapters, long ones in a worker thread. */
  comparisons: TextComparer;
  /** Parses book files in a worker thread. */
  books: BookReader;
  /** Queue for encoding uploaded pictures, one at a time. */
  pictures: TaskQueue;
  /** Null without payments: a demonstration or a test without Stripe. */
  payments: Payments | null;
  /** Null without `MAIL_URL`. */
  mailer: Mailer | null;
  /** Null without VAPID keys. */
  pushSender: PushSender | null;
  /** Call after a write has been committed: pages with these tags are dropped everywhere, at the CDN too. */
  changed: (tags: readonly string[]) => Promise<void>;
  /** Writes what is buffered in memory and closes the database. */
  close: () => Promise<void>;
};

const announceAgainMs = 2_000;

/** Test overrides. */
export type AppParts = { clock?: Clock; log?: Logger } & Pick<OpenOptions, 'onQuery'>;

/**
 * Opens the database (migrating it) and creates everything that a request needs.
 *
 * @throws Error with a French sentence, when a question of the challenge is malformed.
 */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const challengeItems = readChallengeItems();
  const clock = parts.clock ?? { now: () => new Date() };
  const log = parts.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const database = await openDatabase(config.databaseUrl, {
    role: 'server',
    directUrl: config.databaseDirectUrl,
    onQueryFailed: metrics.countQueryFailure,
    ...(parts.onQuery && { onQuery: parts.onQuery }),
    onRestart: (error) => {
      if (error) log.error({ err: error }, 'PostgreSQL was lost and could not be opened again');
      else log.warn('PostgreSQL had stopped and was started again');
    },
  });
  const replica =
    config.databaseReplicaUrl === null
      ? null
      : createReplica(config.databaseReplicaUrl, { primary: database.pool, log });
  const pages = createPageCache({ maxBytes: config.pageCacheBytes, clock, log });
  const purger = config.cdn && createPurger(config.cdn);
  const purges = purger && createPurges(purger, { log, registry: metrics.registry });
  const instance = randomUUID();
  await database.listen(pageChannel, {
    onMessage: (payload) => {
      const { sender, tags } = readAnnouncement(payload);
      // Its own come back late: a page rendered since is right, and stays.
      if (sender === instance) return;
      replica?.changed();
      if (tags === 'all') {
        pages.clear();
        return;
      }
      pages.changed(tags);
      if (sender === commandSender) void purges?.changed(tags);
    },
    onLost: (silentMs) => {
      replica?.hears(false);
      pages.lost(silentMs);
    },
    onHeard: () => {
      replica?.hears(true);
      pages.heard();
    },
  });
  /** Tags that PostgreSQL did not take: announced again until it does. */
  const unannounced = new Set<string>();
  let announceAgain: NodeJS.Timeout | undefined;
  const announce = async (tags: readonly string[]) => {
    try {
      for (const payload of announcements(instance, tags)) {
        await database.announce(pageChannel, payload);
      }
    } catch (error) {
      // The write is committed, so the caller succeeds.
      log.error({ err: error }, 'a change could not be announced');
      for (const tag of tags) unannounced.add(tag);
      announceAgain ??= setTimeout(() => {
        announceAgain = undefined;
        const waiting = [...unannounced];
        unannounced.clear();
        void announce(waiting);
      }, announceAgainMs).unref();
    }
  };
  const views = createViewCounter({ db: database.db, clock, log });
  addBuildInfo(metrics.registry);
  const processGauges = addProcessGauges(metrics.registry);
  addAppGauges(metrics, { database, pages, views, log });
  const rateLimit = createRateLimit({
    perMinute: config.rateLimitPerMinute,
    secretKeys: config.secretKeys,
    store:
      config.rateLimitStore === 'memory'
        ? 'memory'
        : createSharedCounts({ db: database.db, pool: database.pool, clock, log }),
  });
  const { identityProviders, siteUrl } = config;
  const bucket = config.s3 && openBucket(config.s3);
  const profilePictures = createProfilePictures(
    { db: database.db, bucket, log },
    identityProviders.google?.issuer ?? null,
  );
  const texts = createTextCleaner();
  const comparisons = createTextComparer();
  const books = createBookReader();
  const pictures = createTaskQueue({ waitingMax: 8, waitMs: 20_000 });
  const mailer = config.mail && createMailer(config.mail);
  const clockWatch = createClockWatch({ clock, log }, metrics.registry);
  return {
    config,
    clock,
    clockWatch,
    proxyWatch: createProxyWatch(config.trustProxyHops, { clock, log }, metrics.registry),
    log,
    database,
    db: database.db,
    replica,
    bucket,
    metrics,
    jobs: addJobAges(metrics.registry, clock),
    pages,
    purger,
    views,
    clientTokens: createClientTokens(config.secretKeys),
    authTokens: createAuthTokens(config.secretKeys, config.siteUrl),
    csrfTokens: createCsrfTokens(config.secretKeys, config.siteUrl),
    rateLimit,
    signInProviders: createSignInProviders(identityProviders, { siteUrl, clock, log }),
    profilePictures,
    challengeItems,
    bodies: createBodyBudget(),
    texts,
    comparisons,
    books,
    pictures,
    payments:
      config.stripe &&
      createPayments(config.stripe, (time, tookMs) => clockWatch.heard('stripe', time, tookMs)),
    mailer,
    pushSender: config.push && createPushSender(config.push),
    changed: async (tags) => {
      replica?.changed();
      pages.changed(tags);
      await announce(tags);
      // The CDN asks again: other instances should have heard by then.
      await purges?.changed(tags);
    },
    close: async () => {
      clearTimeout(announceAgain);
      await texts.close();
      await comparisons.close();
      await books.close();
      pictures.close();
      mailer?.close();
      processGauges.close();
      await profilePictures.close();
      await views.close();
      await purges?.close();
      await rateLimit.close();
      await replica?.close();
      await database.close();
    },
  };
}
