import { useSyncExternalStore } from 'react';

/** Minimum width for a table of seven columns. */
const wide = '(min-width: 56rem)';

/** Whether the window is wide enough for a table. For client-only islands. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, isWide, () => false);
}

const isWide = () => matchMedia(wide).matches;

function watch(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
