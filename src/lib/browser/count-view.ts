import { viewedIdsMax } from '#shared/constants.ts';
import { send } from './send.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * Counts a view the first time this browser sees a novel or a chapter (specification, section 7).
 * Asks with HEAD: the text is already on the page.
 */
export async function countViewOnce(listKey: string, path: string, id: string): Promise<void> {
  const seen = readIds(listKey);
  if (seen.includes(id)) return;
  // Without an answer nothing is noted: the next visit counts.
  const response = await send({ method: 'HEAD', path: `${path}?countView=true` }).catch(() => null);
  if (response?.ok) {
    writeStored(listKey, JSON.stringify([...readIds(listKey), id].slice(-viewedIdsMax)));
  }
}

/** What this browser has counted under a key, oldest first; nothing where it is unreadable. */
export function readIds(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
