/** Finds a Chromium for browser tests, budgets and screenshots, or installs one. */
import { spawn, spawnSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { withTicks } from './progress.ts';

/** First the browser without a window: a story takes a third of the processor time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** The same without the first: those that keep a profile on the disk. */
const wholeNames = names.slice(1);
const playwrightCli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));

/** Switches that every start of the browser uses: it runs in containers, without a screen. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
];

/**
 * Path of a Chromium: `CHROMIUM_PATH`, one on the PATH, one that Playwright downloaded before;
 * else Debian's package (as root), else Playwright's download.
 * Throws a French sentence where none can be had.
 */
export async function findChromium(): Promise<string> {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (await isExecutable(told)) return told;
    throw new Error(`CHROMIUM_PATH nomme ${told}, qui ne peut pas être lancé.`);
  }
  const found = (await findOnPath()) ?? findDownloaded();
  if (found !== null) return found;
  const brought = (await installPackage()) ?? (await download());
  if (brought !== null) return brought;
  throw new Error(
    'Aucun Chromium n’a été trouvé ni installé. Installez-en un (par exemple « apt-get install ' +
      'chromium-headless-shell »), ou donnez son chemin dans CHROMIUM_PATH.',
  );
}

/** Path of a Chromium that keeps its profile on the disk, or null where only a shell is installed. */
export async function findWholeChromium(): Promise<string | null> {
  return (await findOnPath(wholeNames)) ?? findDownloaded();
}

async function findOnPath(wanted: readonly string[] = names): Promise<string | null> {
  for (const name of wanted) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder !== '' && (await isExecutable(path))) return path;
    }
  }
  return null;
}

function findDownloaded(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

async function installPackage(): Promise<string | null> {
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!hasApt || process.getuid?.() !== 0) return null;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isInstalled = await withTicks('Installation de Chromium (paquet Debian)', async () => {
    await succeeds('apt-get', ['update', '-qq'], environment);
    const install = (name: string) =>
      succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], environment);
    return (await install('chromium-headless-shell')) || (await install('chromium'));
  });
  return isInstalled ? findOnPath() : null;
}

async function download(): Promise<string | null> {
  const isDownloaded = await withTicks('Téléchargement de Chromium (Playwright)', () =>
    succeeds(process.execPath, [playwrightCli, 'install', 'chromium'], process.env),
  );
  return isDownloaded ? findDownloaded() : null;
}

function succeeds(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
