import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';

/** What is done again and again while the server runs. */
export type ChoreName =
  | 'publish'
  | 'reconcile'
  | 'sweep_sessions'
  | 'sweep_sign_ins'
  | 'sweep_uploads'
  | 'sweep_withheld'
  | 'sweep_challenges';

/** Remembers when each chore last succeeded in this process. */
export type ChoreTimes = {
  /** From now on its age is told: counted from here until it first succeeds. */
  begun: (name: ChoreName) => void;
  succeeded: (name: ChoreName) => void;
};

/** Adds the ages of chores to what Prometheus reads. */
export function addChoreAges(registry: Registry, clock: Clock): ChoreTimes {
  const atMs = new Map<ChoreName, number>();
  const note = (name: ChoreName) => void atMs.set(name, clock.now().getTime());
  new Gauge({
    name: 'feuilleton_chore_age_seconds',
    help: 'Time since a chore last succeeded in this process, or since it began to be tried.',
    labelNames: ['chore'],
    registers: [registry],
    collect() {
      const nowMs = clock.now().getTime();
      for (const [chore, ms] of atMs) this.set({ chore }, (nowMs - ms) / 1000);
    },
  });
  return { begun: note, succeeded: note };
}
