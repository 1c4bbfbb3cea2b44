import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./database-holder-process.ts', import.meta.url));

/** Another process that opens a database as a server or as a command. */
export class DatabaseHolder {
  readonly #child: ChildProcess;
  readonly #reports: unknown[] = [];
  #onReport: () => void = () => undefined;
  #stderr = '';

  constructor(url: string, role: 'server' | 'command', options: ForkOptions = {}) {
    this.#child = fork(script, [url, role], { execArgv: [], silent: true, ...options });
    this.#child.stderr?.on('data', (data) => (this.#stderr += String(data)));
    this.#child.on('message', (said) => {
      this.#reports.push(said);
      this.#onReport();
    });
    this.#child.on('exit', () => this.#onReport());
  }

  /** `open`, `restarted`, or the code of the error; of a statement, its rows or the code. */
  async next(): Promise<unknown> {
    while (this.#reports.length === 0) {
      if (this.#hasEnded()) throw new Error(`The process ended. ${this.#stderr}`);
      await new Promise<void>((resolve) => (this.#onReport = resolve));
    }
    return this.#reports.shift();
  }

  /** Runs one statement, on one connection for all of them. */
  ask(statement: string): Promise<unknown> {
    this.#child.send(statement);
    return this.next();
  }

  async close(): Promise<void> {
    if (this.#hasEnded()) return;
    const exit = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.send('');
    await exit;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#hasEnded()) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exit;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
