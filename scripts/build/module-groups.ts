/**
 * Modules of the browser that are one file, because pages load them together: a file costs a request
 * and its headers, more than most of these modules. A module in no group is in a file of its own, or
 * in that of its only user.
 */
type Group = { name: string; modules: readonly string[] };

/**
 * Paths in `src` without their ending, and packages. The first group that has a module takes it, and
 * what it imports: no group may take what a public page's script imports, but the first two.
 */
export const groups: readonly Group[] = [
  {
    // Every page, of anonymous readers too, who pay for each byte here.
    name: 'page',
    modules: [
      String.raw`/layouts/BarePage\.astro\?.*type=script`,
      ...['storage', 'send', 'idle', 'count-view', 'watch-lock', 'panel-frame', 'site-font'].map(
        browser,
      ),
      ...['font-faces', 'text-events', 'going-on', 'start-pages', 'time-left'].map(browser),
      browser('night-switch'),
      shared('web-fonts'),
    ],
  },
  {
    // What the device knows of its reader's novels: for the library's page of an anonymous reader.
    name: 'device',
    modules: [browser('last-read')],
  },
  {
    // Loaded on the first interaction: places in texts, panels, messages. Without React.
    name: 'use',
    modules: [
      ...['auth-token', 'sign-in-begun', 'stored-values'].map(browser),
      ...['track-place', 'place-in-text', 'stored-places'].map(browser),
      ...['progress', 'prose-end', 'report-missing', 'chapter-keys'].map(browser),
      browser('end-actions'),
      ...['messages', 'formats', 'paths', 'tracking'].map(shared),
      ...['outcome', 'adopt-styles', 'log-failure', 'close-on-press-outside'].map(browser),
      browser('side-panel'),
      ...['preferences', 'fetch-ahead'].map(browser),
      aPackage('nanostores'),
    ],
  },
  {
    // What a device keeps for reading without a connection: after the first place is noted, or with an account.
    name: 'offline',
    modules: [
      browser('database'),
      ...['cached-pages', 'owner', 'queue', 'send-queue', 'vault'].map((name) =>
        browser(`offline/[a-z]+/${name}`),
      ),
    ],
  },
  {
    name: 'react',
    modules: [
      ...['react', 'react-dom', 'scheduler'].map(aPackage),
      String.raw`/node_modules/@astrojs/react/dist/`,
      aPackage('@nanostores/react'),
      // What the reader's panels need, of which the rest would cost an anonymous reader more.
      ...['island-client', 'button/Button', 'dialog/CloseCross'].map(kit),
      island('reader/place-panel'),
    ],
  },
  {
    // The top bar of a signed-in reader, their other islands, and what their devices share.
    name: 'account',
    modules: [
      ...['signed-in', 'account-menu/AccountMenu', 'session-banner/SessionBanner'].map(island),
      ...['session-calls', 'session-notice', 'session-store', 'call', 'own-view'].map(browser),
      ...['unlocks', 'unsaved-work', 'purchase-modal', 'queue-here'].map(browser),
      ...['use-session', 'use-user-key', 'use-loaded', 'use-optimistic-value'].map(kit),
      ...['Icon', 'Avatar', 'KeepFocus', 'ChangeFailure'].map(kit),
      ...['place-sync', 'preferences-sync'].map(browser),
      browser('flush-on-unload'),
      ...['chapter-marks/.*', 'novel-actions/send-favorite'].map(island),
    ],
  },
  {
    // What panels and forms of islands are made of.
    name: 'kit',
    modules: [
      ...['Spinner', 'LoadFailure', 'FormEnd', 'DraftOffer', 'dialog/[\\w-]+', 'sheet/Sheet'].map(
        kit,
      ),
      ...['field/[A-Z]\\w+', 'select/Select', 'notice/Notice'].map(kit),
      ...['use-action', 'use-stored-draft', 'use-submit', 'use-unsaved-work'].map(kit),
      browser('saved-drafts'),
      shared('sign-in-reasons'),
      aPackage('uuid'),
    ],
  },
  {
    // Comments, which are fetched in one piece after the first sign of use.
    name: 'comments',
    modules: [island('comments/.*')],
  },
  {
    // The purchase, from the modal or on its page.
    name: 'purchase',
    modules: [island('purchase/(?!PaymentPage).*')],
  },
];

/** The groups as Rolldown takes them. */
export const moduleGroups = groups.map(({ name, modules }, index) => ({
  name,
  test: new RegExp(modules.join('|')),
  priority: groups.length - index,
}));

function browser(name: string): string {
  return String.raw`/src/lib/browser/(?:[a-z]+/)*${name}\.ts$`;
}

function shared(name: string): string {
  return String.raw`/src/lib/shared/(?:[a-z]+/)?${name}\.ts$`;
}

function island(name: string): string {
  return String.raw`/src/islands/${name}\.tsx?$`;
}

function kit(name: string): string {
  return island(`ui/${name}`);
}

function aPackage(name: string): string {
  return `/node_modules/${name}/`;
}
