import { atom } from 'nanostores';

/** The month of a statement that the user has not seen, as `2026-10`; null where none is known. */
export const $newStatement = atom<string | null>(null);
