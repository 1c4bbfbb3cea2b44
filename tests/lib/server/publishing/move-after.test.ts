import { describe, expect, test } from 'vitest';
import { moveAfter } from '#server/publishing/studio/arrange-chapters.ts';

const list = ['a', 'b', 'c', 'd', 'e'];

describe('moved behind another item', () => {
  test.each([
    { moved: ['a', 'b'], after: 'd', order: 'cdabe' },
    // In the order of the list, whatever order they are given in.
    { moved: ['b', 'a'], after: 'd', order: 'cdabe' },
    { moved: ['d', 'e'], after: null, order: 'deabc' },
    { moved: ['b', 'd'], after: 'e', order: 'acebd' },
    // Behind one of themselves: where the last one before it stays.
    { moved: ['b', 'c'], after: 'c', order: 'abcde' },
    { moved: list, after: 'c', order: 'abcde' },
  ])('$moved after $after gives $order', ({ moved, after, order }) => {
    expect(moveAfter(list, moved, after)?.join('')).toBe(order);
  });

  test('that is not there they do not move', () => {
    expect(moveAfter(list, ['a'], 'z')).toBeNull();
  });
});
