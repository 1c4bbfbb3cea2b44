// Plain JavaScript for any Node version, as ensure-installed.mjs.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../.cache', import.meta.url));
const lock = `${folder}/working`;
const retryMs = 200;

/**
 * Runs `work` while no other process installs or builds in this checkout: of two at once, the second
 * waits. What a killed process left is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileAlone(work) {
  mkdirSync(folder, { recursive: true });
  while (!takeLock()) await sleep(retryMs);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock() {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // With its content at once: a lock never is without the process that holds it.
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld()) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function isHeld() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid === process.pid) return false;
    // Of before the machine was started: by now another program may have the id.
    if (statSync(lock).mtimeMs < Date.now() - uptime() * 1000) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive.
    return error.code === 'EPERM';
  }
}
