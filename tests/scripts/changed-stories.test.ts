import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storiesOf, storySubjects } from '#scripts/checks/stories.ts';

test('a changed component brings the stories of its subject, a changed story itself', () => {
  expect(storiesOf(['src/islands/comments/Comment.tsx'])).toEqual(['tests/e2e/comments.story.ts']);
  expect(storiesOf(['tests/e2e/place.story.ts', 'README.md'])).toEqual([
    'tests/e2e/place.story.ts',
  ]);
});

test('every island has a subject, and every subject paths and stories that exist', () => {
  for (const entry of readdirSync('src/islands', { withFileTypes: true })) {
    const path = `src/islands/${entry.name}${entry.isDirectory() ? '/X.tsx' : ''}`;
    expect(storiesOf([path]), path).not.toEqual([]);
  }
  for (const [path, stories] of storySubjects) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const start = path.slice(folder.length);
    expect(
      readdirSync(folder).some((name) => name.startsWith(start)),
      path,
    ).toBe(true);
    for (const story of stories) {
      expect(existsSync(`tests/e2e/${story}.story.ts`), story).toBe(true);
    }
  }
});
