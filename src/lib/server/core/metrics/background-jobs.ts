import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';

/** What is done again and again while the server runs. */
export type JobName =
  | 'publish'
  | 'depart'
  | 'read_balance'
  | 'reconcile'
  | 'close_months'
  | 'similar_novels'
  | 'end_retention'
  | 'expand_releases'
  | 'send_email'
  | 'send_push'
  | 'sweep_declarations'
  | 'sweep_name_words'
  | 'sweep_outbox'
  | 'sweep_picture_objects'
  | 'sweep_sessions'
  | 'sweep_sign_ins'
  | 'sweep_text_pictures'
  | 'sweep_uploads'
  | 'sweep_withheld'
  | 'sweep_challenges'
  | 'thin_saves';

/** Remembers when each background job last succeeded in this process. */
export type JobTimes = {
  /** From now on its age is given: counted from here until it first succeeds. */
  begun: (name: JobName) => void;
  succeeded: (name: JobName) => void;
  /** Another instance runs the jobs: this one gives no ages. */
  leftToOthers: () => void;
};

/** Adds the ages of background jobs to what Prometheus reads. */
export function addJobAges(registry: Registry, clock: Clock): JobTimes {
  const atMs = new Map<JobName, number>();
  const note = (name: JobName) => void atMs.set(name, clock.now().getTime());
  new Gauge({
    name: 'feuilleton_background_job_age_seconds',
    help: 'Time since a job last succeeded, or since it was first tried; given by the instance that runs jobs.',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      const nowMs = clock.now().getTime();
      this.reset();
      for (const [name, ms] of atMs) this.set({ name }, (nowMs - ms) / 1000);
    },
  });
  return { begun: note, succeeded: note, leftToOthers: () => atMs.clear() };
}
