import { send } from '../send.ts';
import { readStored, writeStored } from '../storage.ts';

/** The number of ids that a browser stores as already counted. */
const viewedIdsMax = 2_000;

/**
 * Counts a view the first time this browser opens a novel or a chapter (specification, section
 * 7). A HEAD request: the text is already on the page.
 */
export async function countViewOnce(listKey: string, path: string, id: string): Promise<void> {
  const seen = readIds(listKey);
  if (seen.includes(id)) return;
  // Of the page before, the host of another site or the first part of a path of ours (decision 93).
  const [, , host, page] = document.referrer.split(/[/?]/);
  const from = host === location.host ? `/${page}` : host;
  // Without a response nothing is stored: the next visit counts.
  const response = await send({
    method: 'HEAD',
    path: `${path}?countView=true&from=${from}`,
  }).catch(() => null);
  if (response?.ok) {
    writeStored(listKey, JSON.stringify([...readIds(listKey), id].slice(-viewedIdsMax)));
  }
}

/** The ids counted by this browser under a key, oldest first; empty if unreadable. */
export function readIds(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
