import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { challengeLocks, challenges } from '#server/core/db/schema/protection.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  errorLifetimeMs,
  findAccessLock,
  suspensionTriesMax,
} from '#server/people/protection/access-lock.ts';
import { answerChallenge } from '#server/people/protection/answer-challenge.ts';
import { challengeLifetimeMs, drawChallenge } from '#server/people/protection/draw-challenge.ts';
import type { LockSubject } from '#server/people/protection/lock-subjects.ts';
import { sweepChallenges } from '#server/people/protection/sweep.ts';
import { openTestApp } from '#tests/world/app.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;
/** One caller: who answers, and all subjects. */
type Caller = { answerer: LockSubject; subjects: LockSubject[] };

const lockMs = 600_000;
const chapterId = uuidv7();

function newCaller(more: LockSubject[] = []): Caller {
  const answerer: LockSubject = `user:${uuidv7()}`;
  return { answerer, subjects: [answerer, `client:${uuidv7()}`, ...more] };
}

describe('the challenge', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  async function put(caller: Caller, forChapter: string | null = chapterId) {
    const { challengeId, choices } = await drawChallenge(app, {
      answerer: caller.answerer,
      chapterId: forChapter,
      isHurried: false,
    });
    const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
    const right = row?.correctOption ?? '';
    const wrong = choices.find(({ choiceId }) => choiceId !== right)?.choiceId ?? '';
    return { challengeId, right, wrong };
  }

  const give = (caller: Caller, challengeId: string, choiceId: string) =>
    answerChallenge(app, {
      ...caller,
      sessionId: null,
      challengeId,
      choiceId,
      pointerTrace: [],
    });

  async function answer(caller: Caller, isRight: boolean, forChapter: string | null = chapterId) {
    const { challengeId, right, wrong } = await put(caller, forChapter);
    return give(caller, challengeId, isRight ? right : wrong);
  }

  const lockOf = (...subjects: LockSubject[]) => findAccessLock(app.db, subjects, app.clock.now());

  describe('the counter', () => {
    test('tolerates one error and locks every subject of the caller with the second', async () => {
      const caller = newCaller([`browser:${uuidv7()}`]);
      expect(await answer(caller, false)).toMatchObject({
        correct: false,
        mayRetry: true,
        lockState: { errors: 1, lock: null },
      });
      const lockedUntil = new Date(app.clock.now().getTime() + lockMs);
      expect(await answer(caller, false)).toMatchObject({
        correct: false,
        mayRetry: false,
        lockState: { errors: 2, lock: { lockedUntil }, triesLeft: suspensionTriesMax },
      });
      for (const subject of caller.subjects) {
        expect(await lockOf(subject)).toEqual({ subject, lockedUntil });
      }
    });

    test('is reset by a right answer', async () => {
      const caller = newCaller();
      await answer(caller, false);
      expect(await answer(caller, true)).toMatchObject({ correct: true, lockState: { errors: 0 } });
      expect(await answer(caller, false)).toMatchObject({ lockState: { errors: 1, lock: null } });
    });

    test('continues with a new client token, and in a second browser', async () => {
      const first = newCaller();
      await answer(first, false);
      const second = { answerer: first.answerer, subjects: newCaller([first.answerer]).subjects };
      await answer(second, false);
      expect(await lockOf(first.answerer)).not.toBeNull();
    });

    test('continues for a second account in the same browser', async () => {
      const browser: LockSubject = `browser:${uuidv7()}`;
      await answer(newCaller([browser]), false);
      const other = newCaller([browser]);
      await answer(other, false);
      expect(await lockOf(other.answerer)).not.toBeNull();
    });

    test('drops an error after an hour, and all errors with the end of a lock', async () => {
      const caller = newCaller();
      await answer(caller, false);
      app.clock.advance(errorLifetimeMs);
      expect(await answer(caller, false)).toMatchObject({ lockState: { errors: 1 } });
      await answer(caller, false);
      expect(await lockOf(...caller.subjects)).not.toBeNull();
      app.clock.advance(lockMs);
      expect(await lockOf(...caller.subjects)).toBeNull();
      expect(await answer(caller, false)).toMatchObject({ lockState: { errors: 1, lock: null } });
    });
  });

  describe('an answer', () => {
    test('is accepted once, right or wrong', async () => {
      const caller = newCaller();
      const { challengeId, right, wrong } = await put(caller);
      await give(caller, challengeId, wrong);
      for (const choice of [right, wrong]) {
        expect(await give(caller, challengeId, choice)).toMatchObject({
          refusal: 'CHALLENGE_GONE',
        });
      }
      const [row] = await app.db
        .select()
        .from(challengeLocks)
        .where(eq(challengeLocks.subject, caller.answerer));
      expect(row?.errors).toBe(1);
    });

    test('is too late after five minutes, and is no error', async () => {
      const caller = newCaller();
      const { challengeId, right } = await put(caller);
      app.clock.advance(challengeLifetimeMs);
      expect(await give(caller, challengeId, right)).toMatchObject({ refusal: 'CHALLENGE_GONE' });
      expect(await answer(caller, false)).toMatchObject({ lockState: { errors: 1 } });
    });

    test('to another user’s question is refused', async () => {
      const { challengeId, right } = await put(newCaller());
      const refused = await give(newCaller(), challengeId, right);
      expect(refused).toMatchObject({ refusal: 'CHALLENGE_GONE' });
    });

    test('with an unknown choice is an error', async () => {
      const caller = newCaller();
      const { challengeId } = await put(caller);
      expect(await give(caller, challengeId, uuidv7())).toMatchObject({ correct: false });
    });
  });

  describe('concurrent answers', () => {
    test('to one question count once', async () => {
      const caller = newCaller();
      const { challengeId, wrong } = await put(caller);
      const all = await Promise.all(
        Array.from({ length: 8 }, () => give(caller, challengeId, wrong)),
      );
      expect(all.filter((one) => !isRefusal(one))).toHaveLength(1);
      expect(await lockOf(...caller.subjects)).toBeNull();
    });

    test('in many tabs: one is checked, the others are gone', async () => {
      const caller = newCaller();
      // Each tab has a client token of its own.
      const tabs = Array.from({ length: 10 }, () => ({
        answerer: caller.answerer,
        subjects: [`client:${uuidv7()}` as const, caller.answerer],
      }));
      expect(await refusalsOf(tabs)).toEqual(Array.from({ length: 9 }, () => 'CHALLENGE_GONE'));
      expect(await lockOf(caller.answerer)).toBeNull();
    });

    test('of many accounts in one browser: two are checked, then the lock applies', async () => {
      const browser: LockSubject = `browser:${uuidv7()}`;
      const accounts = Array.from({ length: 10 }, () => newCaller([browser]));
      expect(await refusalsOf(accounts)).toEqual(Array.from({ length: 8 }, () => 'ACCESS_LOCKED'));
      const rows = await app.db
        .select({ isCorrect: challenges.isCorrect })
        .from(challenges)
        .where(
          inArray(
            challenges.subject,
            accounts.map(({ answerer }) => answerer),
          ),
        );
      expect(rows.filter(({ isCorrect }) => isCorrect !== null)).toHaveLength(2);
    });

    /** Concurrent wrong answers of all, each to a question of its own. */
    async function refusalsOf(callers: readonly Caller[]): Promise<string[]> {
      const drawn = await Promise.all(callers.map((caller) => put(caller)));
      const all = await Promise.all(
        callers.map((caller, index) =>
          give(caller, drawn[index]?.challengeId ?? '', drawn[index]?.wrong ?? ''),
        ),
      );
      return all.filter(isRefusal).map(({ refusal }) => refusal);
    }

    test('a right one after the lock unlocks nothing', async () => {
      const browser: LockSubject = `browser:${uuidv7()}`;
      const [caller, other] = [newCaller([browser]), newCaller([browser])];
      const kept = await put(other);
      await answer(caller, false);
      await answer(caller, false);
      expect(await give(other, kept.challengeId, kept.right)).toMatchObject({
        refusal: 'ACCESS_LOCKED',
      });
    });
  });

  describe('the suspension’s own challenge', () => {
    async function lockedCaller(): Promise<Caller> {
      const caller = newCaller();
      await answer(caller, false);
      await answer(caller, false);
      return caller;
    }

    test('restores access when solved', async () => {
      const caller = await lockedCaller();
      expect(await answer(caller, true, null)).toMatchObject({
        correct: true,
        lockState: { errors: 0, lock: null },
      });
      expect(await lockOf(...caller.subjects)).toBeNull();
    });

    test('prolongs nothing when failed, and is accepted twice', async () => {
      const caller = await lockedCaller();
      const before = await lockOf(caller.answerer);
      app.clock.advance(60_000);
      expect(await answer(caller, false, null)).toMatchObject({
        mayRetry: true,
        lockState: { triesLeft: 1 },
      });
      expect(await answer(caller, false, null)).toMatchObject({
        mayRetry: false,
        lockState: { triesLeft: 0 },
      });
      expect(await lockOf(caller.answerer)).toEqual(before);
      expect(await answer(caller, true, null)).toMatchObject({ refusal: 'ACCESS_LOCKED' });
      expect(await lockOf(caller.answerer)).toEqual(before);
    });

    test('is checked once for concurrent answers', async () => {
      const caller = await lockedCaller();
      const drawn = await Promise.all(Array.from({ length: 6 }, () => put(caller, null)));
      const all = await Promise.all(
        drawn.map(({ challengeId, wrong }) => give(caller, challengeId, wrong)),
      );
      expect(all.filter(isRefusal)).toHaveLength(5);
    });

    test('starts again with the next lock', async () => {
      const caller = await lockedCaller();
      await answer(caller, false, null);
      await answer(caller, false, null);
      app.clock.advance(lockMs);
      await answer(caller, false);
      await answer(caller, false);
      expect(await answer(caller, true, null)).toMatchObject({ correct: true });
    });

    test('unlocks no chapter and counts no error when the lock has ended meanwhile', async () => {
      const caller = await lockedCaller();
      const { challengeId, wrong } = await put(caller, null);
      app.clock.advance(lockMs - 1_000);
      const late = await put(caller, null);
      app.clock.advance(1_000);
      expect(await give(caller, challengeId, wrong)).toMatchObject({ refusal: 'CHALLENGE_GONE' });
      expect(await give(caller, late.challengeId, late.wrong)).toMatchObject({
        mayRetry: true,
        lockState: { errors: 0, lock: null },
      });
    });
  });

  describe('a draw', () => {
    test('does not repeat a question while there are others', async () => {
      const caller = newCaller();
      const keys: string[] = [];
      for (let time = 0; time < 5; time++) {
        const { challengeId } = await drawChallenge(app, {
          answerer: caller.answerer,
          chapterId,
          isHurried: false,
        });
        const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
        keys.push(row?.itemKey ?? '');
        await give(caller, challengeId, row?.correctOption ?? '');
      }
      expect(new Set(keys).size).toBe(5);
    });

    test('repeats an open question, and draws another when it has expired', async () => {
      const caller = newCaller();
      const itemOf = async () => {
        const { challengeId } = await put(caller);
        const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
        return row?.itemKey;
      };
      const first = await itemOf();
      for (let time = 0; time < 12; time++) expect(await itemOf()).toBe(first);
      app.clock.advance(challengeLifetimeMs);
      expect(await itemOf()).not.toBe(first);
    });

    test('puts the right choice at any position, under ids that reveal no order', async () => {
      const places = new Set<number>();
      for (let time = 0; time < 60 && places.size < 4; time++) {
        const caller = newCaller();
        const { challengeId, choices } = await drawChallenge(app, {
          answerer: caller.answerer,
          chapterId,
          isHurried: false,
        });
        const [row] = await app.db.select().from(challenges).where(eq(challenges.id, challengeId));
        places.add(choices.findIndex(({ choiceId }) => choiceId === row?.correctOption));
        // Version 4: version 7 would reveal which was made first.
        expect(choices.every(({ choiceId }) => choiceId[14] === '4')).toBe(true);
      }
      expect(places).toEqual(new Set([0, 1, 2, 3]));
    });
  });

  test('old challenges and counters are deleted, an active lock is not', async () => {
    const [old, locked] = [newCaller(), newCaller()];
    await answer(old, false);
    app.clock.advance(8 * 24 * 3_600_000);
    await answer(locked, false);
    await answer(locked, false);
    await sweepChallenges(app);
    const left = await app.db.select({ subject: challengeLocks.subject }).from(challengeLocks);
    expect(left.map(({ subject }) => subject).toSorted()).toEqual(locked.subjects.toSorted());
    const answered = await app.db.select({ subject: challenges.subject }).from(challenges);
    expect(new Set(answered.map(({ subject }) => subject))).toEqual(new Set([locked.answerer]));
  });
});

describe('answers of callers who share signs', () => {
  test('never deadlock, whatever the order of the subjects', async () => {
    const app = await openTestApp();
    const answerer: LockSubject = `user:${uuidv7()}`;
    const [first, second]: [LockSubject, LockSubject] = ['browser:a', 'browser:b'];
    await app.db.insert(challengeLocks).values([{ subject: first }, { subject: second }]);
    const hold = (subject: LockSubject) =>
      sql`select 1 from challenge_locks where subject = ${subject} for update`;
    const isWaiting = async () => {
      const waiting = await app.db.execute(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return (waiting as { rows: unknown[] }).rows.length > 0;
    };

    let answered: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (other) => {
      await other.execute(hold(first));
      answered = answerChallenge(app, {
        subjects: [second, first, answerer],
        sessionId: null,
        challengeId: uuidv7(),
        choiceId: uuidv7(),
        pointerTrace: [],
      });
      while (!(await isWaiting()));
      // Locking the second subject while waiting for the first would deadlock.
      await other.execute(hold(second));
    });
    expect(await answered).toMatchObject({ refusal: 'CHALLENGE_GONE' });
    const rows = await app.db
      .select()
      .from(challengeLocks)
      .where(inArray(challengeLocks.subject, [first, second, answerer]));
    expect(rows).toHaveLength(3);
    await app.close();
  });
});
