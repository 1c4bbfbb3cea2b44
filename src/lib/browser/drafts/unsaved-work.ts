import { logFault } from '../log-failure.ts';

/** Unsaved input on this page, to be stored when the session ends. */
type Keep = () => boolean;

const works = new Set<Keep>();

/**
 * Registers an open form. `keep` stores its content on this device, synchronously, and returns
 * whether it has stored anything.
 * @returns a function that unregisters it.
 */
export function holdUnsavedWork(keep: Keep): () => void {
  works.add(keep);
  return () => void works.delete(keep);
}

/**
 * The session ends without the user's action: stores all open forms, last opened first: a dialog
 * passes its content to the form below. @returns whether anything is stored.
 */
export function keepUnsavedWork(): boolean {
  return [...works].reverse().filter((keep) => isKept(keep)).length > 0;
}

/** A form that fails does not cost the others their words. */
function isKept(keep: Keep): boolean {
  try {
    return keep();
  } catch (error) {
    logFault(error);
    return false;
  }
}
