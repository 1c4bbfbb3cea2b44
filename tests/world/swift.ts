import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

const programs = ['swift-proxy-server', 'swift-account-server', 'swift-ring-builder'];

/** Why OpenStack Swift cannot be started, or an empty string. */
export const missing = programs.some((program) => spawnSync(program, ['--help']).error)
  ? 'OpenStack Swift is not installed'
  : '';

const region = 'fr-par';
const bucket = 'images';
const secretKey = 'un-secret-assez-long';

/** Settings that make the product store pictures there, and what ends it. */
export type Swift = { environment: Record<string, string>; stop: () => Promise<void> };

/** Starts Debian's OpenStack Swift, which speaks S3's protocol, with one disk and one empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-swift-'));
  await mkdir(join(folder, 'disks', 'one'), { recursive: true });
  const children: ChildProcess[] = [];
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  const run = async (kind: string, port: number, sections: Record<string, string>) => {
    const file = join(folder, `${kind}.conf`);
    const common = {
      bind_ip: '127.0.0.1',
      bind_port: port,
      workers: 0,
      user: userInfo().username,
      swift_dir: folder,
      devices: join(folder, 'disks'),
      mount_check: false,
      recon_cache_path: folder,
      lock_path: folder,
    };
    const lines = Object.entries(common).map(([name, value]) => `${name} = ${value}`);
    const others = Object.entries(sections).map(([name, text]) => `[${name}]\n${text}`);
    await writeFile(file, ['[DEFAULT]', ...lines, ...others, ''].join('\n'));
    const log = createWriteStream(join(folder, `${kind}.log`));
    await once(log, 'open');
    children.push(spawn(`swift-${kind}-server`, [file], { stdio: ['ignore', log, log] }));
  };

  const ports = await freePorts(4);
  const [proxyPort = 0, ...storePorts] = ports;
  for (const [index, kind] of ['account', 'container', 'object'].entries()) {
    const port = storePorts[index] ?? 0;
    const ring = (...argv: string[]) =>
      execFileSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...argv]);
    ring('create', '4', '1', '1');
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1');
    ring('rebalance');
    await run(kind, port, {
      'pipeline:main': `pipeline = ${kind}-server`,
      [`app:${kind}-server`]: `use = egg:swift#${kind}`,
    });
  }
  await run('proxy', proxyPort, {
    'pipeline:main': 'pipeline = catch_errors cache s3api tempauth proxy-server',
    'app:proxy-server': 'use = egg:swift#proxy\naccount_autocreate = true',
    'filter:catch_errors': 'use = egg:swift#catch_errors',
    'filter:cache': 'use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:9',
    'filter:s3api': `use = egg:swift#s3api\nlocation = ${region}`,
    'filter:tempauth': `use = egg:swift#tempauth\nuser_house_site = ${secretKey} .admin`,
  });

  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const accessKeyId = 'house:site';
  const keys = { accessKeyId, secretAccessKey: secretKey, region, service: 's3', retries: 0 };
  const client = new AwsClient(keys);
  for (let attempt = 0; ; attempt++) {
    const answer = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch(() => null);
    if (answer?.ok) break;
    if (attempt === 150 || children.some(({ exitCode }) => exitCode !== null)) {
      throw new Error(`Swift did not start: ${await readFile(join(folder, 'proxy.log'), 'utf8')}`);
    }
    await sleep(200);
  }
  return {
    environment: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKeyId,
      S3_SECRET_KEY: secretKey,
    },
    stop: async () => {
      const running = children.filter((one) => one.exitCode === null && one.signalCode === null);
      await Promise.all(
        running.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
