import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { answering } from './answers.ts';
import { signIn } from './caller.ts';
import { filesOf, startLoad } from './load.ts';
import { credits, type Operator } from './operator.ts';

const admin = 'camille@feuilleton.example';
const exposureMax = 1.5;
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

/** From a bare Debian to the first page. */
export async function install(operator: Operator): Promise<void> {
  const { before } = operator.releases;
  await operator.step('the package is installed', () =>
    operator.block('package', { '1.0.0': before.version }),
  );
  await operator.machine.write('/root/Caddyfile', operator.text('caddyfile'));
  await operator.step('(Caddy and the authority of this test are installed)', async () => {
    await operator.machine.sh('apt-get install caddy');
    await operator.trust();
  });
  await operator.step('Caddy is set up', () => operator.block('caddy'));
  await operator.step('it asks for settings, behind a code of its log', async () => {
    await operator.until('/', 200);
    const logged = await operator.block('setup-code');
    if (!/^Le code .* : [\w-]+$/m.test(logged)) throw new Error(logged);
  });
  await operator.step('the settings are written', () => operator.block('setup', {}, answering));
  await operator.step('the first page, by https', () => operator.until('/romans', 200));
  // The load below comes from one address.
  await operator.setting('RATE_LIMIT_PER_MINUTE=1000000');
}

/** Doctor, first admin, first book, and what systemd thinks. */
export async function use(operator: Operator): Promise<void> {
  const { sh } = operator.machine;
  await operator.step('doctor finds nothing but our authority’s short certificate', async () => {
    // Node trusts its own list alone.
    const trust = 'sudo NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/authority.crt';
    const said = await sh(`${operator.text('doctor', { sudo: trust }).trim()} || true`);
    const faults = said.split('\n').filter((line) => line.startsWith('✗'));
    if (faults.length !== 1 || !faults[0]?.includes('renouvelez-le')) throw new Error(said);
  });
  await operator.step('the first admin signs in by a link', async () => {
    const link = /https:\S+/.exec(await operator.block('admin'))?.[0] ?? '';
    operator.session = await signIn(operator.caller, link);
  });
  await operator.step('a book of root’s is imported and read', async () => {
    await operator.machine.write('/root/livre.md', book, 0o600);
    await operator.block('book');
    await findChapter(operator);
  });
  await sh(`feuilleton credits adjust ${admin} +${credits} 'Un essai'`);
  await operator.step('systemd finds no fault in the units', async () => {
    const said = await sh(
      'systemd-analyze verify /usr/lib/systemd/system/feuilleton*.{service,socket,timer} 2>&1',
    );
    if (said.includes('feuilleton')) throw new Error(said);
    const security = await sh('systemd-analyze security --no-pager feuilleton | tail -1');
    const exposure = Number(/: ([\d.]+)/.exec(security)?.[1]);
    if (!(exposure <= exposureMax)) throw new Error(security);
    operator.tell(`                   exposure level, with the site running: ${exposure}`);
  });
}

async function findChapter(operator: Operator): Promise<void> {
  const found = await operator.caller.ask('/');
  const novelPath = /\/novel\/[\w-]+/.exec(found.text)?.[0] ?? '';
  const novel = await operator.caller.ask(novelPath);
  const path = /\/chapter\/[\w-]{36}/.exec(novel.text)?.[0] ?? '';
  const chapter = await operator.caller.ask(path);
  if (!chapter.text.includes('Il était une fois')) throw new Error(`${path}: ${chapter.status}`);
  operator.chapter = { id: path.slice(-36), path, novelPath };
}

/** Backups by night, restored once. */
export async function backUp(operator: Operator): Promise<void> {
  const key = /age1\w+/.exec(await operator.block('key'))?.[0] ?? '';
  await operator.setting(`BACKUP_RECIPIENT=${key}`);
  await operator.step('tonight’s backup is made, encrypted', () => operator.block('backup'));
  await operator.step('it is restored once, beside the site', async () => {
    // One machine is the server and the one that has the key.
    await operator.machine.sh(
      'cp "$(ls -t /var/backups/feuilleton/*.age | head -1)" dernière.backup.age',
    );
    await operator.block('decrypt');
    await operator.block('rehearse');
  });
  await operator.machine.sh('systemctl start feuilleton-check');
}

/** @throws Error where a reader noticed, or a script or a comment is gone */
export async function upgradeUnderLoad(operator: Operator, proxy: string): Promise<void> {
  const { now } = operator.releases;
  const { sh, root } = operator.machine;
  const pages = ['/', operator.chapter.novelPath, operator.chapter.path, '/romans'];
  const opened = await Promise.all(pages.map((path) => operator.caller.ask(path)));
  const scripts = [...new Set(opened.flatMap(({ text }) => filesOf(text)))];
  const files = await readdir(join(root, 'usr/lib/feuilleton/program/dist/client/_astro'));
  const built = files.filter((name) => name.endsWith('.js'));
  const load = startLoad(operator.caller, {
    pages,
    scripts,
    chapterId: operator.chapter.id,
    session: operator.session,
  });
  await wait(3_000);
  await operator.step(`upgraded behind ${proxy}, under load`, () =>
    operator.block('upgrade', { '1.0.0': now.version }),
  );
  await wait(5_000);
  const { answered, failures, comments, slowestMs } = await load.stop();
  let missing = 0;
  for (const name of built) {
    const { status } = await operator.caller.ask(`/_astro/${name}`);
    if (status !== 200) missing++;
  }
  operator.tell(
    `                   ${proxy}: ${answered} requests answered, ${failures.length} failed, ` +
      `slowest ${slowestMs} ms; ${missing} of ${built.length} older scripts missing`,
  );
  if (failures.length > 0) throw new Error(failures.slice(0, 20).join('\n'));
  if (missing > 0) throw new Error(`${missing} scripts of the older version are missing`);
  const said = await sh('feuilleton --version 2>/dev/null || dpkg-query -W feuilleton');
  if (!said.includes(now.version)) throw new Error(`runs ${said}`);
  operator.comments += comments;
  await operator.checkNothingIsLost();
}

/** Back to the older version, before and after the newer one has changed the tables. */
export async function rollBack(operator: Operator): Promise<void> {
  const { before, now } = operator.releases;
  const { sh } = operator.machine;
  await operator.step('rolled back', () => operator.block('rollback', { '0.9.9': before.version }));
  await operator.until('/', 200);
  await operator.checkNothingIsLost();
  // As if the newer version had changed the tables.
  await operator.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('of a newer version', 9999999999999)`);
  const said = await sh('systemctl restart feuilleton 2>&1 || feuilleton doctor 2>&1 || true');
  if (!said.includes('plus récente')) throw new Error(said);
  await checkLogHasNoQuery(operator);
  await operator.step('rolled back from newer tables, by the backup of before', () =>
    operator.block('rollback-restore', { '1.0.0': now.version }),
  );
  await operator.until('/', 200);
  // The backup is of the moment before the upgrade: comments of the load may be later.
  await operator.checkNothingIsLost(0);
  operator.comments = 0;
}

/** While the site is away, Caddy logs each request as an error. */
async function checkLogHasNoQuery(operator: Operator): Promise<void> {
  await operator.machine.sh('systemctl stop feuilleton.socket feuilleton');
  await operator.until('/auth/success?accessToken=a-secret-of-somebody', 502);
  const logged = await operator.machine.sh('journalctl --unit=caddy --output=cat');
  if (!logged.includes('/auth/success') || logged.includes('a-secret-of-somebody')) {
    throw new Error(`Caddy logs otherwise than the how-to says: ${logged.slice(-2_000)}`);
  }
}

/** nginx and certbot in the place of Caddy. */
export async function changeToNginx(operator: Operator): Promise<void> {
  const { sh, write } = operator.machine;
  await sh('systemctl disable --now caddy');
  await operator.step('nginx has a certificate by certbot', () =>
    operator.block('nginx-certificate'),
  );
  await write('/root/feuilleton.conf', operator.text('nginx'));
  await operator.block('nginx-site');
  await operator.until('/', 200);
  await operator.step('the certificate is renewed', () =>
    sh('certbot renew --force-renewal --no-random-sleep-on-renew'),
  );
  await operator.until('/', 200);
}
