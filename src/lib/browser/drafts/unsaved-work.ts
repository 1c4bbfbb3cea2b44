import { logFault } from '../log-failure.ts';

/** Unsaved input on this page, to be stored when the session ends. */
type Save = () => boolean;

const works = new Set<Save>();

/**
 * Registers an open form. `save` stores its content on this device, synchronously, and returns
 * whether it has stored anything.
 * @returns a function that unregisters it.
 */
export function registerUnsavedWork(save: Save): () => void {
  works.add(save);
  return () => void works.delete(save);
}

/**
 * The session ends without the user's action: stores all open forms, last opened first: a dialog
 * passes its content to the form below. @returns whether anything is stored.
 */
export function saveUnsavedWork(): boolean {
  return [...works].reverse().filter((save) => isSaved(save)).length > 0;
}

/** A form that fails does not cost the others their words. */
function isSaved(save: Save): boolean {
  try {
    return save();
  } catch (error) {
    logFault(error);
    return false;
  }
}
