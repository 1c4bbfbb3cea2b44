/**
 * In pages after an island that is a spinner until it is hydrated: where the runtime of islands
 * cannot be loaded, nothing else would take the spinner's place. The build inlines it.
 */
import { sayMissing } from './missing.ts';
import { page } from './shared-state.ts';

const isAwaited =
  document.querySelector('[client=load]') ??
  /on|lost/.test(String(document.documentElement.dataset.session));
// It has been asked for by then: this is the same request, or a second attempt.
if (isAwaited) {
  void page.Astro.wake().then((isAwake) => {
    if (isAwake) return;
    for (const target of document.querySelectorAll('astro-island')) sayMissing({ target });
  });
}
