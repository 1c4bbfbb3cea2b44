import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedLimits } from '#server/db/embedded.ts';

export type HolderOptions = {
  folder: string;
  role: 'server' | 'command';
  limits?: Partial<EmbeddedLimits>;
};
/** `begin` leaves a transaction with one new item open; `end` commits it. */
export type HolderOrder = 'count' | 'add' | 'begin' | 'end' | 'stop';
/** `gap`: cached pages may be stale. */
export type HolderReport =
  'ready' | 'refused' | 'gap' | 'added' | 'beginning' | 'begun' | { count: number };

/** A second process that opens an embedded folder as a server or as a command. */
export class DatabaseHolder {
  readonly #child: ChildProcess;
  readonly #reports: HolderReport[] = [];
  #onReport: () => void = () => undefined;
  #stderr = '';

  constructor(options: HolderOptions) {
    const script = fileURLToPath(new URL('./database-holder-process.ts', import.meta.url));
    this.#child = fork(script, [JSON.stringify(options)], { execArgv: [], silent: true });
    this.#child.stderr?.on('data', (data) => {
      this.#stderr += String(data);
      this.#onReport();
    });
    this.#child.on('message', (told: HolderReport) => {
      this.#reports.push(told);
      this.#onReport();
    });
    this.#child.on('exit', () => this.#onReport());
  }

  tell(order: HolderOrder): void {
    this.#child.send(order);
  }

  /** The next matching report; earlier ones are dropped. */
  async hear<T extends HolderReport>(...wanted: T[]): Promise<T> {
    return this.#find((told): told is T => wanted.some((one) => one === told));
  }

  async count(): Promise<number> {
    this.tell('count');
    const told = await this.#find((one): one is { count: number } => typeof one === 'object');
    return told.count;
  }

  /** Resolves with standard error once it contains `text`. */
  async said(text: string): Promise<string> {
    while (!this.#stderr.includes(text)) await this.#next();
    return this.#stderr;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills the process. */
  async kill(): Promise<void> {
    if (this.#hasEnded()) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.tell('stop');
    await exit;
  }

  async #find<T extends HolderReport>(fits: (told: HolderReport) => told is T): Promise<T> {
    for (;;) {
      for (let told = this.#reports.shift(); told; told = this.#reports.shift()) {
        if (fits(told)) return told;
      }
      await this.#next();
    }
  }

  #next(): Promise<void> {
    if (this.#hasEnded()) return Promise.reject(new Error(`The process ended. ${this.#stderr}`));
    return new Promise((resolve) => (this.#onReport = resolve));
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
