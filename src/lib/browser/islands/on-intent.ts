/**
 * In pages with a `client:intent` island: notes the signs that the runtime's `intent` waits
 * for until it is there, and delays a click until then.
 */
import type { ClientDirective } from 'astro';
import { page } from './shared-state.ts';

const onSign = (event: Event) => {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (/scroll|down/.test(event.type) && !connection?.saveData)
    page.Astro.isUsed ??= page.Astro.wake();
  const target = event.target as HTMLElement;
  // The document itself, which scrolls, is in no element.
  const island = event.type !== 'scroll' && target.closest('[client=intent][ssr]');
  if (!island) return;
  let clicked: HTMLElement | null = null;
  if (event.type === 'click') {
    // Links without the island lead somewhere too: they are left alone.
    if (target.closest('a[href]')) return;
    event.preventDefault();
    event.stopPropagation();
    // A sign drawn in a button cannot be clicked by a script; the button can.
    clicked = target.closest('button,input,label,summary');
  }
  void page.Astro.wake().then((isAwake) => {
    if (isAwake) page.Astro.use(island, clicked);
    else clicked?.dispatchEvent(new Event('island-missing', { bubbles: true }));
  });
};
for (const sign of ['scroll', 'pointerover', 'pointerdown', 'focusin', 'keydown', 'click']) {
  document.addEventListener(sign, onSign, true);
}

/** The runtime has the directive (`intent.ts`). */
const directive: ClientDirective = () => undefined;
export default directive;
