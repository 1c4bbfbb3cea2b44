import { z } from 'zod';
import type { outbox } from '../db/schema/outbox.ts';

/** Kinds of letters; what comes out of novels is told by messages of another form. */
export type LetterKind = Exclude<(typeof outbox.$inferSelect)['kind'], 'release'>;

/**
 * What a kind of letter keeps in the outbox until it is sent. What it says is its record in
 * `src/lib/server/notices/mail/letters.ts`, which knows every domain; who writes one knows none of that.
 */
type Stored = {
  payload: z.ZodObject;
  /** Owed to a deleted account too: it goes to the address that the account had. */
  outlivesAccount: boolean;
};

/** Of a deleted account, the id of its shell as well. */
const purchase = z.object({ transactionId: z.string(), ownerId: z.string().optional() });

const contentNotice = z.object({ noticeId: z.uuid(), address: z.string().optional() });

const restriction = z.object({
  act: z.enum([
    'comment.removed',
    'comment.restored',
    'person.suspended',
    'person.allowed',
    'person.blocked',
    'person.unblocked',
    'chapter.taken',
  ]),
  /** The comment, the chapter, or the author whose novels the person may not comment on. */
  aboutId: z.uuid().optional(),
  /** Empty where a restriction ends: that reason is the staff's. */
  facts: z.string().default(''),
  until: z.iso.datetime().optional(),
  /** A report or a notice of it, or of a comment of the person, is stored. */
  isReported: z.boolean().optional(),
  /** The words of the novel's list had held it. */
  isHeld: z.boolean().optional(),
});

export const letterKinds = {
  receipt: { payload: purchase, outlivesAccount: true },
  withdrawal: { payload: purchase, outlivesAccount: true },
  // To the address that was declared, whoever has it.
  declaration: {
    payload: z.object({ declarationId: z.string(), address: z.string() }),
    outlivesAccount: false,
  },
  sign_in: { payload: z.object({ device: z.string() }), outlivesAccount: false },
  statement: { payload: z.object({ month: z.string() }), outlivesAccount: false },
  payout_account: {
    payload: z.object({ maskedIban: z.string(), changedAt: z.iso.datetime().optional() }),
    outlivesAccount: false,
  },
  offer_answer: {
    payload: z.object({ novelId: z.string(), memberId: z.string(), isAccepted: z.boolean() }),
    outlivesAccount: false,
  },
  name_use: {
    payload: z.object({ slug: z.string(), novelIds: z.array(z.uuid()) }),
    outlivesAccount: false,
  },
  push_ended: { payload: z.object({}), outlivesAccount: false },
  // Written when the account is gone, with its address.
  account_deleted: {
    payload: z.object({
      address: z.string(),
      isUnused: z.boolean().optional(),
      /** Why the publisher closed it; absent where its person asked. */
      facts: z.string().optional(),
    }),
    outlivesAccount: false,
  },
  // To whoever sent a notice of illegal content, at the address that they gave.
  notice_received: { payload: contentNotice, outlivesAccount: false },
  // To them, and to the account whose content was restricted.
  notice_decided: { payload: contentNotice, outlivesAccount: false },
  // To whom the publisher restricts without a notice, or restricts no longer.
  restriction: { payload: restriction, outlivesAccount: false },
  account_unused: { payload: z.object({}), outlivesAccount: false },
} as const satisfies Record<LetterKind, Stored>;

/** Letters that a deleted account is still owed. */
export const outlivingKinds = (Object.keys(letterKinds) as LetterKind[]).filter(
  (kind) => letterKinds[kind].outlivesAccount,
);

/** What a letter of a kind tells. */
export type PayloadOf<Kind extends LetterKind> = z.output<(typeof letterKinds)[Kind]['payload']>;

/** Reads the payload of a row of this kind. Throws for one of another form. */
export function readPayload<Kind extends LetterKind>(
  kind: Kind,
  payload: unknown,
): PayloadOf<Kind> {
  const kinds: { [Each in LetterKind]: { payload: z.ZodType<PayloadOf<Each>> } } = letterKinds;
  return kinds[kind].payload.parse(payload);
}
