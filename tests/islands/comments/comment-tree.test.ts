import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeComments, noComments, threadsOf } from '#islands/comments/comment-tree.ts';
import { comment, forest, idsIn } from './known-comments.ts';

const shuffledForest = forest.chain((all) =>
  fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    again: fc.subarray(all),
  }),
);

describe('merged comments', () => {
  test('are there once each, however often and in whatever order they come', () => {
    fc.assert(
      fc.property(shuffledForest, ({ all, shuffled, again }) => {
        const inOrder = threadsOf(mergeComments(noComments, all));
        const known = mergeComments(mergeComments(noComments, again), shuffled);
        const tree = threadsOf(mergeComments(known, again));
        expect(tree).toEqual(inOrder);
        expect(idsIn(tree).toSorted()).toEqual(all.map(({ _id }) => _id).toSorted());
      }),
    );
  });

  test('come back the same when a drawn tree is merged again', () => {
    fc.assert(
      fc.property(forest, (all) => {
        const tree = threadsOf(mergeComments(noComments, all));
        expect(threadsOf(mergeComments(noComments, tree))).toEqual(tree);
      }),
    );
  });

  test('stand newest thread first and oldest reply first', () => {
    fc.assert(
      fc.property(forest, (all) => {
        const threads = threadsOf(mergeComments(noComments, all));
        const dates = (list: typeof threads) => list.map(({ date }) => date);
        expect(dates(threads)).toEqual(dates(threads).toSorted().toReversed());
        for (const { replies } of threads) {
          expect(dates(replies)).toEqual(dates(replies).toSorted());
        }
      }),
    );
  });

  test('are replaced by what comes later under the same id', () => {
    const known = mergeComments(noComments, [comment('a'), comment('b')]);
    const [first] = threadsOf(mergeComments(known, [comment('b', { text: 'Autre.' })]));
    expect(first?.text).toBe('Autre.');
  });

  test('wait for their parent when it comes later', () => {
    const reply = comment('b', { parentId: 'a', level: 2 });
    const known = mergeComments(noComments, [reply]);
    expect(threadsOf(known)).toEqual([]);
    expect(idsIn(threadsOf(mergeComments(known, [comment('a')])))).toEqual(['a', 'b']);
  });

  test('leave what they were merged into as it was', () => {
    const known = mergeComments(noComments, [comment('a')]);
    mergeComments(known, [comment('b')]);
    expect([...known.keys()]).toEqual(['a']);
  });
});
