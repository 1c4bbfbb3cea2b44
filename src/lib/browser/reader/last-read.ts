/** The chapter of each novel read last on this device. Private to the current reader. */
import { storedPlacesMax } from '#shared/constants.ts';
import * as storageKeys from '#shared/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';

export type LastRead = { id: string; number: number };

/** The chapter of a novel that was read last; null for none, or an invalid entry. */
export function readLastRead(novelId: string): LastRead | null {
  const [id, number] = [readAll()[novelId]].flat();
  return typeof id === 'string' && /^[\da-f-]{36}$/.test(id) && Number.isInteger(number)
    ? { id, number: Number(number) }
    : null;
}

/** Stores the current chapter. The novels read longest ago are dropped beyond a limit. */
export function noteLastRead(novelId: string, { id, number }: LastRead): void {
  const others = Object.entries(readAll()).filter(([novel]) => novel !== novelId);
  const all = [...others, [novelId, [id, number]] as const].slice(-storedPlacesMax);
  writeStored(storageKeys.lastRead, JSON.stringify(Object.fromEntries(all)));
}

function readAll(): Partial<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.lastRead) ?? '');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
