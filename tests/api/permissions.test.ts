import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { APIRoute } from 'astro';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { comments, contentNotices } from '#server/core/db/schema/community.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { endpoints } from '#server/calls.ts';
import { challengePasses } from '#server/core/db/schema/protection.ts';
import { declareWithdrawal } from '#server/money/payments/declare-withdrawal.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import type { Call } from '#shared/contracts/call.ts';
import type { RefusalCode } from '#shared/contracts/refusals.ts';
import { addAnnouncement } from '#shared/contracts/announcements.ts';
import { reportTypo } from '#shared/contracts/typos.ts';
import { setHeldWords } from '#shared/contracts/studio-inbox.ts';
import { invite } from '#shared/contracts/novel-team.ts';
import { listVersions } from '#shared/contracts/studio-versions.ts';
import { uploadBook } from '#shared/contracts/studio-uploads.ts';
import { noBody } from '#shared/contracts/fields.ts';
import { parisDay } from '#shared/site/formats.ts';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { defaultReaderPreferences } from '#shared/reading/reader-preferences.ts';
import { markOf } from '#shared/text/text-mark.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls } from '../world/calls.ts';
import { ask, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { order } from '../world/orders.ts';
import { buyPack, openShop, orderPack, type Shop } from '../world/payments.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { choose, draw } from '../world/premium.ts';
import { addPayout, addStatement } from '../world/pay.ts';
import { addDraftNovel, newKey, novelForm, succeed } from '../world/studio.ts';

/** The callers. All subjects of calls belong to the owner, who is an author. */
const roles = ['stranger', 'reader', 'otherAuthor', 'admin', 'support', 'owner'] as const;
type Role = (typeof roles)[number];

/** Support may what its own rows say, and else what a reader may. */
const cellOf = (row: Row, at: number): Cell | undefined =>
  roles[at] === 'support' ? (row === staff ? 'in' : row[1]) : row[roles[at] === 'owner' ? 4 : at];

/** `in`: the call is accepted, whatever its result; else the refusal for this role. */
type Cell = 'in' | RefusalCode;
type Row = readonly [Cell, Cell, Cell, Cell, Cell];

const S = 'SIGN_IN_REQUIRED';
const F = 'FORBIDDEN';
const N = 'NOT_FOUND';
const P = 'PREMIUM_LOCKED';

const everybody: Row = ['in', 'in', 'in', 'in', 'in'];
const members: Row = [S, 'in', 'in', 'in', 'in'];
const authors: Row = [S, F, 'in', 'in', 'in'];
const admins: Row = [S, F, F, 'in', F];
/** The same, and support. */
const staff: Row = [S, F, F, 'in', F];
/** The owner's own data; hidden from others, admins included. */
const ownAffair: Row = [S, N, N, N, 'in'];
const nobody: Row = [N, N, N, N, N];
const nobodySignedIn: Row = [S, N, N, N, N];
/** A premium text: its author and admins. */
const premium: Row = [P, P, P, 'in', 'in'];
const premiumMembers: Row = [S, P, P, 'in', 'in'];
/** The owner's drafts, and admins. */
const draftWork: Row = [S, F, N, 'in', 'in'];
const publicWork: Row = [S, F, F, 'in', 'in'];
const ownUpload: Row = [S, F, N, N, 'in'];

type Subject = keyof typeof subjects;

/** The owner's subjects, created again after each request that may have used them up. */
const subjects = {
  nothing: () => Promise.resolve(''),
  'a draft novel': () => addDraftNovel(app, people.owner, { chapters: 0 }).then(({ id }) => id),
  'a public novel': () => addPublicNovel().then(({ id }) => id),
  'an author': async () => {
    await addPublicNovel();
    return 'autrice-test';
  },
  'an author of drafts': async () => {
    const { id } = await addDraftNovel(app, people.owner, { chapters: 0 });
    await app.db.update(novels).set({ authorName: 'Zoé Nuit' }).where(eq(novels.id, id));
    return 'zoe-nuit';
  },
  'a draft chapter': async () => {
    const novel = await addDraftNovel(app, people.owner, { chapters: 1 });
    return novel.chapterIds[0] ?? '';
  },
  'a public chapter': () => addPublicNovel().then(({ chapterIds }) => chapterIds[0] ?? ''),
  'a premium chapter': async () => {
    const { chapterIds } = await addPublicNovel({ isPremium: true });
    return chapterIds[0] ?? '';
  },
  'a comment': async () => {
    const { chapterIds } = await addPublicNovel();
    const path = `/api/chapters/${chapterIds[0] ?? ''}/comment`;
    const { body } = await ask(app, people.owner, 'POST', path, { text: 'Bonjour.' });
    return (body as { comment: { _id: string } }).comment._id;
  },
  'a review': async () => {
    const { id: novelId } = await addPublicNovel();
    const userId = (await signInAs(app, { displayName: 'Noé' })).user.id;
    const id = newKey();
    await app.db.insert(comments).values({ id, novelId, userId, threadId: id, text: 'Un\n\navis' });
    return id;
  },
  'a reader’s comment': () => addReaderComment([]),
  'a held comment': () => addReaderComment(['bonjour']),
  'a report of a typo': async () => {
    const { chapterIds } = await addPublicNovel();
    const params = { id: chapterIds[0] ?? '' };
    const reader = await signInAs(app, { displayName: 'Noé' });
    return (await succeed(app, reader, reportTypo, { params, body: typo }))._id;
  },
  'an announcement': async () => {
    const { id } = await addPublicNovel();
    const body = { title: 'Une pause', text: 'En mars.', key: newKey(), isSent: false };
    const added = await succeed(app, people.owner, addAnnouncement, { params: { id }, body });
    return added._id;
  },
  'a version': async () => {
    const { chapterIds } = await addPublicNovel({ isPremium: true });
    return (await versionsOf(chapterIds[0]))[0]?._id ?? '';
  },
  'a saved version': async () => {
    const { chapterIds } = await addDraftNovel(app, people.owner, { chapters: 1 });
    return (await versionsOf(chapterIds[0]))[0]?._id ?? '';
  },
  'an item': async () => {
    const item = { name: 'Lampe', description: '', price: 9.9 };
    const { body } = await ask(app, people.owner, 'POST', '/api/items', item);
    return (body as { _id: string })._id;
  },
  'an upload': async () => {
    const body = Buffer.from('# Un\n\nTexte.\n\n# Deux\n\nTexte.\n');
    const told = await succeed(app, people.owner, uploadBook, { query: { name: 'a.md' }, body });
    return told._id;
  },
  'an invitation': async () => {
    const { id } = await addPublicNovel();
    const told = { params: { id }, body: { role: 'editor' as const } };
    return (await succeed(app, people.owner, invite, told)).invitation._id;
  },
  'a notice of illegal content': async () => {
    const notice = { category: 'other', reasons: 'Faux.', name: '', email: '' } as const;
    const place = { key: newKey(), placeKind: 'novel', placeId: unknownId } as const;
    const [row] = await app.db
      .insert(contentNotices)
      .values({ ...notice, ...place })
      .returning();
    return row?.id ?? '';
  },
  'a session': async () => {
    const { token } = await signInAs(app, { user: people.owner.user });
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return (JSON.parse(claims) as { jti: string }).jti;
  },
  'a table of the books': () => Promise.resolve('ventes'),
  'the owner': () => Promise.resolve(people.owner.user.id),
  'another’s account': () => signInAs(app, { displayName: 'Noé' }).then(({ user }) => user.id),
  'a purchase': () => Promise.resolve(purchases.kept),
  'a withdrawn purchase': () => Promise.resolve(purchases.withdrawn),
  'a withdrawal to pay': () => addRefused(),
  'a declared withdrawal': async () => {
    const fields = { name: uuidv7(), invoiceNumber: 'F2026', email: `${uuidv7()}@exemple.test` };
    const declared = await declareWithdrawal(app, fields);
    return 'id' in declared ? declared.id : '';
  },
  'a credit note': () => Promise.resolve(purchases.creditNote),
  'a statement': () => addStatement(app, people.owner.user.id).then(({ month }) => month),
  'an order of payouts': () =>
    addPayout(app, people.owner, people.admin).then(({ orderId }) => orderId),
  'a paid payout': () => addPayout(app, people.owner, people.admin, true).then(({ id }) => id),
  'a payout': () => addPayout(app, people.owner, people.admin).then(({ id }) => id),
  'a quarter': () => Promise.resolve('2020-T4'),
  'a checkout session': () => Promise.resolve(purchases.checkout),
} satisfies Record<string, () => Promise<string>>;

/** Every call of the product: who may make it, about what. */
const table: Record<string, Partial<Record<Subject, Row>>> = {
  getCsrfToken: { nothing: everybody },
  getUser: { nothing: members },
  resumeSession: { nothing: members },
  logout: { nothing: members },
  updateProfile: { nothing: members },
  exportData: { nothing: members },
  deleteAccount: { nothing: members },
  listSessions: { nothing: members },
  endSession: { 'a session': ownAffair },
  endAllSessions: { nothing: members },
  getPreferences: { nothing: members },
  updatePreferences: { nothing: members },

  drawChallenge: {
    'a premium chapter': members,
    'a draft chapter': nobodySignedIn,
  },
  answerChallenge: {
    'a premium chapter': [
      ...(['CHALLENGE_GONE', 'CHALLENGE_GONE', 'CHALLENGE_GONE', 'CHALLENGE_GONE'] as const),
      'in',
    ],
  },
  getAccessLock: { nothing: everybody },

  listNovels: { nothing: everybody },
  suggestNovels: { nothing: everybody },
  getNovel: { 'a public novel': everybody, 'a draft novel': nobody },
  getUserFavorite: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  setFavorite: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  getUserRating: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  rateNovel: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  listNewChapters: { nothing: members },
  listLibrary: { nothing: members },
  listFavorites: { nothing: members },
  listFollowedAuthors: { nothing: members },
  getFollowedAuthor: { 'an author': members, 'an author of drafts': nobodySignedIn },
  setFollowedAuthor: { 'an author': members, 'an author of drafts': nobodySignedIn },
  getNoticeSettings: { nothing: members },
  setNoticeSettings: { nothing: members },
  addPushSubscription: { nothing: members },
  endPushSubscription: { nothing: members },
  getNovelNotices: { 'a public novel': members },
  // Not followed by any of them.
  setNovelNotices: { 'a public novel': nobodySignedIn },
  getAuthorNotices: { 'an author': members },
  setAuthorNotices: { 'an author': nobodySignedIn },
  listHistory: { nothing: members },
  listWithdrawn: { nothing: members },
  getReadingLog: { nothing: members },
  setReadingLog: { nothing: members },
  getNextReading: { nothing: members },
  mergeReading: { nothing: members },
  takeCopy: { 'a public novel': [S, F, F, F, F], 'a draft novel': nobodySignedIn },
  getLibraryStatus: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  setLibraryStatus: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  seeNewChapters: { nothing: members },
  openNovel: { 'a public novel': members },
  getNovelPrice: { 'a public novel': everybody, 'a draft novel': nobody },
  unlockNovel: { 'a public novel': members, 'a draft novel': nobodySignedIn },

  listChapters: { 'a public novel': everybody, 'a draft novel': nobody },
  getChapterPage: { 'a public novel': everybody, 'a draft novel': nobody },
  listBookmarked: { nothing: members },
  getChapter: {
    'a public chapter': everybody,
    'a premium chapter': premium,
    'a draft chapter': nobody,
  },
  getOwnView: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },
  getChapterInfo: { 'a premium chapter': everybody, 'a draft chapter': nobody },
  getChapterKey: {
    'a premium chapter': [S, P, P, 'CHALLENGE_REQUIRED', 'CHALLENGE_REQUIRED'],
    'a draft chapter': nobodySignedIn,
  },
  getMargin: {
    'a public chapter': everybody,
    'a premium chapter': premium,
    'a draft chapter': nobody,
  },
  setHighlight: { 'a premium chapter': premiumMembers, 'a draft chapter': nobodySignedIn },
  removeHighlight: { 'a public chapter': members },
  listHighlightedNovels: { nothing: members },
  listHighlights: { 'a public novel': members },
  setMarginNote: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  removeMarginNote: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  getReminder: {
    'a public chapter': everybody,
    'a premium chapter': premium,
    'a draft chapter': nobody,
  },
  likeChapter: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },
  unlikeChapter: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },
  bookmarkChapter: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },
  unbookmarkChapter: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },
  getPlace: { 'a premium chapter': premiumMembers, 'a draft chapter': nobodySignedIn },
  setPlace: { 'a premium chapter': premiumMembers, 'a draft chapter': nobodySignedIn },
  unlockChapter: { 'a premium chapter': members, 'a draft chapter': nobodySignedIn },

  listComments: {
    'a public chapter': everybody,
    'a premium chapter': premium,
    'a draft chapter': nobody,
  },
  addComment: {
    'a public chapter': members,
    'a premium chapter': premiumMembers,
    'a draft chapter': nobodySignedIn,
  },
  listReplies: { 'a comment': everybody },
  removeComment: { 'a comment': [S, F, F, 'in', 'in'] },
  getHidden: { nothing: members },
  setHidden: { nothing: members },
  findHidden: { nothing: everybody },
  getOwnReview: { 'a public novel': members, 'a draft novel': nobodySignedIn },
  // None of them has read it.
  saveReview: { 'a public novel': [S, F, F, F, F], 'a draft novel': nobodySignedIn },
  answerReview: { 'a review': [S, F, F, F, 'in'], 'a comment': nobodySignedIn },
  voteReview: { 'a review': members, 'a reader’s comment': nobodySignedIn },
  reportTypo: {
    'a public chapter': members,
    'a premium chapter': premiumMembers,
    'a draft chapter': nobodySignedIn,
  },
  listOwnTypos: { nothing: members },
  seeTypoAnswers: { nothing: members },
  reportComment: { 'a comment': [S, 'in', 'in', 'in', F] },
  hidePerson: { 'the owner': [S, 'in', 'in', 'in', F] },
  unhidePerson: { 'the owner': [S, 'in', 'in', 'in', F] },

  searchDesk: { nothing: staff },
  getDeskPerson: { 'the owner': staff },
  addStaffNote: { 'the owner': staff },
  endPersonSessions: { 'another’s account': staff },
  liftPersonLocks: { 'the owner': staff },
  unblockPerson: { 'the owner': staff },
  adjustPersonCredits: { 'the owner': admins },
  erasePerson: { 'another’s account': admins },
  exportPerson: { 'the owner': admins },
  listDeskLog: { nothing: staff },
  exportDeskLog: { nothing: staff },
  listWaiting: { nothing: staff },
  getDeskOrder: { 'a purchase': staff },
  getDeskDocument: { 'a purchase': admins },
  resendInvoice: { 'a purchase': staff },
  refundOrder: { 'a withdrawn purchase': admins },
  blockRefunds: { 'a withdrawn purchase': admins },
  endOrder: { 'a purchase': admins },
  checkOrder: { 'a purchase': admins },

  listReportedComments: { nothing: staff },
  moderateRemove: { 'a comment': staff },
  moderateRestore: { 'a comment': staff },
  moderateClose: { 'a comment': staff },
  suspendPerson: { 'the owner': staff },
  listNoticedPaces: { nothing: staff },
  listContentNotices: { nothing: admins },
  decideContentNotice: { 'a notice of illegal content': admins },
  listTransfers: { nothing: admins },
  closeTransfer: { 'a withdrawal to pay': admins },
  listDeclarations: { nothing: admins },
  answerDeclaration: { 'a declared withdrawal': admins },
  getBookTable: { 'a table of the books': admins },
  getBookFile: { 'a table of the books': admins },
  getBookJournal: { nothing: admins },
  getBookAccounts: { nothing: admins },
  setBookAccounts: { nothing: admins },
  getPay: { nothing: admins },
  closePayMonth: { nothing: admins },
  setShare: { nothing: admins },
  orderPayouts: { nothing: admins },
  getPayoutFile: { 'an order of payouts': admins },
  closePayout: { 'a payout': admins },
  giveUpOrder: { 'an order of payouts': admins },
  setPayRates: { nothing: admins },
  getUrssafFile: { 'a quarter': admins },

  getItem: { 'an item': everybody },
  addItem: { nothing: members },
  updateItem: { 'an item': [S, F, F, 'in', 'in'] },

  listPacks: { nothing: everybody },
  getBillingInfo: { nothing: members },
  createCheckoutSession: { nothing: members },
  purchaseCredits: { nothing: members },
  getPaymentSession: { 'a checkout session': [S, F, F, F, 'in'] },
  listTransactions: { 'the owner': [S, F, F, F, 'in'] },
  getInvoice: { 'a purchase': ownAffair },
  getCreditNote: { 'a credit note': ownAffair },
  getWithdrawalReceipt: { 'a withdrawn purchase': ownAffair },
  withdrawPurchase: { 'a purchase': ownAffair },

  listStudioNovels: { nothing: authors },
  createNovel: { nothing: authors },
  getStudioNovel: { 'a draft novel': draftWork, 'a public novel': publicWork },
  editNovel: { 'a draft novel': draftWork, 'a public novel': publicWork },
  deleteNovel: {
    'a draft novel': draftWork,
    'a public novel': [S, F, F, 'NOVEL_PUBLISHED', 'NOVEL_PUBLISHED'],
  },
  setFeatured: { 'a public novel': admins, 'a draft novel': admins },
  setCover: { 'a draft novel': draftWork, 'a public novel': publicWork },
  removeCover: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getNovelFigures: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getRecentViews: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getNovelPeriod: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getPeriodTable: { 'a draft novel': draftWork, 'a public novel': publicWork },
  takeNovel: { 'a draft novel': [S, F, N, F, 'in'], 'a public novel': [S, F, F, F, 'in'] },
  listStudioChapters: { 'a draft novel': draftWork, 'a public novel': publicWork },
  createChapter: { 'a draft novel': draftWork, 'a public novel': publicWork },
  orderChapters: { 'a draft novel': draftWork, 'a public novel': publicWork },
  changeChapters: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getFreeRules: { 'a draft novel': draftWork, 'a public novel': publicWork },
  setFreeRule: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getStudioChapter: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  saveCopy: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  setPublication: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  setChapterSettings: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  deleteChapter: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  previewChapter: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  listInbox: { nothing: authors },
  markInboxRead: { nothing: authors },
  answerComment: { 'a reader’s comment': publicWork, 'a held comment': [S, F, N, F, F] },
  closeComment: { 'a reader’s comment': publicWork, 'a held comment': [S, F, N, F, F] },
  removeOwnComment: { 'a reader’s comment': publicWork, 'a held comment': draftWork },
  restoreOwnComment: { 'a reader’s comment': publicWork },
  approveComment: { 'a reader’s comment': publicWork, 'a held comment': draftWork },
  decideTypo: { 'a report of a typo': draftWork },
  blockReporter: { 'a report of a typo': draftWork },
  blockWriter: { 'a reader’s comment': publicWork, 'a held comment': draftWork },
  listBlockedReaders: { nothing: authors },
  unblockReader: { 'the owner': authors },
  getHeldWords: { 'a draft novel': draftWork, 'a public novel': publicWork },
  setHeldWords: { 'a draft novel': draftWork, 'a public novel': publicWork },
  getCommentsClosed: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  setCommentsClosed: { 'a draft chapter': draftWork, 'a public chapter': publicWork },
  getNovelNotes: { 'a draft novel': draftWork, 'a public novel': publicWork },
  setNovelNotes: { 'a draft novel': draftWork, 'a public novel': publicWork },
  listTextPictures: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  addTextPicture: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  copyTextPicture: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  listVersions: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  compareVersion: { 'a version': publicWork, 'a saved version': draftWork },
  restoreVersion: { 'a version': publicWork, 'a saved version': draftWork },
  getChapterNotes: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  setChapterNotes: { 'a draft chapter': draftWork, 'a premium chapter': publicWork },
  listAnnouncements: { 'a draft novel': draftWork, 'a public novel': publicWork },
  addAnnouncement: { 'a draft novel': [S, F, N, F, F], 'a public novel': publicWork },
  editAnnouncement: { 'an announcement': publicWork },
  deleteAnnouncement: { 'an announcement': publicWork },
  listTeam: { 'a draft novel': draftWork, 'a public novel': publicWork },
  invite: { 'a draft novel': draftWork, 'a public novel': publicWork },
  withdrawInvitation: { 'an invitation': [S, F, F, 'in', 'in'] },
  // The person named is no member.
  setMemberRole: { 'a draft novel': [S, F, N, N, N], 'a public novel': [S, F, F, N, N] },
  removeMember: { 'a draft novel': [S, F, N, N, N], 'a public novel': [S, F, F, N, N] },
  offerNovel: { 'a draft novel': draftWork, 'a public novel': publicWork },
  // It is offered to none of them.
  acceptNovel: { 'a draft novel': [S, F, N, N, N], 'a public novel': [S, F, F, N, N] },
  declineNovel: { 'a draft novel': [S, F, N, N, N], 'a public novel': [S, F, F, N, N] },
  // Whoever has the link; a wrong one here.
  listNameUses: { nothing: staff },
  getNameHolders: { 'an author': staff },
  setNameHolder: { 'an author': staff },
  readInvitation: { nothing: nobodySignedIn },
  answerInvitation: { nothing: nobodySignedIn },
  // Whoever was an author is still paid.
  listStatements: { nothing: members },
  getStatementFile: { 'a statement': ownAffair },
  seeStatement: { nothing: members },
  getPayoutCertificate: { 'a paid payout': [S, N, N, 'in', 'in'] },
  saveTaxSheet: { nothing: authors },
  savePayoutAccount: { nothing: members },
  removePayoutAccount: { nothing: members },
  uploadBook: { nothing: authors },
  getUpload: { 'an upload': ownUpload },
  deleteUpload: { 'an upload': authors },
  saveUploadEdits: { 'an upload': ownUpload },
  confirmUpload: { 'an upload': ownUpload, 'a draft novel': [S, F, N, 'in', 'in'] },
};

/**
 * Addresses that are no calls of pages: navigations of a sign-in, Stripe's events, the catch-all.
 */
const withoutContract = [
  'ALL /api/auth/apple',
  'GET /api/auth/apple',
  'ALL /api/auth/apple/callback',
  'POST /api/auth/apple/callback',
  'ALL /api/auth/google',
  'GET /api/auth/google',
  'ALL /api/auth/google/callback',
  'GET /api/auth/google/callback',
  // The secret of the link is the authority (auth-staff-link.test.ts).
  'ALL /api/auth/staff',
  'POST /api/auth/staff',
  'ALL /api/{rest}',
  // The signed token in the address is the authority.
  'GET /api/notices/unsubscribe/{token}',
  'POST /api/notices/unsubscribe/{token}',
  // Anybody may report illegal content (content-notices.test.ts).
  'POST /api/content-notices',
  'POST /api/stripe/webhook',
  // What is declared is nobody's: the page answers the same to all (decision 146).
  'ALL /api/withdrawal-declarations',
  'POST /api/withdrawal-declarations',
];

let shop: Shop;
let app: Shop['app'];
let people: Record<Exclude<Role, 'stranger'>, TestBrowser>;
let purchases: { kept: string; withdrawn: string; creditNote: string; checkout: string };

beforeAll(async () => {
  shop = await openShop({
    // Nothing is pushed here: a subscription is only kept.
    VAPID_PUBLIC_KEY:
      'BDUWUjPWt7TGIe4gazNtsAz95kL0xkEYSlUfyB1oGz7qgaoPcunH_7qEp6Q-400uDZ-yPD98KnYe4IPd6bYu0ao',
    VAPID_PRIVATE_KEY: 'kI3aUfisF-jexmhEfdm8kAT8KNHNFDVMDlHIXOGczHI',
    VAPID_SUBJECT: 'mailto:contact@feuilleton.example',
  });
  ({ app } = shop);
  people = {
    reader: await signInAs(app, { displayName: 'Léa' }),
    otherAuthor: await signInAs(app, { displayName: 'Karim', role: 'author' }),
    admin: await signInAs(app, { displayName: 'Camille', role: 'admin' }),
    owner: await signInAs(app, { displayName: 'Mathilde', role: 'author' }),
    support: await signInAs(app, { displayName: 'Sacha', role: 'support' }),
  };
  for (const { user } of Object.values(people)) {
    const entry = { delta: 50, kind: 'adjustment', reference: `test:${user.id}` } as const;
    await app.db.transaction((tx) => moveCredits(tx, user.id, [entry], app.clock.now()));
  }
  purchases = await makePurchases();
});
afterAll(() => shop.close());

/** A comment of a reader's on a novel of the owner's that holds these words. */
/** In the text of a chapter of tests. */
const typo = {
  paragraph: 0,
  mark: markOf('Texte du chapitre 1.'),
  start: 0,
  wrong: 'Texte',
  correction: 'Textes',
};

async function addReaderComment(words: string[]): Promise<string> {
  const { id, chapterIds } = await addPublicNovel();
  await succeed(app, people.owner, setHeldWords, { params: { id }, body: { words } });
  const writer = await signInAs(app, { displayName: 'Noé' });
  const path = `/api/chapters/${chapterIds[0] ?? ''}/comment`;
  const { body } = await ask(app, writer, 'POST', path, { text: 'Bonjour.' });
  return (body as { comment: { _id: string } }).comment._id;
}

async function makePurchases() {
  const idOf = async (sessionId: string) => {
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [row] = await app.db.select().from(creditTransactions).where(bought);
    if (!row) throw new Error('nothing was bought');
    return row;
  };
  const kept = await idOf(await buyPack(shop, people.owner, 'plan_basic'));
  const withdrawn = await idOf(await buyPack(shop, people.owner, 'plan_basic'));
  const path = `/api/credit/withdrawal/${withdrawn.id}`;
  const answer = await ask(app, people.owner, 'POST', path, { credits: withdrawn.credits });
  expect(answer.status).toBe(200);
  await shop.stripe.control.idle();
  const [note] = await app.db.select().from(invoices).where(eq(invoices.kind, 'credit_note'));
  return {
    kept: kept.id,
    withdrawn: withdrawn.id,
    creditNote: note?.id ?? '',
    checkout: await orderPack(shop, people.owner, 'plan_basic'),
  };
}

/** A withdrawal of the owner's that Stripe refuses; its credit note exists. */
async function addRefused(): Promise<string> {
  const userId = people.owner.user.id;
  const now = app.clock.now();
  const sum = { credits: 300, amountCents: 300 };
  const [bought] = await app.db
    .insert(creditTransactions)
    .values({
      ...sum,
      userId,
      planId: 'plan_basic',
      billing: {},
      status: 'completed',
      completedAt: now,
    })
    .returning();
  const [refused] = await app.db
    .insert(withdrawals)
    .values({
      ...sum,
      userId,
      transactionId: bought?.id ?? '',
      requestedAt: now,
      refundedBeforeCents: 0,
      refusedAt: now,
      transferCents: 300,
      transferNoteCents: 0,
    })
    .returning();
  return refused?.id ?? '';
}

const versionsOf = async (id = '') =>
  (await succeed(app, people.owner, listVersions, { params: { id } })).versions;

let novelCount = 0;
async function addPublicNovel({ isPremium = false } = {}) {
  const novel = await addNovel(app, {
    title: `Un roman ${++novelCount}`,
    chapters: [chapterDraft(1, { isPremium })],
  });
  const ownerId = people.owner.user.id;
  await app.db.update(novels).set({ ownerId }).where(eq(novels.id, novel.id));
  return novel;
}

/** What of a query a call requires. */
const queries: Record<string, string> = {
  findHidden: '?pages=/novel/x&subjects=genre/horreur',
  uploadBook: '?name=a.md',
  suggestNovels: '?q=ro',
  searchDesk: '?q=lea',
  takeNovel: '?format=epub',
  getNovelPeriod: '?from=2026-11-01&to=2026-11-20',
  getStatementFile: '?format=csv',
  getBookTable: '?from=2026-11-01&to=2026-11-20',
  getBookFile: '?from=2026-11-01&to=2026-11-20',
  getBookJournal: '?from=2026-11-01&to=2026-11-20',
  compareVersion: '?against=now',
  getPeriodTable: '?from=2026-11-01&to=2026-11-20&table=days',
};

const fileBodies: Record<string, Buffer> = {
  uploadBook: Buffer.from('# Un\n\nTexte.\n'),
  setCover: Buffer.from('no picture'),
  addTextPicture: Buffer.from('no picture'),
};

/** A valid body for a call; most use a part of the first. */
async function bodyFor(name: string, subject: Subject, id: string): Promise<unknown> {
  if (name === 'answerChallenge') {
    const drawn = await draw(app, people.owner, id);
    return { challengeId: drawn.challengeId, choiceId: await choose(app, drawn, true) };
  }
  // As it is: nothing to restore.
  if (name === 'reportTypo') return typo;
  if (name === 'decideContentNotice') return { measure: 'none', facts: 'Rien.', rule: 'Loi.' };
  if (name === 'decideTypo') return { decision: 'refuse', reason: 'C’est voulu.' };
  if (name === 'restoreVersion') return { version: 1 };
  if (name === 'setPublication') return { status: 'published', version: 1 };
  if (name === 'copyTextPicture') return { address: 'https://exemple.fr/a.png' };
  if (name === 'offerNovel') return { userId: null };
  if (name.endsWith('Invitation')) return { token: 'A'.repeat(43), isAccepted: true };
  if (name === 'invite' || name === 'setMemberRole') return { role: 'editor', note: '' };
  if (name === 'setFeatured') return { isFeatured: false };
  // The other fields of a chapter's are not its own.
  if (name === 'unlockNovel') return { credits: 300 };
  if (name === 'setReadingLog') return { isOn: true };
  if (name === 'setLibraryStatus') return { status: 'to_read' };
  if (name === 'listTransactions') return undefined;
  if (name === 'setNoticeSettings') return { email: 'off', push: 'off', quiet: null };
  if (name.endsWith('PushSubscription')) {
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const keys = { p256dh, auth: 'A'.repeat(22) };
    return { endpoint: 'https://push.example.com/permissions', keys };
  }
  if (name === 'adjustPersonCredits') return { key: newKey(), reason: 'Un geste.', credits: 1 };
  if (name === 'refundOrder') return { key: newKey(), reason: 'Un geste.', amount: 1 };
  if (name === 'blockRefunds') return { key: newKey(), reason: 'Un doute.', isBlocked: true };
  if (name === 'unblockPerson') return { key: newKey(), reason: 'Revu.', authorId: unknownId };
  if (name === 'closeTransfer') {
    return { reference: 'VIR 1', paidOn: parisDay(app.clock.now()), amount: 300 };
  }
  if (name === 'answerDeclaration') return { note: 'Répondu.' };
  if (name === 'createCheckoutSession' || name === 'purchaseCredits') {
    return order('plan_basic', { packageId: 'plan_basic', amount: 300 });
  }
  if (name === 'setBookAccounts') return { accounts: [] };
  if (name === 'setFreeRule') return { parts: [null], rule: { kind: 'after', days: 7 } };
  if (name === 'closePayMonth' || name === 'seeStatement') return { month: '2026-01' };
  if (name === 'closePayout') return { state: 'paid', paidOn: parisDay(app.clock.now()) };
  if (name === 'saveTaxSheet') return { ...taxSheet, startsOn: inAWeek() };
  if (name === 'changeChapters') return { action: 'part', chapterIds: [unknownId], part: null };
  const target =
    subject === 'a draft novel'
      ? { kind: 'existing', novelId: id }
      : { kind: 'new', takesCover: false, ...novelForm() };
  return {
    ...novelForm(),
    key: newKey(),
    title: 'Titre',
    html: '<p>Texte.</p>',
    chapterIds: [],
    part: null,
    isPremium: true,
    creditCost: 1,
    freeFrom: null,
    target,
    edits: [],
    premiumFrom: null,
    publication: 'draft',
    isFavorited: true,
    isFollowed: true,
    isTold: true,
    userId: people.owner.user.id,
    isHolder: true,
    rating: 4,
    text: 'Un commentaire.'.padEnd(name === 'saveReview' ? 100 : 0, ' !'),
    hasSpoiler: false,
    add: ['genre/horreur'],
    remove: [],
    isUseful: true,
    reason: 'Sans raison.',
    name: 'Lampe',
    description: '',
    price: 9.9,
    until: name === 'suspendPerson' ? inAWeek() : app.clock.now().toISOString(),
    confirmation: 'SUPPRIMER',
    lostCredits: 1_000_000,
    isAsked: true,
    ids: [newKey()],
    isRead: true,
    requestId: newKey(),
    isSettled: true,
    isClosed: true,
    novelId: null,
    authorId: null,
    basisPoints: 5000,
    startsOn: '2026-11-01',
    rates: [{ kind: 'csg', value: 920 }],
    pays: [
      {
        authorId: people.owner.user.id,
        amount: 1,
        net: 1,
        accountUpdatedAt: '2026-11-01T00:00:00Z',
      },
    ],
    executesOn: inAWeek(),
    holderName: 'Léa Martin',
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    words: [],
    before: '',
    after: '',
    isSent: false,
    bio: '',
    firstName: '',
    lastName: '',
    preferredGenres: [],
    preferences: defaultReaderPreferences,
    version: name === 'saveCopy' ? 1 : null,
    place: { paragraph: 1, offset: 0, mark: 1, start: 0, end: 0, before: 0, after: 0 },
    sentAt: 1,
    length: 4,
    passage: 1,
    colour: 'rose',
    note: '',
    readings: [],
    purpose: 'chapter',
    chapterId: id,
    // Of a withdrawal; for unlocking the rest the price is refused, which counts as accepted.
    credits: 300,
  };
}

const taxSheet = {
  legalName: 'Léa Martin',
  address: 'Lyon',
  socialSecurityNumber: null,
  residence: 'france',
  abroadCertificate: null,
  abroadUntil: null,
  regime: 'wages',
  exemptionNumber: null,
  exemptionYear: null,
  vat: 'withheld',
  vatUntil: null,
};

const inAWeek = () => parisDay(new Date(app.clock.now().getTime() + 7 * 86_400_000));

/** A browser of this role; its session is a new one where the call ends sessions. */
async function browserOf(role: Role, name: string): Promise<TestBrowser | null> {
  if (role === 'stranger') return null;
  const endsSessions = ['logout', 'endAllSessions', 'deleteAccount'].includes(name);
  if (!endsSessions) return people[role];
  return signInAs(app, { displayName: role, role: people[role].user.role });
}

/** The refusal for this role, or `in`. */
async function tryCall(
  name: string,
  call: Call,
  [subject, id]: readonly [Subject, string],
  role: Role,
): Promise<Cell> {
  // An upload is confirmed in the owner's novel: the upload is the caller's then.
  const browser = await browserOf(role, name);
  const isTarget = name === 'confirmUpload' && subject === 'a draft novel';
  const headers = browser?.headers ?? (await changeHeaders(app));
  const inAddress = isTarget ? await ownUploadOf(browser) : id;
  const file = fileBodies[name];
  const json = file ? undefined : await bodyFor(name, subject, id);
  const query = queries[name] ?? '';
  const response = await callEndpoint(app, addressOf(call, inAddress) + query, {
    method: call.method,
    headers,
    ...(call.method !== 'GET' && { body: file ? new Uint8Array(file) : JSON.stringify(json) }),
  });
  if (response.ok) return 'in';
  const { error } = (await response.json()) as { error: RefusalCode };
  expect(error, `${name} was not understood`).not.toBe('MALFORMED');
  expect(error).not.toBe('INTERNAL');
  return wasLetIn.has(error) ? 'in' : error;
}

/** Refusals that only an accepted caller gets. */
const wasLetIn = new Set<RefusalCode>([
  'PICTURE_REFUSED',
  'CHAPTERS_STALE',
  'COPY_STALE',
  'PRICE_CHANGED',
  'PLACE_STALE',
  'WITHDRAWAL_REFUSED',
  'PAYOUT_REFUSED',
]);

async function ownUploadOf(browser: TestBrowser | null): Promise<string> {
  if (browser === null || !isAuthor(browser.user.role)) return subjects['an upload']();
  const body = Buffer.from('# Un\n\nTexte.\n');
  return (await succeed(app, browser, uploadBook, { query: { name: 'b.md' }, body }))._id;
}

test('every declared call is in the table, and nothing else', () => {
  expect(Object.keys(table).toSorted()).toEqual(allCalls.map(([name]) => name).toSorted());
});

test('every declared call has an endpoint, and no other', () => {
  const addresses = (some: readonly { method: string; path: string }[]) =>
    some.map(({ method, path }) => `${method} ${path}`).toSorted();
  expect(addresses(endpoints)).toEqual(addresses(allCalls.map(([, call]) => call)));
});

test('every other route below /api/ is on the list of those that are no calls', async () => {
  const modules = import.meta.glob<Record<string, APIRoute>>('/src/pages/api/**/*.ts');
  const found: string[] = [];
  for (const [file, load] of Object.entries(modules)) {
    const path = file
      .replace('/src/pages', '')
      .replace(/(\/index)?\.ts$/, '')
      .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}');
    for (const method of Object.keys(await load())) {
      if (/^[A-Z]+$/.test(method)) found.push(`${method} ${path}`);
    }
  }
  expect(found.toSorted()).toEqual(withoutContract.toSorted());
});

const cases = allCalls.flatMap(([name, call]) =>
  (Object.entries(table[name] ?? {}) as [Subject, Row][]).map(
    ([subject, row]) => [name, subject, row, call] as const,
  ),
);

/** Calls, or calls about a subject, that are decided by what the body names, and what that is. */
const inBody: Record<string, string> = {
  drawChallenge: 'the chapter or action that is asked for',
  answerChallenge: 'the challenge',
  readInvitation: 'the token, a secret that no address shall hold',
  answerInvitation: 'the token',
  'confirmUpload a draft novel':
    'the novel that the chapters are added to; the upload is asked first',
  setNameHolder: 'the account; a name is no object, any may be held',
};

/** The refusal of a call whose body must not be asked for, and whether it was. */
async function askUnread(
  [name, call]: readonly [string, Call],
  id: string,
  browser: TestBrowser | null,
): Promise<[refusal: string | null, isRead: boolean]> {
  let isRead = false;
  const pull = () => {
    isRead = true;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = browser?.headers ?? (await changeHeaders(app));
  const init = { method: call.method, headers, body, duplex: 'half' };
  const response = await callEndpoint(app, addressOf(call, id) + (queries[name] ?? ''), init);
  return [response.headers.get('x-error'), isRead];
}

describe('who may', () => {
  // A right answer counts for the whole session.
  afterEach(() => app.db.delete(challengePasses));

  const aboutObjects = allCalls.filter(
    ([name, { path, method }]) => method !== 'GET' && path.includes('{') && !(name in inBody),
  );

  test.each(aboutObjects)('%s, about what does not exist, reads no body', async (...given) => {
    const [refusal, isRead] = await askUnread(given, unknownId, people.admin);
    expect(isRead).toBe(false);
    // Without a body to read, an idempotent deletion may succeed.
    if (given[1].body !== noBody) expect(refusal).toBe('NOT_FOUND');
  });

  test.each(cases)('%s, about %s', async (name, subject, row, call) => {
    const found: Partial<Record<Role, Cell>> = {};
    let id: string | null = null;
    const isKnownBeforeBody =
      call.method !== 'GET' && !(name in inBody) && !(`${name} ${subject}` in inBody);
    for (const [at, role] of roles.entries()) {
      id ??= await subjects[subject]();
      if (at < 3 && row[at] !== 'in' && isKnownBeforeBody) {
        const [refusal, isRead] = await askUnread([name, call], id, await browserOf(role, name));
        expect([role, refusal, isRead]).toEqual([role, row[at], false]);
        continue;
      }
      found[role] = await tryCall(name, call, [subject, id], role);
      if (found[role] === 'in' && call.method !== 'GET') id = null;
    }
    const expected = roles.map((role, index) => [role, cellOf(row, index)] as const);
    expect(found).toEqual(Object.fromEntries(expected.filter(([role]) => role in found)));
  });

  test('deleteUpload leaves another user’s alone', async () => {
    const id = await subjects['an upload']();
    for (const role of ['otherAuthor', 'admin'] as const) {
      const { headers } = people[role];
      await callEndpoint(app, `/api/studio/uploads/${id}`, { method: 'DELETE', headers });
    }
    const { headers } = people.owner;
    const response = await callEndpoint(app, `/api/studio/uploads/${id}`, { headers });
    expect(response.status).toBe(200);
  });

  test('a reader who owns a novel is no author', async () => {
    const { id, chapterIds } = await addPublicNovel();
    await app.db.update(novels).set({ ownerId: people.reader.user.id }).where(eq(novels.id, id));
    const { headers } = people.reader;
    for (const path of [`novels/${id}`, `chapters/${chapterIds[0] ?? ''}`]) {
      const response = await callEndpoint(app, `/api/studio/${path}`, { headers });
      expect(response.status).toBe(403);
    }
    const [untouched] = await app.db.select().from(chapters).where(eq(chapters.novelId, id));
    expect(untouched?.status).toBe('published');
  });
});
