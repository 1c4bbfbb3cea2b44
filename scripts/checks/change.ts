/** What a change touches: its files, and the tests that no import leads to. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storiesOf } from './stories.ts';

/** Files are paths from the project's root; `since` is the commit that they are compared with. */
export type Change = {
  since: string;
  /** Those that are there. */
  files: string[];
  /** A file is gone: what imported it is found by checking everything. */
  hasRemoved: boolean;
  /** Unit tests that read changed files without importing them. */
  readers: string[];
  stories: string[];
};

const readAsFiles: readonly (readonly [path: string, tests: string])[] = [
  ['database/', 'tests/database'],
  ['docs/', 'tests/docs.test.ts'],
  ['README.md', 'tests/docs.test.ts'],
  [
    'src/lib/server/people/protection/pools/',
    'tests/lib/server/people/protection/challenge-items.test.ts',
  ],
  ['scripts/checks/stories.ts', 'tests/scripts/changed-stories.test.ts'],
];

/**
 * Reads what differs from `since`. Without it: from the last commit, or, where everything is
 * committed, from the commit before.
 * Throws a French sentence where git does not know `since`, or where nothing differs.
 */
export async function readChange(root: string, since: string): Promise<Change> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root });
    return stdout.split('\n').filter((line) => line !== '');
  };
  const differing = async (ref: string) => [
    ...(await git('diff', '--name-only', ref)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const known = await git('rev-parse', '--verify', '--quiet', `${since || 'HEAD'}^{commit}`).catch(
    () => [],
  );
  if (known[0] === undefined) throw new Error(`git ne connaît pas « ${since} ».`);
  const uncommitted = await differing(known[0]);
  const ref = since === '' && uncommitted.length === 0 ? 'HEAD~1' : known[0];
  const changed = uncommitted.length === 0 ? await differing(ref) : uncommitted;
  const all = [...new Set(changed)];
  if (all.length === 0) throw new Error(`Rien n’a changé depuis ${ref}.`);
  const files = all.filter((file) => existsSync(join(root, file)));
  return {
    since: ref,
    files,
    hasRemoved: files.length < all.length,
    readers: readAsFiles
      .filter(([path]) => files.some((file) => file.startsWith(path)))
      .map(([, tests]) => tests)
      .filter((tests, index, list) => list.indexOf(tests) === index),
    stories: storiesOf(all),
  };
}
