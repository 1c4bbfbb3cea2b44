import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A Debian of its own under systemd, on a network of its own, like a server that was just rented. */
export type Machine = {
  /** Its files. */
  root: string;
  /** Its address, and that of everything outside of it. */
  address: string;
  outside: string;
  /** Runs a script of bash as root; returns what it wrote. @throws Error if it fails */
  sh: (script: string, options?: { input?: Input }) => Promise<string>;
  write: (path: string, text: string, mode?: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** What a program is given: all at once, or an answer to each of its questions. */
export type Input = string | ((question: string) => string);

export const releases = { 12: 'bookworm', 13: 'trixie' } as const;
export type DebianVersion = keyof typeof releases;

/** Where Debian's mirror is reached, on the address outside. */
export const proxyPort = 3142;
/** What a fresh Debian has and a minimal one lacks. */
const usual = 'systemd-sysv,dbus,iproute2,ca-certificates,sudo,curl,openssl,nano';
const programs = [
  ...['mmdebstrap', 'systemd-nspawn', 'ip', 'nsenter', 'unshare', 'tar', 'git'],
  ...['dpkg-deb', 'buildah'],
];

/** What this machine lacks to run others on it. */
export function lacking(): string[] {
  if (process.getuid?.() !== 0) return ['les droits de root'];
  return programs.filter((name) => spawnSync('which', [name]).status !== 0);
}

/** Runs a program of this machine. @throws Error with what it wrote, if it fails */
export async function run(program: string, args: string[], input: Input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  // A program may end without reading what it is given.
  child.stdin.on('error', () => undefined);
  if (typeof input === 'string') child.stdin.end(input);
  let answeredAt = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (typeof input === 'string' || !output.endsWith(' : ')) return;
      const question = output.slice(answeredAt).split('\n').at(-1) ?? '';
      answeredAt = output.length;
      child.stdin.write(`${input(question)}\n`);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')}\n${output}ended with ${code}`);
  return output;
}

/** The files of a Debian as it is bare, made once. */
export async function makeBase(version: DebianVersion, cache: string): Promise<string> {
  const base = join(cache, `debian-${version}.tar`);
  if (existsSync(base)) return base;
  await mkdir(cache, { recursive: true });
  const include = ['--variant=minbase', `--include=${usual}`];
  await run('mmdebstrap', ['--quiet', ...include, releases[version], `${base}.part.tar`]);
  await rename(`${base}.part.tar`, base);
  return base;
}

/** Starts a Debian in `folder`; its files are made once, and kept in `cache`. */
export async function startMachine(
  version: DebianVersion,
  { folder, cache }: { folder: string; cache: string },
): Promise<Machine> {
  const base = await makeBase(version, cache);
  const root = join(folder, 'root');
  await mkdir(root, { recursive: true });
  await run('tar', ['-C', root, '-xf', base]);

  const network = `feuilleton-${version}`;
  const outside = `10.213.${version}.1`;
  const address = `10.213.${version}.2`;
  await addNetwork(network, version, outside, address);
  const write: Machine['write'] = async (path, text, mode = 0o644) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, { mode });
  };
  const apt = [
    `Acquire::http::Proxy "http://${outside}:${proxyPort}";`,
    // A mirror in between may be late.
    'Acquire::Check-Valid-Until "false";',
    'APT::Get::Assume-Yes "true";',
  ];
  await write('/etc/apt/apt.conf.d/99test', `${apt.join('\n')}\n`);
  await write('/etc/hostname', 'debian\n');
  await appendFile(join(root, 'etc/hosts'), '127.0.0.1 localhost debian\n::1 localhost\n');

  // systemd 257 wants the second version of cgroups alone.
  const boot = `mount --make-rprivate /; umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
    exec systemd-nspawn --quiet -D ${root} --machine=${network} --boot --register=no --keep-unit \
      --network-namespace-path=/run/netns/${network}`;
  const nspawn = spawn('unshare', ['-m', 'sh', '-ec', boot], { stdio: 'ignore' });
  const guest = await firstChild(nspawn);
  const sh: Machine['sh'] = (script, { input } = {}) => {
    const inside = ['-t', guest, '-m', '-u', '-i', '-p', '-C', '-n', 'env', '-i'];
    const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8'];
    const shell = ['timeout', '600', 'bash', '-ec', `cd /root\n${script}`];
    return run('nsenter', [...inside, ...environment, ...shell], input);
  };
  const stop = async () => {
    const gone = nspawn.exitCode === null ? once(nspawn, 'exit') : null;
    nspawn.kill('SIGTERM');
    const giveUp = setTimeout(() => nspawn.kill('SIGKILL'), 20_000);
    await gone;
    clearTimeout(giveUp);
    await run('ip', ['netns', 'delete', network]).catch(() => '');
  };
  const machine = { root, address, outside, sh, write, stop };
  try {
    await sh('until systemctl is-system-running --quiet; do sleep 0.2; done');
    await sh('echo debconf debconf/frontend select Noninteractive | debconf-set-selections');
  } catch (error) {
    await stop();
    throw error;
  }
  return machine;
}

async function addNetwork(name: string, version: number, outside: string, inside: string) {
  if (existsSync(`/run/netns/${name}`)) await run('ip', ['netns', 'delete', name]);
  const [here, there] = [`fl-out-${version}`, `fl-in-${version}`];
  const lines = [
    // Of a run that was killed.
    `ip link delete ${here} 2>/dev/null || true`,
    `ip netns add ${name}`,
    `ip link add ${here} type veth peer name ${there} netns ${name}`,
    `ip addr add ${outside}/30 dev ${here}`,
    `ip link set ${here} up`,
    `ip -n ${name} addr add ${inside}/30 dev ${there}`,
    `ip -n ${name} link set ${there} up`,
    `ip -n ${name} link set lo up`,
  ];
  await run('sh', ['-ec', lines.join('\n')]);
}

/** The machine's systemd, as a process of this one. */
async function firstChild(nspawn: ChildProcess): Promise<string> {
  const { pid } = nspawn;
  for (let tries = 0; tries < 300 && nspawn.exitCode === null; tries++) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    if (child && readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n') return child;
    await wait(100);
  }
  nspawn.kill('SIGKILL');
  throw new Error('systemd-nspawn starts no systemd');
}
