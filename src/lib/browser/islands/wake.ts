/**
 * In every page where Astro would write its whole runtime for islands
 * (`scripts/build/island-runtime.ts`): loads it when the first island has to hydrate. Somebody who
 * is not signed in and touches nothing downloads none of it.
 */
import { page } from './shared-state.ts';

let failures = 0;

const wake = (): Promise<boolean | undefined> =>
  // A browser remembers what it could not load: another query is another attempt.
  import(/* @vite-ignore */ __ISLAND_RUNTIME__ + '?' + String(failures)).then(
    () => true,
    (error: unknown) => {
      failures += 1;
      // oxlint-disable-next-line no-console -- an island that did not load shows nothing; this is its only trace
      console.warn(error);
      return undefined;
    },
  );
page.Astro.wake = wake;

/** For `client:signed-in`: `on`, `gone` or `lost`. Marked `over`, a page has nothing to show. */
const wakeWhenSignedIn = () => {
  if (/on|lost/.test(String(document.documentElement.dataset.session))) void wake();
};
wakeWhenSignedIn();
// The page is marked again by then: the first paint listens since before.
addEventListener('storage', wakeWhenSignedIn);
addEventListener('pageshow', wakeWhenSignedIn);
// Islands that wait for nothing: their directives' scripts come after this one.
addEventListener('astro:load', wake as () => void);
addEventListener('astro:only', wake as () => void);
