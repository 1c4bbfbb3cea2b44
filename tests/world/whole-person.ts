import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/app.ts';
import {
  chapterDrafts,
  chapters,
  images,
  imageVariants,
  novels,
} from '#server/core/db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  reviewVotes,
  hiddenPeople,
  moderationActs,
  withheldComments,
} from '#server/core/db/schema/community.ts';
import { announcements, chapterNotes, novelNotes } from '#server/core/db/schema/announcements.ts';
import { blockedReaders, heldWords } from '#server/core/db/schema/conversation.ts';
import { staffNotes } from '#server/core/db/schema/desk.ts';
import {
  identities,
  sessions,
  staffLinks,
  users,
  waitingIdentities,
} from '#server/core/db/schema/identity.ts';
import {
  mailBounces,
  noticeSettings,
  outbox,
  pushSubscriptions,
} from '#server/core/db/schema/outbox.ts';
import { items } from '#server/core/db/schema/items.ts';
import { bookUploads } from '#server/core/db/schema/uploads.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { highlights, marginNotes } from '#server/core/db/schema/margin.ts';
import {
  creditTransactions,
  ledgerEntries,
  stripeCustomers,
  unlocks,
} from '#server/core/db/schema/money.ts';
import {
  earningShares,
  novelHandovers,
  statementLines,
  statements,
} from '#server/core/db/schema/earnings.ts';
import {
  payoutAccounts,
  payoutLines,
  payoutOrders,
  payouts,
  payRates,
} from '#server/core/db/schema/payouts.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
import {
  disputes,
  returnedRefunds,
  withdrawalDeclarations,
  withdrawals,
} from '#server/core/db/schema/returns.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import {
  bookmarks,
  chapterLikes,
  favorites,
  followedAuthors,
  libraryEntries,
  openedNovels,
  ratings,
  readerDays,
  readingPlaces,
} from '#server/core/db/schema/reading.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { addSheet } from './pay.ts';
import { addOldMonth } from './old-month.ts';
import { addUser, signInAs, type TestBrowser } from './people.ts';

export const billing = {
  fullName: 'Léocadie Martin-Facture',
  email: 'facture@exemple.test',
  address: '3 rue des Lilas',
  city: 'Lyon',
  postalCode: '69001',
  country: 'France',
};

/** A user with a row in every table that can have one, and its subjects. */
export type WholePerson = {
  person: TestBrowser;
  other: TestBrowser;
  novelId: string;
  chapterId: string;
  ownNovelId: string;
  scheduledId: string;
  commentId: string;
  mentioningId: string;
  pictureHash: string;
  /** Contained in all of their own data. */
  secret: string;
};

let made = 0;

/** Creates such a user. Their texts contain a secret, which nothing else does. */
export async function makeWholePerson(app: App): Promise<WholePerson> {
  const { db } = app;
  const now = app.clock.now();
  const number = ++made;
  const secret = `secret-${number}-de-lea`;
  const pictureHash = number.toString(16).padStart(32, '0');
  await db.insert(images).values({ hash: pictureHash, width: 96, height: 96 });
  const variant = { hash: pictureHash, width: 96, format: 'webp' as const };
  await db.insert(imageVariants).values({ ...variant, bytes: new Uint8Array([1, 2, 3]) });
  const person = await signInAs(app, {
    name: `Léa ${secret}`,
    displayName: `Léa ${secret}`,
    email: `${secret}@exemple.test`,
    firstName: 'Léocadie',
    lastName: 'Martin',
    bio: secret,
    preferredGenres: ['Mystery'],
    profileImage: `/images/${pictureHash}-96-webp`,
    readerPreferences: { theme: 'sepia' },
    readerPreferencesAt: now,
    role: 'author',
    credits: 40,
  });
  const other = await signInAs(app, { name: 'Karim', displayName: 'Karim Benali' });
  const userId = person.user.id;
  const { id: novelId, chapterIds } = await addNovel(app, { title: `Lu ${number}`, chapters: 1 });
  const [chapterId = ''] = chapterIds;
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const own = await addNovel(app, {
    title: `Écrit ${number}`,
    chapters: [chapterDraft(1), chapterDraft(2, { publishedAt: inAnHour })],
  });
  await db.update(novels).set({ ownerId: userId }).where(eq(novels.id, own.id));
  await db.update(chapters).set({ scheduledBy: userId }).where(eq(chapters.novelId, own.id));
  await db.insert(identities).values({
    provider: 'google',
    subject: `google-${secret}`,
    userId,
    email: `${secret}@exemple.test`,
    emailVerified: true,
    emailAuthoritative: true,
  });
  await db.insert(waitingIdentities).values({
    browserHash: secret,
    provider: 'apple',
    subject: `apple-${secret}`,
    userId,
    email: `${secret}@exemple.test`,
    emailVerified: true,
    emailAuthoritative: false,
    expiresAt: inAnHour,
  });
  await db.insert(staffLinks).values({ tokenHash: secret, userId, expiresAt: inAnHour });
  await db.insert(chapterLikes).values([
    { userId, chapterId },
    { userId: other.user.id, chapterId },
  ]);
  await db.update(chapters).set({ likes: 2, comments: 2 }).where(eq(chapters.id, chapterId));
  await db.insert(favorites).values({ userId, novelId });
  await db.insert(ratings).values([
    { userId, novelId, rating: 2 },
    { userId: other.user.id, novelId, rating: 5 },
  ]);
  const figures = { favorites: 1, ratingSum: 7, ratingCount: 2 };
  await db.update(novels).set(figures).where(eq(novels.id, novelId));
  await db.insert(bookmarks).values({ userId, chapterId });
  await db.insert(readingPlaces).values({ userId, chapterId, paragraph: 3 });
  await db
    .insert(highlights)
    .values({ userId, chapterId, paragraph: 3, length: 4, passageMark: 1, colour: 'rose' });
  await db.insert(readerDays).values({ novelId, day: '2026-11-20', userId });
  await db
    .insert(libraryEntries)
    .values({ userId, novelId, status: 'dropped', isChosen: true, lastChapterId: chapterId });
  await db.insert(followedAuthors).values({ userId, authorSlug: 'camille-renard' });
  await db.insert(openedNovels).values({ userId, novelId, openedAt: now });
  const [commentId, mentioningId, removedId] = [uuidv7(), uuidv7(), uuidv7()];
  const inThread = { chapterId, threadId: commentId, level: 2, parentId: commentId };
  await db.insert(comments).values([
    { id: commentId, chapterId, userId, threadId: commentId, text: 'Ce que Léa a pensé.' },
    { ...inThread, id: mentioningId, userId: other.user.id, text: 'Oui.', mentionId: userId },
    { ...inThread, id: removedId, userId, text: 'Commentaire supprimé', removedAt: now },
  ]);
  await db
    .insert(withheldComments)
    .values([
      { commentId: removedId, text: `retenu ${secret}`, mentionId: userId, withheldAt: now },
    ]);
  await db.insert(reviewVotes).values({ commentId, userId });
  await db.insert(commentReports).values([
    { commentId: mentioningId, userId, reason: `Motif ${secret}` },
    { commentId, userId, reason: secret, settledAt: now },
  ]);
  const typo = { paragraph: 0, mark: 1, start: 0, wrong: 'chevals', correction: 'chevaux' };
  await db.insert(typoReports).values([
    { ...typo, novelId, chapterId, userId, before: 'Les ', after: ' noirs.', remark: secret },
    {
      ...typo,
      novelId: own.id,
      chapterId: own.chapterIds[0] ?? '',
      userId: other.user.id,
      before: '',
      after: '',
      state: 'refused',
      reason: 'Non.',
      decidedAt: now,
      decidedBy: userId,
    },
  ]);
  await db.insert(novelMembers).values({ novelId, userId, role: 'editor', joinedAt: now });
  await db.insert(novelInvitations).values({
    novelId: own.id,
    invitedBy: userId,
    role: 'translator',
    tokenHash: secret,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  await db.insert(hiddenPeople).values([
    { userId, hiddenUserId: other.user.id },
    { userId: other.user.id, hiddenUserId: userId },
  ]);
  await db.insert(blockedReaders).values([
    { authorId: userId, userId: other.user.id },
    { authorId: other.user.id, userId },
  ]);
  await db.insert(heldWords).values({ novelId: own.id, folded: 'spoil', word: 'Spoil' });
  await db.insert(novelNotes).values({ novelId: own.id, before: 'Merci de lire.' });
  await db.insert(chapterNotes).values({
    chapterId: own.chapterIds[0] ?? '',
    after: 'À mercredi.',
    recap: 'La lampe est perdue.',
  });
  await db.insert(marginNotes).values({
    chapterId: own.chapterIds[0] ?? '',
    paragraph: 0,
    text: 'La lampe reviendra.',
  });
  await db.insert(announcements).values({
    novelId: own.id,
    writerId: userId,
    creationKey: uuidv7(),
    title: 'Une pause',
    text: 'Je reviens en mars.',
  });
  await db.insert(moderationActs).values([
    { actorId: other.user.id, act: 'person.suspended', subjectId: userId, reason: 'Insultes' },
    { actorId: userId, act: 'comment.kept', subjectId: mentioningId, reason: 'Rien de grave' },
  ]);
  await addMoney(app, userId, chapterId);
  await addPay(app, userId, own.id);
  await db.insert(staffNotes).values([
    { userId, writerId: other.user.id, text: 'A écrit deux fois.' },
    { userId: other.user.id, writerId: userId, text: 'Une note.' },
  ]);
  await db.insert(items).values({ name: 'Lampe', priceCents: 990, creatorId: userId });
  await db
    .insert(chapterDrafts)
    .values({ chapterId: own.chapterIds[1] ?? '', title: 'À venir', html: '<p>Autrement.</p>' });
  await db.insert(chapterVersions).values({
    chapterId: own.chapterIds[0] ?? '',
    kind: 'saved',
    writtenBy: userId,
    title: 'Avant',
    html: '<p>Avant.</p>',
    wordCount: 1,
    begunAt: now,
    keptAt: now,
  });
  await db.insert(bookUploads).values({
    ownerId: userId,
    fileName: 'livre.md',
    bytes: Buffer.from('# Un'),
    expiresAt: new Date(app.clock.now().getTime() + 86_400_000),
  });
  const subject = `user:${userId}`;
  await db.insert(challenges).values({
    kind: 'idiom',
    difficulty: 'easy',
    purpose: 'chapter',
    subject,
    itemKey: 'une-question',
    correctOption: uuidv7(),
    expiresAt: inAnHour,
  });
  await db.insert(challengeLocks).values({ subject, errors: 1 });
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  await db.insert(challengePasses).values({ sessionId: session?.id ?? '', chapterId });
  await db.insert(noticeSettings).values({ userId, emailPace: 'daily', emailAgreedAt: now });
  await db.insert(pushSubscriptions).values({
    userId,
    sessionId: session?.id ?? '',
    device: 'Firefox sur Linux',
    endpoint: `https://push.exemple.test/${secret}`,
    p256dh: 'cle',
    auth: 'secret',
  });
  await db.insert(mailBounces).values({
    userId,
    address: `${secret}@exemple.test`,
    answer: '550 5.1.1',
    bouncedAt: now,
  });
  await db.insert(outbox).values({
    kind: 'sign_in',
    channel: 'email',
    rank: 0,
    userId,
    payload: { device: secret },
    deduplicationKey: `sign_in:${secret}`,
    dueAt: now,
    nextAttemptAt: now,
  });
  await db.insert(premiumOpenings).values({ userId, chapterId, openedAt: now });
  await db.insert(readingPaces).values({ userId, lastOpenedAt: now });
  const ids = { novelId, chapterId, ownNovelId: own.id, scheduledId: own.chapterIds[1] ?? '' };
  return { person, other, ...ids, commentId, mentioningId, pictureHash, secret };
}

async function addMoney({ db, clock }: App, userId: string, chapterId: string): Promise<void> {
  const now = clock.now();
  const [transactionId, failedId] = [uuidv7(), uuidv7()];
  const bought = { userId, planId: 'plan_basic', credits: 50, amountCents: 499, billing };
  await db.insert(creditTransactions).values([
    { ...bought, id: transactionId, status: 'completed', completedAt: now, refundedCents: 90 },
    { ...bought, id: failedId, status: 'failed', failedAt: now },
  ]);
  await db.insert(ledgerEntries).values([
    {
      userId,
      delta: 50,
      kind: 'purchase',
      reference: transactionId,
      balanceAfter: 50,
      transactionId,
    },
    { userId, delta: -1, kind: 'unlock', reference: `${userId}/${chapterId}`, balanceAfter: 49 },
    { userId, delta: -9, kind: 'withdrawal', reference: uuidv7(), balanceAfter: 40, transactionId },
  ]);
  await db.insert(unlocks).values({ userId, chapterId, costCredits: 1 });
  await db.insert(stripeCustomers).values({ userId, customerId: `cus_${userId}` });
  const sums = { netCents: 473, vatCents: 26, totalCents: 499 };
  await db.insert(invoices).values({
    kind: 'invoice',
    year: 2026,
    sequence: ++made,
    number: `2026-${made}`,
    transactionId,
    seller: {},
    buyer: billing,
    lines: [],
    ...sums,
  });
  const withdrawn = { transactionId, userId, credits: 9, amountCents: 90, refundedBeforeCents: 0 };
  // An admin may have settled their own.
  const transfer = { transferCents: 90, transferNoteCents: 90, transferReference: 'VIR 1' };
  const settled = { refusedAt: now, refundedAt: now, transferredOn: '2026-11-22' };
  await db.insert(withdrawals).values({ ...withdrawn, ...transfer, ...settled, settledBy: userId });
  const declared = { name: 'Nora', invoiceNumber: `2026-${made}`, email: `${userId}@exemple.test` };
  const answered = { answer: 'Répondu.', answeredAt: now, answeredBy: userId };
  await db
    .insert(withdrawalDeclarations)
    .values({ ...declared, ...answered, outcome: 'too_late', transactionId, declaredAt: now });
  const disputed = { transactionId, amountCents: 499, openedAt: now, closedAt: now };
  const returned = { stripeRefundId: `re_${userId}`, refundCents: 1, dueCents: 1, returnedAt: now };
  const paid = { transferReference: 'VIR 2', transferredOn: '2026-11-22', settledAt: now };
  await db
    .insert(returnedRefunds)
    .values({ transactionId, ...returned, ...paid, settledBy: userId });
  await db.insert(disputes).values({ ...disputed, id: `du_${userId}`, state: 'won' });
}

/** A statement whose sum was paid; the person is an admin's colleague as well. */
async function addPay(app: App, userId: string, novelId: string): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  const [author] = await db.select().from(users).where(eq(users.id, userId));
  await db
    .insert(earningShares)
    .values({ authorId: userId, basisPoints: 5000, startsOn: '2020-01-01', setBy: userId });
  await db.insert(novelHandovers).values({ novelId, fromUserId: userId, at: now });
  const credits = { paidCredits: 9, freeCredits: 1 };
  const cents = { spentNetCents: 200, spentVatCents: 11, carriedNetCents: 0, carriedVatCents: 0 };
  await addOldMonth(app, async (tx, month) => {
    await tx.insert(statementLines).values({
      month,
      novelId,
      novelTitle: 'Écrit',
      authorId: userId,
      basisPoints: 5000,
      ...credits,
      ...cents,
      dueCents: 100,
    });
    const sums = { broughtCents: 0, earnedCents: 100, paidCents: 0, balanceCents: 100 };
    const named = { authorId: userId, authorName: author?.name ?? '' };
    await tx.insert(statements).values({ month, ...named, ...sums });
  });
  const account = { holderName: 'Léocadie Martin', iban: 'FR7630006000011234567890189' };
  await db.insert(payoutAccounts).values({ userId, ...account, updatedAt: now });
  const [order] = await db
    .insert(payoutOrders)
    .values({
      executesOn: '2026-11-21',
      payerName: 'Éditeur',
      payerIban: account.iban,
      createdBy: userId,
    })
    .returning();
  const setBy = userId;
  await db.insert(payRates).values({ kind: 'csg', value: 920, startsOn: '2026-01-01', setBy });
  await addSheet(app, userId, { startsOn: '2026-06-01', legalName: 'Léocadie Martin' });
  const payout = { id: uuidv7(), orderId: order?.id ?? '', authorId: userId };
  await db.transaction(async (tx) => {
    await tx.insert(payouts).values({
      ...payout,
      amountCents: 100,
      netCents: 91,
      sheetId: await addSheet({ ...app, db: tx }, userId, { legalName: 'Léocadie Martin' }),
      ...account,
      state: 'paid',
      paidOn: '2026-11-21',
      settledAt: now,
      settledBy: userId,
    });
    const line = { baseCents: 98, rate: 920, amountCents: 9 };
    await tx.insert(payoutLines).values({ payoutId: payout.id, kind: 'csg', ...line });
  });
}

/** Another admin, so that one may be deleted. */
export const addAdmin = (app: App) => addUser(app, { name: 'Rédaction', role: 'admin' });

/** The user's current row. */
export async function rowOf({ db }: App, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}
