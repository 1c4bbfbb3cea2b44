import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { longestMailMs, mailConnections } from '../mail/mailer.ts';
import {
  claimMessages,
  noteFailed,
  noteSent,
  putOff,
  type Channel,
  type Message,
} from './claim-messages.ts';
import { deliverEmail } from './deliver-email.ts';
import { deliverPush, longestPushMs } from './deliver-push.ts';
import type { Delivery } from './delivery.ts';
import { afterQuiet } from './due-instant.ts';
import { loadNews, type News } from './load-news.ts';

type World = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'mailer' | 'pushSender'>;

/** Messages that are claimed together. */
const claimedMax = 40;
/** A claimed message is begun within this, or left to another claim. */
const beginWithinMs = 60_000;
/** What a message may take beyond its connection: what is read for it, then the notes of it. */
const spareMs = 30_000;
/** The job waits no longer for a message, whatever became of its connection. */
const longestMs: Readonly<Record<Channel, number>> = {
  email: longestMailMs + spareMs,
  push: longestPushMs + spareMs,
};
/** Nobody else takes a claimed message before this: longer than the longest one can take. */
export const leasesMs: Readonly<Record<Channel, number>> = {
  email: beginWithinMs + longestMs.email + spareMs,
  push: beginWithinMs + longestMs.push + spareMs,
};
/** Messages that are sent at the same time; slow push services of some readers hold up no others. */
const concurrency: Readonly<Record<Channel, number>> = { email: mailConnections, push: 20 };
/** While one message takes long, others that fall due are looked for so often. */
const lookMs = 1_000;
/** A round of the job; what is left is for the next one. */
const roundMs = 60_000;
/** Pauses of a channel that cannot be reached. */
const channelPausesMs = [5_000, 15_000, 60_000, 300_000];
const pushesPerSecond = 100;
const uselessPerStatement = 1_000;

/**
 * A background job that sends what is due by one channel, some at a time. A channel that cannot be
 * reached is left alone for growing pauses. The same message may arrive twice only where this process
 * ends between the other side's acceptance and the note of it: no protocol could tell.
 */
export function createSendJob(
  channel: Channel,
): (app: World, signal: AbortSignal) => Promise<boolean> {
  let failures = 0;
  let notBeforeMs = 0;
  return async (app, signal) => {
    if (performance.now() < notBeforeMs) return false;
    const isReachable = await sendDue(app, channel, { signal });
    failures = isReachable ? 0 : failures + 1;
    const pauseMs = channelPausesMs[failures - 1] ?? channelPausesMs.at(-1) ?? 0;
    notBeforeMs = isReachable ? 0 : performance.now() + pauseMs;
    return isReachable;
  };
}

/** Sends what is due by a channel. @returns whether the channel could be reached. */
export async function sendDue(
  app: World,
  channel: Channel,
  options: { signal?: AbortSignal; longestMs?: number } = {},
): Promise<boolean> {
  const deliver = delivererOf(app, channel);
  if (!deliver) {
    await dropDue(app, channel);
    return true;
  }
  const endMs = performance.now() + roundMs;
  const pace = createPace(
    channel === 'email' ? (app.config.mail?.perSecond ?? 1) : pushesPerSecond,
  );
  const leaseMs = leasesMs[channel];
  const sending: Sending = {
    channel,
    deliver,
    pace,
    begun: new Set(),
    isReachable: true,
    signal: options.signal,
    longestMs: options.longestMs ?? longestMs[channel],
  };
  // One that takes long holds up a connection, not the others.
  const isSlow = () => [...sending.begun].some(({ startedMs }) => startedMs < endMs);
  while (isGoingOn(sending) && (performance.now() < endMs || isSlow())) {
    const now = app.clock.now();
    const messages = await claimMessages(app.db, channel, { now, leaseMs, max: claimedMax });
    if (messages.length > 0) await beginClaimed(app, messages, sending);
    else if (sending.begun.size === 0) break;
    else await someEnd(sending, lookMs);
  }
  await Promise.all([...sending.begun].map(({ done }) => done));
  return sending.isReachable;
}

type Deliver = (message: Message, news: News | null) => Promise<Delivery>;

function delivererOf(app: World, channel: Channel): Deliver | null {
  const { mailer, pushSender } = app;
  if (channel === 'email') {
    return mailer && ((message, news) => deliverEmail(app, mailer, message, news));
  }
  return pushSender && ((message, news) => deliverPush(app, pushSender, message, news));
}

type Sending = {
  channel: Channel;
  deliver: Deliver;
  pace: () => Promise<void>;
  signal: AbortSignal | undefined;
  longestMs: number;
  /** Messages that are being sent. */
  begun: Set<{ startedMs: number; userId: string | null; done: Promise<void> }>;
  isReachable: boolean;
};

const isGoingOn = ({ isReachable, signal }: Sending) => isReachable && signal?.aborted !== true;

/** Resolves when a message that is being sent has ended, or after so long. */
async function someEnd({ begun }: Sending, ms?: number): Promise<void> {
  const timer = new AbortController();
  const ends = [...begun].map(({ done }) => done);
  const late = ms === undefined ? [] : [sleep(ms, undefined, { signal: timer.signal })];
  await Promise.race([...ends, ...late.map((slept) => slept.catch(() => undefined))]);
  timer.abort();
}

/** Begins all of these messages; puts off those whose turn comes too late. */
async function beginClaimed(
  app: World,
  messages: readonly Message[],
  sending: Sending,
): Promise<void> {
  const claimedMs = performance.now();
  const { begun } = sending;
  const news = await loadNews(
    app.db,
    messages.filter(({ kind }) => kind === 'release'),
  );
  for (const message of messages) {
    while (begun.size >= concurrency[sending.channel] && isGoingOn(sending)) await someEnd(sending);
    // What is told to one person keeps its order: an older message must not come over a newer one.
    const { userId } = message;
    const before = [...begun].filter((one) => userId !== null && one.userId === userId);
    const content = news.get(message.id) ?? null;
    const done = Promise.all(before.map((one) => one.done))
      .then(() => sendOne(app, message, { content, claimedMs, sending }))
      // It stays claimed, and is sent after its lease.
      .catch((error: unknown) => app.log.error({ err: error }, 'a message could not be noted'))
      .finally(() => begun.delete(one));
    const one = { startedMs: performance.now(), userId, done };
    begun.add(one);
  }
}

async function sendOne(
  app: World,
  message: Message,
  { content, claimedMs, sending }: { content: News | null; claimedMs: number; sending: Sending },
): Promise<void> {
  if (!isGoingOn(sending) || performance.now() - claimedMs > beginWithinMs) {
    await putOff(app.db, message, { until: app.clock.now(), isUntried: true });
    return;
  }
  const { channel, deliver, pace } = sending;
  const end = message.kind === 'release' ? whyNot(app, channel, content) : null;
  if (end === null) await pace();
  const delivery = end ?? (await deliverSafely(app, sending, () => deliver(message, content)));
  if (delivery.kind === 'unreachable') sending.isReachable = false;
  await setOutcome(app, message, delivery);
}

type MessageOutcome = Delivery | { kind: 'quiet'; until: Date };

/** Why a release is not told, or not now; null where it is. */
function whyNot({ clock }: World, channel: Channel, news: News | null): MessageOutcome | null {
  if (!news?.reader || news.reader.paces[channel] === 'off') {
    return { kind: 'ended', failure: 'no longer wanted' };
  }
  if (news.novels.length === 0) return { kind: 'ended', failure: 'nothing to tell any more' };
  const now = clock.now();
  const { quiet } = news.reader;
  const until = quiet === null ? now : afterQuiet(quiet, now);
  return until > now ? { kind: 'quiet', until } : null;
}

/** What fails unexpectedly, or does not end, is tried again, and logged. */
async function deliverSafely(
  { log }: World,
  { channel, longestMs }: Sending,
  deliver: () => Promise<Delivery>,
): Promise<Delivery> {
  const timer = new AbortController();
  const tooLate = async (): Promise<Delivery> => {
    await sleep(longestMs, undefined, { signal: timer.signal });
    log.error({ channel }, 'a message did not end');
    return { kind: 'later', failure: 'it did not end' };
  };
  try {
    return await Promise.race([deliver(), tooLate()]);
  } catch (error) {
    log.error({ err: error }, 'a message could not be made');
    return { kind: 'later', failure: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.abort();
  }
}

async function setOutcome(app: World, message: Message, delivery: MessageOutcome): Promise<void> {
  const { db, clock, log } = app;
  const now = clock.now();
  switch (delivery.kind) {
    case 'sent':
      await noteSent(db, message, now);
      return;
    case 'ended':
      await noteFailed(db, message, delivery.failure, now);
      return;
    case 'quiet':
      await putOff(db, message, { until: delivery.until, isUntried: true });
      return;
    case 'unreachable': {
      log.error({ failure: delivery.failure }, 'messages cannot be sent');
      const { failure } = delivery;
      await putOff(db, message, { until: now, failure, isUntried: true });
      return;
    }
    case 'later': {
      const [first] = message.rows;
      const dueAt = first?.dueAt ?? now;
      const pauseMs = retryPauseMs(message.attempts + 1, { dueAt, now });
      const { failure } = delivery;
      if (pauseMs === null) await noteFailed(db, message, failure, now);
      else await putOff(db, message, { until: new Date(now.getTime() + pauseMs), failure });
    }
  }
}

/** At most so many a second, evenly. */
function createPace(perSecond: number): () => Promise<void> {
  let nextMs = performance.now();
  return async () => {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, nextMs);
    nextMs = atMs + 1_000 / perSecond;
    if (atMs > nowMs) await sleep(atMs - nowMs);
  };
}

/** Without a server to send by, what is due ends: it would be stale on the day that there is one. */
async function dropDue({ db, clock }: World, channel: Channel): Promise<void> {
  const now = clock.now();
  for (;;) {
    const isDue = and(
      eq(outbox.channel, channel),
      isNull(outbox.sentAt),
      isNull(outbox.failedAt),
      lte(outbox.nextAttemptAt, now),
    );
    const due = db.select({ id: outbox.id }).from(outbox).where(isDue).limit(uselessPerStatement);
    const ended = await db
      .update(outbox)
      .set({ failedAt: now, failure: 'not set up', payload: {} })
      .where(inArray(outbox.id, due))
      .returning({ id: outbox.id });
    if (ended.length < uselessPerStatement) return;
  }
}

const minuteMs = 60_000;
/** The pauses grow fourfold from a minute, to six hours. */
const pausesMs = [1, 4, 16, 64, 256].map((minutes) => minutes * minuteMs);
const longestPauseMs = 6 * 60 * minuteMs;
/** As long as mail servers usually try. */
const givenUpAfterMs = 4 * 24 * 60 * minuteMs;

/** How long to wait after so many failed attempts; null where it is time to give up. */
function retryPauseMs(attempts: number, { dueAt, now }: { dueAt: Date; now: Date }): number | null {
  if (now.getTime() - dueAt.getTime() > givenUpAfterMs) return null;
  return pausesMs[attempts - 1] ?? longestPauseMs;
}
