/** What only some texts need: ends for loose lines, a ruler or dimming. */
import { followLooseLines } from './loose-lines.ts';
import { showReadingAid } from './reading-aid.ts';

const followed = new WeakSet<HTMLElement>();

/** Sets the lines of a text, and again when preferences change. Does nothing the second time. */
export function setLines(text: HTMLElement, signal: AbortSignal): void {
  if (followed.has(text)) return;
  followed.add(text);
  followLooseLines(text, signal);
  const showAid = () => showReadingAid(text, signal);
  document.addEventListener('reader-preferences', showAid, { signal });
  showAid();
}
