import type { App } from './app.ts';
import { sweepWithheld } from './community/moderate-comment.ts';
import { sweepSessions } from './identity/sessions.ts';
import { sweepSignInAttempts } from './identity/sign-in-attempts.ts';
import { sweepWaitingIdentities } from './identity/waiting-identities.ts';
import type { ChoreName } from './metrics/chores.ts';
import { reconcile } from './payments/reconcile.ts';
import { sweepChallenges } from './protection/sweep.ts';
import { publishDueChapters } from './publishing/publish-due.ts';
import { sweepUploads } from './publishing/studio/uploads.ts';

/** What runs in the background of a server. */
export type Chores = {
  /** Begins nothing any more; resolves when what is under way has ended. */
  stop: () => Promise<void>;
};

const publishEveryMs = 15_000;
const reconcileEveryMs = 3 * 60_000;
const sweepEveryMs = 60 * 60_000;

/** `run` gives false where it could not do all and has said why. */
type Chore = { name: ChoreName; everyMs: number; run: (app: App) => Promise<unknown> };

const chores: readonly Chore[] = [
  { name: 'publish', everyMs: publishEveryMs, run: publishDueChapters },
  { name: 'reconcile', everyMs: reconcileEveryMs, run: reconcileAll },
  { name: 'sweep_sessions', everyMs: sweepEveryMs, run: sweepSessions },
  { name: 'sweep_sign_ins', everyMs: sweepEveryMs, run: sweepSignIns },
  { name: 'sweep_uploads', everyMs: sweepEveryMs, run: sweepUploads },
  { name: 'sweep_challenges', everyMs: sweepEveryMs, run: sweepChallenges },
  { name: 'sweep_withheld', everyMs: sweepEveryMs, run: sweepWithheld },
];

/** Does each chore at once and again after its time; one that fails is logged and tried again. */
export function startChores(app: App): Chores {
  const running = new Set<Promise<void>>();
  const timers = chores.map(({ name, everyMs, run }) => {
    app.chores.begun(name);
    const start = () => {
      const round = run(app).then(
        (done) => {
          if (done !== false) app.chores.succeeded(name);
        },
        (error: unknown) => app.log.error({ err: error, chore: name }, 'a chore failed'),
      );
      running.add(round);
      void round.finally(() => running.delete(round));
    };
    start();
    return setInterval(start, everyMs).unref();
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** A round that Stripe's silence broke off is none. */
async function reconcileAll(app: App): Promise<boolean> {
  const { unanswered } = await reconcile(app);
  return unanswered === 0;
}

async function sweepSignIns(app: App): Promise<void> {
  await sweepSignInAttempts(app);
  await sweepWaitingIdentities(app);
}
