/** Gives the runtime the directives of which the page only has placeholders. */
import { intent, use } from './intent.ts';
import { page } from './shared-state.ts';
import { signedIn } from './signed-in.ts';

page.Astro.use = use;
for (const [name, directive] of Object.entries({ intent, 'signed-in': signedIn })) {
  Object.defineProperty(page.Astro, name, {
    get: () => directive,
    // The rest of a page that is still arriving would set its placeholder.
    set: () => undefined,
  });
}
