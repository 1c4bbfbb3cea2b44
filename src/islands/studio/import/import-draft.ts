/**
 * Keeps the author's choices about an unconfirmed import across reloads, in `sessionStorage`. Stored
 * values are checked by hand: no schema library is sent to browsers (decision 17).
 */
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { parseNovelDraft } from '../novel/read-novel-form.ts';
import { publications, type Options } from './ImportPrices.tsx';

export type ImportDraft = {
  edits?: readonly ImportEdit[];
  fields?: NovelFields | undefined;
  target?: string;
  takesCover?: boolean;
  options?: Options;
};

const keyOf = (uploadId: string): string => `import_draft_${uploadId}`;

/** Empty if nothing is stored; invalid values are dropped. */
export function readDraft(uploadId: string): ImportDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(uploadId)) ?? '');
    if (!isRecord(stored)) return {};
    const { edits, target, takesCover, options } = stored;
    const fields = parseNovelDraft(stored.fields);
    return {
      ...(Array.isArray(edits) && edits.every(isEdit) && { edits }),
      ...(fields && { fields }),
      ...(typeof target === 'string' && { target }),
      ...(typeof takesCover === 'boolean' && { takesCover }),
      ...(isOptions(options) && { options }),
    };
  } catch {
    return {};
  }
}

export function writeDraft(uploadId: string, draft: ImportDraft): void {
  try {
    sessionStorage.setItem(keyOf(uploadId), JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: after a reload the server's copy is used.
  }
}

export function forgetDraft(uploadId: string): void {
  try {
    sessionStorage.removeItem(keyOf(uploadId));
  } catch {
    // Unavailable storage is treated as empty.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isEdit = (value: unknown): value is ImportEdit =>
  isRecord(value) &&
  typeof value.piece === 'string' &&
  /^\d+(?:@\d+)?$/.test(value.piece) &&
  (value.kind === 'rename'
    ? typeof value.title === 'string'
    : ['split', 'merge', 'take', 'skip'].includes(String(value.kind)));

const isOptions = (value: unknown): value is Options =>
  isRecord(value) &&
  (value.premiumFrom === null || typeof value.premiumFrom === 'string') &&
  typeof value.creditCost === 'string' &&
  isRule(value.rule) &&
  publications.some((one) => one === value.publication) &&
  (value.rhythm === undefined || isSchedule(value.rhythm)) &&
  typeof value.isSilent === 'boolean';

const isRule = (value: unknown): value is Options['rule'] =>
  isRecord(value) &&
  ['inherit', 'never', 'after'].includes(String(value.kind)) &&
  typeof value.days === 'string';

const isSchedule = (value: unknown): value is Options['rhythm'] =>
  isRecord(value) &&
  Array.isArray(value.weekdays) &&
  value.weekdays.every((day) => typeof day === 'number') &&
  typeof value.time === 'string' &&
  typeof value.fromDay === 'string';
