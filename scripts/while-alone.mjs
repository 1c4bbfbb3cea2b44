// Plain JavaScript for any Node version, as ensure-installed.mjs.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * A folder: empty while the lock is free, else with one file whose name is unique to its holder. A
 * process that removes the file of a dead holder cannot remove the file of the next holder.
 */
const lock = fileURLToPath(new URL('../.cache/alone', import.meta.url));
const retryMs = 200;

/**
 * Runs `work` while no other process installs or builds in this checkout: of two at once, the second
 * waits. What a killed process left is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileAlone(work) {
  const own = `${process.pid}.${randomUUID()}`;
  while (!takeLock(own)) await sleep(retryMs);
  try {
    return await work();
  } finally {
    removeHolder(own);
  }
}

function takeLock(own) {
  const made = `${lock}.${own}`;
  mkdirSync(made, { recursive: true });
  try {
    writeFileSync(`${made}/${own}`, '');
    // With its holder at once; it replaces no folder but an empty one.
    renameSync(made, lock);
    return true;
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    for (const holder of readdirSync(lock)) if (!isAlive(holder)) removeHolder(holder);
    return false;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function removeHolder(holder) {
  rmSync(`${lock}/${holder}`, { force: true });
}

function isAlive(holder) {
  try {
    const pid = parseInt(holder);
    if (pid === process.pid) return false;
    // Of before the machine was started: by now another program may have the id.
    if (statSync(`${lock}/${holder}`).mtimeMs < Date.now() - uptime() * 1000) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive.
    return error.code === 'EPERM';
  }
}
