/**
 * Modules of the browser that are one file, because pages load them together: a file costs a request
 * and its headers, more than most of these modules. A module in no group is in a file of its own, or
 * in that of its only user.
 */
type Group = { name: string; modules: readonly string[] };

/**
 * Paths in `src` without their ending, and packages. The first group that has a module takes it, and
 * what it imports: no group may take what a public page's script imports, but the first.
 */
const groups: readonly Group[] = [
  {
    // Every page, of anonymous readers too, who pay for each byte here.
    name: 'page',
    modules: [
      ...['storage', 'send', 'idle', 'count-view', 'watch-lock', 'session-left'].map(browser),
    ],
  },
  { name: 'react', modules: ['react', 'react-dom', 'scheduler'].map(aPackage) },
  {
    // Panels and messages, opened by anybody.
    name: 'words',
    modules: [
      ...['messages', 'formats', 'paths'].map(shared),
      ...['outcome', 'adopt-styles', 'log-failure'].map(browser),
    ],
  },
  {
    // The top bar of a signed-in reader, and their other islands.
    name: 'account',
    modules: [
      ...['session-calls', 'session-store', 'call', 'own-view', 'auth-token'].map(browser),
      ...['sign-in-begun', 'unlocks', 'unsaved-work', 'purchase-modal'].map(browser),
      ...['nanostores', '@nanostores/react'].map(aPackage),
      ...['use-session', 'use-user-key', 'use-loaded', 'use-optimistic-value'].map(kit),
      ...['button/Button', 'Icon', 'Avatar', 'KeepFocus', 'ChangeFailure'].map(kit),
    ],
  },
  {
    // What a signed-in reader's devices share.
    name: 'sync',
    modules: [
      ...['place-sync', 'preferences-sync', 'places-seen', 'preferences-seen'].map(reader),
      browser('flush-on-unload'),
    ],
  },
];

/** The groups as Rolldown takes them. */
export const moduleGroups = groups.map(({ name, modules }, index) => ({
  name,
  test: new RegExp(modules.join('|')),
  priority: groups.length - index,
}));

function browser(name: string): string {
  return String.raw`/src/lib/browser/${name}\.ts$`;
}

function reader(name: string): string {
  return browser(`reader/${name}`);
}

function shared(name: string): string {
  return String.raw`/src/lib/shared/${name}\.ts$`;
}

function kit(name: string): string {
  return String.raw`/src/islands/ui/${name}\.tsx?$`;
}

function aPackage(name: string): string {
  return `/node_modules/${name}/`;
}
