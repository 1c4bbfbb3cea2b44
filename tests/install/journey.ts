import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openCaller, signIn, type Caller, type Session } from './caller.ts';
import { documentedBlocks, runElsewhere } from './document.ts';
import { filesOf, startLoad } from './load.ts';
import { run, startMachine, type DebianVersion, type Input, type Machine } from './machine.ts';
import { startAuthority, startMirrorProxy, type Stop } from './outside.ts';
import type { Release } from './releases.ts';

/** What one Debian showed: a line each, with its seconds where it took some. */
export type Tell = (line: string) => void;

const site = 'feuilleton.example';
const admin = 'camille@feuilleton.example';
const exposureMax = 1.5;
const credits = 7;
const book = `---
title: Le Livre d’essai
author: Jeanne Essai
lang: fr
---

## Chapitre premier

Il était une fois *un essai*.

## Chapitre deux

Il ne l’était plus.
`;
/** An association that sells nothing; what is not here is left as it is proposed. */
const answers: [RegExp, string][] = [
  [/^Adresse publique/, `https://${site}`],
  [/^Nom :|^Nom de l’hébergeur/, 'Les Amis du livre'],
  [/^Forme juridique/, 'association'],
  [/^Adresse postale|^Son adresse/, '1 rue de l’Exemple, 69001 Lyon'],
  [/^Immatriculation/, 'RNA W691000000'],
  [/^Directeur ou directrice/, 'Camille Exemple'],
  [/^Adresse e-mail pour les lecteurs/, `bonjour@${site}`],
  [/^Téléphone|^Son téléphone/, '+33 4 72 00 00 01'],
];
const answering =
  (database = '') =>
  (question: string) =>
    question.startsWith('Base de données')
      ? database
      : (answers.find(([form]) => form.test(question))?.[1] ?? '');

/** An operator's way through production.md, block by block, on a Debian of its own. */
export class Journey {
  readonly #blocks = documentedBlocks();
  readonly #ran = new Set<string>();
  readonly #startedAt = performance.now();
  readonly #stops: Stop[] = [];
  readonly #tell: Tell;
  readonly #releases: { before: Release; now: Release };
  readonly #folder: string;
  #machine!: Machine;
  #caller!: Caller;
  #session: Session = {};
  #chapter = { id: '', path: '', novelPath: '' };
  /** What readers were told is kept. */
  #comments = 0;

  constructor(folder: string, releases: { before: Release; now: Release }, tell: Tell) {
    this.#folder = folder;
    this.#releases = releases;
    this.#tell = tell;
  }

  /** @throws Error where something is not as the how-to says */
  async travel(version: DebianVersion, cache: string): Promise<void> {
    try {
      await this.#step('a bare Debian has started', async () => {
        this.#machine = await startMachine(version, { folder: this.#folder, cache });
        this.#stops.push(this.#machine.stop, await startMirrorProxy(this.#machine));
        for (const release of Object.values(this.#releases)) {
          for (const file of release.files) await run('cp', [file, `${this.#machine.root}/root/`]);
        }
      });
      await this.#install();
      await this.#use();
      await this.#backUp();
      await this.#upgradeUnderLoad('Caddy');
      await this.#rollBack();
      await this.#changeToNginx();
      await this.#upgradeUnderLoad('nginx');
      await this.#receiveMail();
      await this.#remove();
      await this.#useArchive();
      await this.#useImage();
      const skipped = [...this.#blocks.keys()].filter(
        (name) => !this.#ran.has(name) && !(name in runElsewhere),
      );
      if (skipped.length > 0) throw new Error(`blocks that nothing ran: ${skipped.join(', ')}`);
    } catch (error) {
      const units = ['feuilleton', 'caddy', 'nginx', 'postfix'].map((name) => `--unit=${name}`);
      const journal = this.#machine.sh(`journalctl --lines=40 --output=cat ${units.join(' ')}`);
      this.#tell(await journal.catch(String));
      throw error;
    } finally {
      await this.end();
    }
  }

  /** Stops the machine and what is around it. */
  async end(): Promise<void> {
    this.#caller?.close();
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  async #step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await work();
    const now = performance.now();
    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6);
    this.#tell(`${seconds(now - this.#startedAt)} s ${seconds(now - from)} s  ${what}`);
    return result;
  }

  /** A block's text, with what stands for the operator's own. A part that is not there is an error. */
  #text(name: string, own: Record<string, string> = {}): string {
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

  #block(name: string, own: Record<string, string> = {}, input: Input = ''): Promise<string> {
    return this.#machine.sh(this.#text(name, own), { input });
  }

  async #install(): Promise<void> {
    const { before } = this.#releases;
    await this.#step('the package is installed', () =>
      this.#block('package', { '1.0.0': before.version }),
    );
    await this.#machine.write('/root/Caddyfile', this.#text('caddyfile'));
    await this.#step('(Caddy and the authority of this test are installed)', async () => {
      await this.#machine.sh('apt-get install caddy');
      const { certificate, stop } = await startAuthority(this.#machine, {
        site,
        folder: this.#folder,
      });
      this.#stops.push(stop);
      this.#caller = openCaller(this.#machine.address, site, certificate);
    });
    await this.#step('Caddy is set up', () => this.#block('caddy'));
    await this.#step('the settings are written', () =>
      this.#block(
        'setup',
        {
          'sudo systemctl':
            'chgrp feuilleton /etc/feuilleton/settings; chmod 640 /etc/feuilleton/settings; sudo systemctl',
        },
        answering('postgres:///feuilleton?host=/var/run/postgresql'),
      ),
    );
    await this.#step('the first page, by https', () => this.#until('/', 200));
    // The load below comes from one address.
    await this.#setting('RATE_LIMIT_PER_MINUTE=1000000');
  }

  /** Asks until the answer is this one; a proxy may wait for its certificate. */
  async #until(path: string, wanted: number): Promise<void> {
    let last = '';
    for (let tries = 0; tries < 300; tries++) {
      const answer = await this.#caller.ask(path).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === wanted) return;
      last = typeof answer === 'string' ? answer : `${answer.status}`;
      await wait(100);
    }
    throw new Error(`${path} does not come to ${wanted}: ${last}`);
  }

  async #setting(line: string): Promise<void> {
    await this.#machine.sh(`echo '${line}' >> /etc/feuilleton/settings
      systemctl restart feuilleton`);
  }

  async #use(): Promise<void> {
    const { sh } = this.#machine;
    await this.#step('doctor finds nothing but our authority’s short certificate', async () => {
      // Node trusts its own list alone.
      const trust = 'sudo NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/authority.crt';
      const said = await sh(`${this.#text('doctor', { sudo: trust }).trim()} || true`);
      const faults = said.split('\n').filter((line) => line.startsWith('✗'));
      if (faults.length !== 1 || !faults[0]?.includes('renouvelez-le')) throw new Error(said);
    });
    await this.#step('the first admin signs in by a link', async () => {
      const link = /https:\S+/.exec(await this.#block('admin'))?.[0] ?? '';
      this.#session = await signIn(this.#caller, link);
    });
    await this.#step('a book of root’s is imported and read', async () => {
      await this.#machine.write('/root/livre.md', book, 0o600);
      await this.#block('book');
      await this.#findChapter();
    });
    await sh(`feuilleton credits adjust ${admin} +${credits} 'Un essai'`);
    await this.#step('systemd finds no fault in the units', async () => {
      const said = await sh(
        'systemd-analyze verify /usr/lib/systemd/system/feuilleton*.{service,socket,timer} 2>&1',
      );
      if (said.includes('feuilleton')) throw new Error(said);
      const security = await sh('systemd-analyze security --no-pager feuilleton | tail -1');
      const exposure = Number(/: ([\d.]+)/.exec(security)?.[1]);
      if (!(exposure <= exposureMax)) throw new Error(security);
      this.#tell(`                   exposure level, with the site running: ${exposure}`);
    });
  }

  async #findChapter(): Promise<void> {
    const found = await this.#caller.ask('/');
    const novelPath = /\/novel\/[\w-]+/.exec(found.text)?.[0] ?? '';
    const novel = await this.#caller.ask(novelPath);
    const path = new RegExp(`${novelPath}/[\\w/-]*[0-9a-f]{12}`).exec(novel.text)?.[0] ?? '';
    const chapter = await this.#caller.ask(path);
    if (!chapter.text.includes('Il était une fois')) throw new Error(`${path}: ${chapter.status}`);
    this.#chapter = { id: path.slice(-36), path, novelPath };
  }

  async #backUp(): Promise<void> {
    const key = /age1\w+/.exec(await this.#block('key'))?.[0] ?? '';
    await this.#setting(`BACKUP_RECIPIENT=${key}`);
    await this.#step('tonight’s backup is made, encrypted', () => this.#block('backup'));
    await this.#step('it is restored once, beside the site', () => this.#block('rehearse'));
    await this.#machine.sh('systemctl start feuilleton-check');
  }

  async #upgradeUnderLoad(proxy: string): Promise<void> {
    const { now } = this.#releases;
    const { sh, root } = this.#machine;
    const pages = ['/', this.#chapter.novelPath, this.#chapter.path, '/catalogue'];
    const opened = await Promise.all(pages.map((path) => this.#caller.ask(path)));
    const scripts = [...new Set(opened.flatMap(({ text }) => filesOf(text)))];
    const built = await readdir(join(root, 'usr/lib/feuilleton/program/dist/client/_astro'));
    const load = startLoad(this.#caller, {
      pages,
      scripts,
      chapterId: this.#chapter.id,
      session: this.#session,
    });
    await wait(3_000);
    await this.#step(`upgraded behind ${proxy}, under load`, () =>
      this.#block('upgrade', { '1.0.0': now.version }),
    );
    await wait(5_000);
    const { answered, failures, comments, slowestMs } = await load.stop();
    let missing = 0;
    for (const name of built) {
      const { status } = await this.#caller.ask(`/_astro/${name}`);
      if (status !== 200) missing++;
    }
    this.#tell(
      `                   ${proxy}: ${answered} requests answered, ${failures.length} failed, ` +
        `slowest ${slowestMs} ms; ${missing} of ${built.length} older scripts missing`,
    );
    if (failures.length > 0) throw new Error(failures.slice(0, 20).join('\n'));
    if (missing > 0) throw new Error(`${missing} scripts of the older version are missing`);
    const said = await sh('feuilleton --version 2>/dev/null || dpkg-query -W feuilleton');
    if (!said.includes(now.version)) throw new Error(`runs ${said}`);
    this.#comments += comments;
    await this.#checkNothingIsLost();
  }

  /** What readers were told, and money. */
  async #checkNothingIsLost(comments = this.#comments): Promise<void> {
    const { sh } = this.#machine;
    const counted = await this.#query('select count(*) from comments');
    if (Number(counted) < comments) throw new Error(`${counted} of ${comments} comments are there`);
    const balance = await this.#query(`select sum(delta) from ledger_entries`);
    if (Number(balance) !== credits) throw new Error(`the ledger has ${balance} credits`);
    await sh('feuilleton ledger check');
  }

  async #query(statement: string): Promise<string> {
    const asPostgres = 'cd /; sudo -u postgres psql --dbname=feuilleton --no-align --tuples-only';
    return (await this.#machine.sh(asPostgres, { input: statement })).trim();
  }

  async #rollBack(): Promise<void> {
    const { before, now } = this.#releases;
    const { sh } = this.#machine;
    await this.#step('rolled back', () => this.#block('rollback', { '0.9.9': before.version }));
    await this.#until('/', 200);
    await this.#checkNothingIsLost();
    // As if the newer version had changed the tables.
    await this.#query(`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a newer version', 9999999999999)`);
    const said = await sh('systemctl restart feuilleton 2>&1 || feuilleton doctor 2>&1 || true');
    if (!said.includes('plus récente')) throw new Error(said);
    await this.#checkLogHasNoQuery();
    await this.#step('rolled back from newer tables, by the backup of before', () =>
      this.#block('rollback-restore', { '1.0.0': now.version }),
    );
    await this.#until('/', 200);
    // The backup is of the moment before the upgrade: comments of the load may be later.
    await this.#checkNothingIsLost(0);
    this.#comments = 0;
  }

  /** While the site is away, Caddy logs each request as an error. */
  async #checkLogHasNoQuery(): Promise<void> {
    await this.#machine.sh('systemctl stop feuilleton.socket feuilleton');
    await this.#until('/auth/success?accessToken=a-secret-of-somebody', 502);
    const logged = await this.#machine.sh('journalctl --unit=caddy --output=cat');
    if (!logged.includes('/auth/success') || logged.includes('a-secret-of-somebody')) {
      throw new Error(`Caddy logs otherwise than the how-to says: ${logged.slice(-2_000)}`);
    }
  }

  async #changeToNginx(): Promise<void> {
    const { sh, write } = this.#machine;
    await sh('systemctl disable --now caddy');
    await this.#step('nginx has a certificate by certbot', () => this.#block('nginx-certificate'));
    await write('/root/feuilleton.conf', this.#text('nginx'));
    await this.#block('nginx-site');
    await this.#until('/', 200);
    await this.#step('the certificate is renewed', () => sh('certbot renew --force-renewal'));
    await this.#until('/', 200);
  }

  async #receiveMail(): Promise<void> {
    const { sh, write } = this.#machine;
    await this.#query(this.#text('outbox'));
    await this.#step('Postfix hands over what comes back', async () => {
      await sh('apt-get install postfix');
      await sh(`postconf -e inet_interfaces=loopback-only 'mydestination=${site}, localhost'`);
      await write('/etc/aliases', `equipe: root\n${this.#text('aliases')}`);
      await write('/etc/sudoers.d/feuilleton', this.#text('sudoers'), 0o440);
      await sh('visudo --check --quiet; newaliases; systemctl restart postfix');
      await sh(`sendmail -f '<>' bonjour@${site}`, {
        input: 'Subject: Absente\n\nJusqu’à lundi.\n',
      });
      const handed =
        'status=sent (delivered to command: /usr/bin/sudo /usr/bin/feuilleton bounces)';
      await sh(`for i in $(seq 100); do
          if journalctl --quiet | grep --fixed-strings '${handed}'; then exit 0; fi
          sleep 0.2
        done
        journalctl --lines 20 _COMM=local; exit 1`);
    });
    await this.#setting(`MAIL_URL=smtp://127.0.0.1:25
MAIL_FROM=Feuilleton <bonjour@${site}>
ALERT_EMAIL=root@${site}`);
    await this.#step('a nightly check that fails is told by e-mail', async () => {
      await this.#query('update users set credits = credits + 1');
      await sh(`! systemctl start feuilleton-check
        for i in $(seq 100); do
          if grep --quiet --text feuilleton-check /var/mail/root; then exit 0; fi
          sleep 0.2
        done
        journalctl --lines 20 --output=cat --unit='feuilleton-*'; exit 1`);
      await this.#query('update users set credits = credits - 1');
      await sh('systemctl start feuilleton-check');
    });
  }

  async #remove(): Promise<void> {
    const { now } = this.#releases;
    await this.#step('removed', () => this.#block('remove'));
    await this.#step('and installed again', () =>
      this.#machine.sh(`apt-get install ./feuilleton_${now.version}_amd64.deb`),
    );
    await this.#until(this.#chapter.path, 200);
    await this.#checkNothingIsLost();
    await this.#step('a backup is restored in the place of everything', () =>
      this.#machine
        .sh('cp /var/backups/feuilleton/before-*.backup sauvegarde.backup')
        .then(() => this.#block('restore')),
    );
    await this.#until(this.#chapter.path, 200);
    await this.#step('purged, data and all', () => this.#block('purge'));
    const left = await this.#machine.sh(
      'ls -d /etc/feuilleton /usr/lib/feuilleton 2>/dev/null || true',
    );
    if (left !== '') throw new Error(`left behind: ${left}`);
  }

  async #useArchive(): Promise<void> {
    const { before } = this.#releases;
    const { sh, write } = this.#machine;
    await write('/root/feuilleton.service', this.#text('ini'));
    await this.#step('the archive is installed, with its own PostgreSQL', () =>
      this.#block('archive', { '1.0.0': before.version }, answering()),
    );
    await this.#until('/', 200);
    await this.#step('it is moved to Debian’s, with a second process', async () => {
      await this.#block('move');
      await this.#block('second-process');
    });
    await this.#until('/', 200);
    await sh(`until curl --fail --silent --output /dev/null http://127.0.0.1:4322/readyz; do sleep 0.2; done
      sudo -u feuilleton /opt/feuilleton/bin/feuilleton ledger check
      systemctl stop 'feuilleton@*'`);
  }

  async #useImage(): Promise<void> {
    // Without cgroups of its own, and without another network in the machine's.
    const here = '--network host --cgroups=disabled';
    const own = { '1.0.0': this.#releases.now.version, '--publish 127.0.0.1:4321:4321': here };
    await this.#step('the container image is running', () =>
      this.#block('image', own, answering('file:/data/database')),
    );
    await this.#until('/', 200);
    await this.#machine.sh('podman exec feuilleton feuilleton ledger check');
  }
}
