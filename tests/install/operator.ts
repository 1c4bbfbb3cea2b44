import { setTimeout as wait } from 'node:timers/promises';
import { openCaller, type Caller, type Session } from './caller.ts';
import { documentedBlocks, runElsewhere } from './document.ts';
import { run, startMachine, type DebianVersion, type Input, type Machine } from './machine.ts';
import { startAuthority, startMirrorProxy, type Stop } from './outside.ts';
import type { Release } from './releases.ts';

export const site = 'feuilleton.example';
/** Given to the first admin: money that no upgrade may lose. */
export const credits = 7;

/** An operator with production.md and two releases, on a Debian of their own. */
export class Operator {
  machine!: Machine;
  /** A reader outside, once there are certificates. */
  caller!: Caller;
  session: Session = {};
  chapter = { id: '', path: '', novelPath: '' };
  /** Comments that readers were told are kept. */
  comments = 0;
  readonly releases: { before: Release; now: Release };
  /** Prints a line. */
  readonly tell: (line: string) => void;
  readonly #folder: string;
  readonly #blocks = documentedBlocks();
  readonly #ran = new Set<string>();
  readonly #startedAt = performance.now();
  readonly #stops: Stop[] = [];

  constructor(
    folder: string,
    releases: { before: Release; now: Release },
    tell: (line: string) => void,
  ) {
    this.#folder = folder;
    this.releases = releases;
    this.tell = tell;
  }

  /** Starts the machine, with the releases in root's folder. */
  async begin(version: DebianVersion, cache: string): Promise<void> {
    this.machine = await startMachine(version, { folder: this.#folder, cache });
    this.#stops.push(this.machine.stop, await startMirrorProxy(this.machine));
    for (const { files } of Object.values(this.releases)) {
      await run('cp', [...files, `${this.machine.root}/root/`]);
    }
  }

  /** Puts an authority for certificates on the machine's way out, and a reader beside it. */
  async trust(): Promise<void> {
    const { certificate, stop } = await startAuthority(this.machine, {
      site,
      folder: this.#folder,
    });
    this.#stops.push(stop);
    this.caller = openCaller(this.machine.address, site, certificate);
    this.#stops.push(() => {
      this.caller.close();
      return Promise.resolve();
    });
  }

  /** Stops the machine and what is around it. */
  async end(): Promise<void> {
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  /** Blocks that neither this operator nor another test has run. */
  skipped(): string[] {
    const names = [...this.#blocks.keys()];
    return names.filter((name) => !this.#ran.has(name) && !(name in runElsewhere));
  }

  /** Says how long a step took, and how much time has passed. */
  async step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await work();
    const now = performance.now();
    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6);
    this.tell(`${seconds(now - this.#startedAt)} s ${seconds(now - from)} s  ${what}`);
    return result;
  }

  /** A block's text, with what stands for the operator's own. A part that is not there is an error. */
  text(name: string, own: Record<string, string> = {}): string {
    const block = this.#blocks.get(name);
    if (!block) throw new Error(`the how-to has no block “${name}”`);
    this.#ran.add(name);
    let { text } = block;
    for (const [from, to] of Object.entries(own)) {
      if (!text.includes(from)) throw new Error(`the block “${name}” has no ${from}`);
      text = text.replaceAll(from, to);
    }
    return text;
  }

  /** Runs a block. */
  block(name: string, own: Record<string, string> = {}, input: Input = ''): Promise<string> {
    return this.machine.sh(this.text(name, own), { input });
  }

  /** Asks until the answer is this one; a proxy may wait for its certificate. */
  async until(path: string, wanted: number): Promise<void> {
    let last = '';
    for (let tries = 0; tries < 300; tries++) {
      const answer = await this.caller.ask(path).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === wanted) return;
      last = typeof answer === 'string' ? answer : `${answer.status}`;
      await wait(100);
    }
    throw new Error(`${path} does not come to ${wanted}: ${last}`);
  }

  /** Adds to the settings. */
  async setting(line: string): Promise<void> {
    await this.machine.sh(`echo '${line}' >> /etc/feuilleton/settings
      systemctl restart feuilleton`);
  }

  /** What the site's database answers. */
  async query(statement: string): Promise<string> {
    const asPostgres = 'cd /; sudo -u postgres psql --dbname=feuilleton --no-align --tuples-only';
    return (await this.machine.sh(asPostgres, { input: statement })).trim();
  }

  /** What readers were told, and money. */
  async checkNothingIsLost(comments = this.comments): Promise<void> {
    const { sh } = this.machine;
    const counted = await this.query('select count(*) from comments');
    if (Number(counted) < comments) throw new Error(`${counted} of ${comments} comments are there`);
    const balance = await this.query(`select sum(delta) from ledger_entries`);
    if (Number(balance) !== credits) throw new Error(`the ledger has ${balance} credits`);
    await sh('feuilleton ledger check');
  }
}
