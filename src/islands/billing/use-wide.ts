import { useSyncExternalStore } from 'react';

/** From here on a table of seven columns fits. */
const wide = '(min-width: 56rem)';

/** Whether the window is wide enough for a table. For islands that are drawn in the browser alone. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, isWide, () => false);
}

const isWide = () => matchMedia(wide).matches;

function watch(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
