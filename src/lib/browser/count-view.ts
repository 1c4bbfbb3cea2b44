import { viewedIdsMax } from '../shared/constants.ts';
import { call } from './call.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * Counts a view the first time this browser sees a novel or a chapter (specification, section 7).
 * Asks with HEAD: the text is already on the page.
 */
export async function countViewOnce(listKey: string, path: string, id: string): Promise<void> {
  const seen = readIds(listKey);
  if (seen.includes(id)) return;
  const response = await call('HEAD', `${path}?countView=true`);
  if (response.ok) {
    writeStored(listKey, JSON.stringify([...readIds(listKey), id].slice(-viewedIdsMax)));
  }
}

function readIds(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
