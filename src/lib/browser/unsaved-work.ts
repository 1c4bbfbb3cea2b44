/** What is being written on this page, for the moment at which the session ends under it. */
type Keep = () => boolean;

const works = new Set<Keep>();

/**
 * A form is open. `keep` keeps what stands in it on this device, before it returns, and says whether
 * it has kept anything.
 * @returns what takes it away again.
 */
export function holdUnsavedWork(keep: Keep): () => void {
  works.add(keep);
  return () => void works.delete(keep);
}

/**
 * The session ends without their wish: keeps all that is open, what was opened last first: a dialog
 * gives what stands in it to the form below. @returns whether anything is kept.
 */
export function keepUnsavedWork(): boolean {
  return [...works].reverse().filter((keep) => keep()).length > 0;
}
