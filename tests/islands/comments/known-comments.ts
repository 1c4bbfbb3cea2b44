import fc from 'fast-check';
import type { CommentBody } from '#shared/contracts/comments.ts';

/** A comment; what a test does not care about is filled in. */
export function comment(id: string, more: Partial<CommentBody> = {}): CommentBody {
  return {
    _id: id,
    state: 'shown',
    text: `Texte ${id}`,
    name: 'Léa Martin',
    profileImage: null,
    user: 'lea',
    date: '2026-11-21T12:00:00.000Z',
    level: 1,
    parentId: null,
    isReply: false,
    mentionId: null,
    mentionName: null,
    isTeam: false,
    isReported: false,
    reason: null,
    place: null,
    repliesCursor: null,
    replies: [],
    ...more,
  };
}

/** Any forest of three levels, side by side: replies are younger than what they answer. */
export const forest: fc.Arbitrary<CommentBody[]> = fc
  .array(fc.record({ parent: fc.nat(), isRoot: fc.boolean(), gapMs: fc.nat({ max: 2 }) }), {
    maxLength: 30,
  })
  .map((wishes) => {
    const made: CommentBody[] = [];
    let instantMs = Date.parse('2026-11-21T12:00:00.000Z');
    for (const [index, { parent, isRoot, gapMs }] of wishes.entries()) {
      const parents = made.filter(({ level }) => level < 3);
      const above = isRoot ? undefined : parents[parent % Math.max(1, parents.length)];
      instantMs += above ? gapMs + 1 : gapMs;
      made.push(
        comment(`id-${index}`, {
          date: new Date(instantMs).toISOString(),
          parentId: above?._id ?? null,
          isReply: above !== undefined,
          level: above ? (above.level === 1 ? 2 : 3) : 1,
        }),
      );
    }
    return made;
  });

/** Every id of a tree, and of all that hangs in it. */
export const idsIn = (tree: readonly CommentBody[]): string[] =>
  tree.flatMap(({ _id, replies }) => [_id, ...idsIn(replies)]);
