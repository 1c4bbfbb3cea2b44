import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

const terminate = 0x58;
const readyForQuery = 0x5a;
const idle = 'I'.charCodeAt(0);
/** ReadyForQuery is the last message of a response: type, length (5), transaction status. */
const readyForQueryBytes = 6;

type GateOptions = {
  /** How long a command may hold the gate without sending a message. */
  quietMs: number;
  /** The command `id` was silent for too long: its connection has to be closed. */
  onQuiet: (id: number) => void;
  /** A statement or transaction of the command has ended: anything may have been written. */
  onEnded: () => void;
};

/**
 * Blocks the server's own queries while a command is in the middle of a statement or a transaction:
 * PGlite has one session for both. PGlite's transaction lock is acquired at the command's first
 * message and released when PGlite reports that it is ready and in no transaction.
 *
 * One command at a time, identified by its connection's id. A command may disconnect at any moment,
 * even while it waits: a lock granted after that is released at once.
 */
export class CommandGate {
  readonly #pglite: PGlite;
  readonly #options: GateOptions;
  /** The command that is connected. */
  #connected: number | null = null;
  /** The command that has PGlite's lock, and how to release it. */
  #holder: { id: number; release: () => void } | null = null;
  #lastMessage: Promise<unknown> = Promise.resolve();
  #quiet: NodeJS.Timeout | null = null;
  /** Incremented per message: tells a late timer that a message has arrived meanwhile. */
  #messages = 0;

  constructor(pglite: PGlite, options: GateOptions) {
    this.#pglite = pglite;
    this.#options = options;
  }

  /** Admits the command of this connection. The previous one must have left. */
  enter(id: number): void {
    this.#connected = id;
  }

  /** Runs one protocol message of a command, after its previous ones. */
  pass(id: number, message: Uint8Array, onAnswer: (answer: Uint8Array) => void): Promise<void> {
    this.#messages++;
    this.#stopWatch();
    const passed = this.#lastMessage.then(() => this.#run(id, message, onAnswer));
    this.#lastMessage = passed.catch(() => undefined);
    return passed;
  }

  /**
   * The command has disconnected: waits for its message in flight, and rolls back its open
   * transaction.
   */
  async leave(id: number): Promise<void> {
    if (this.#connected === id) this.#connected = null;
    this.#stopWatch();
    await this.#lastMessage;
    if (this.#holder?.id !== id) return;
    const undone = this.#rollBack();
    this.#lastMessage = undone.catch(() => undefined);
    await undone;
  }

  async #run(
    id: number,
    message: Uint8Array,
    onAnswer: (answer: Uint8Array) => void,
  ): Promise<void> {
    if (message[0] === terminate) return;
    await this.#hold(id);
    if (this.#connected !== id) return;
    const answer = await this.#execute(message);
    const status = answer.subarray(-readyForQueryBytes);
    const hasEnded = status[0] === readyForQuery && status[readyForQueryBytes - 1] === idle;
    if (hasEnded) this.#letGo();
    // Only now: once a command has its response, the cached pages must have been dropped.
    if (answer.length > 0) onAnswer(answer);
    if (!hasEnded) this.#watch(id);
  }

  async #execute(message: Uint8Array): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    const onRawData = (chunk: Uint8Array) => void chunks.push(chunk.slice());
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(message, { onRawData }),
    );
    return Buffer.concat(chunks);
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#execute(rollback);
      // After an error PGlite skips everything up to a Sync, the first ROLLBACK too. A Sync alone
      // would commit a statement whose own Sync never came.
      await this.#execute(sync);
      await this.#execute(rollback);
    } finally {
      this.#letGo();
    }
  }

  #hold(id: number): Promise<void> {
    if (this.#holder) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const granted = () => {
        if (this.#connected !== id) {
          resolve();
          return Promise.resolve();
        }
        return new Promise<void>((release) => {
          this.#holder = { id, release };
          resolve();
        });
      };
      this.#pglite._runExclusiveTransaction(granted).catch(reject);
    });
  }

  #letGo(): void {
    const holder = this.#holder;
    this.#holder = null;
    holder?.release();
    this.#options.onEnded();
  }

  #watch(id: number): void {
    if (this.#connected !== id) return;
    this.#stopWatch();
    const messages = this.#messages;
    this.#quiet = setTimeout(() => {
      void (async () => {
        // A timer that is late because the process was busy must not run before messages that
        // already wait.
        await nextTurn();
        await nextTurn();
        if (this.#messages === messages && this.#holder?.id === id) this.#options.onQuiet(id);
      })();
    }, this.#options.quietMs).unref();
  }

  #stopWatch(): void {
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = null;
  }
}

/** Query: type, length, SQL that ends with a zero. */
const rollback = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1');
/** Sync: type, length. */
const sync = Buffer.from('S\0\0\0\x04', 'latin1');
