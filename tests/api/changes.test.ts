import { createECDH } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
} from '#server/core/db/schema/community.ts';
import { items } from '#server/core/db/schema/items.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { creditTransactions, ledgerEntries, unlocks } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { challengeLocks, challenges } from '#server/core/db/schema/protection.ts';
import { closedMonths, earningShares } from '#server/core/db/schema/earnings.ts';
import { payouts } from '#server/core/db/schema/payouts.ts';
import { noticeSettings, pushSubscriptions } from '#server/core/db/schema/outbox.ts';
import { nameHolders } from '#server/core/db/schema/names.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import {
  bookmarks,
  chapterLikes,
  favorites,
  followedAuthors,
  libraryEntries,
  openedNovels,
  ratings,
  readingPlaces,
} from '#server/core/db/schema/reading.ts';
import { moderateComment } from '#server/community/moderate-comment.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { csrfHeader } from '#server/core/http/csrf.ts';
import { createItem } from '#server/catalogue/items/items.ts';
import { noBody } from '#shared/contracts/fields.ts';
import { parisDay } from '#shared/site/formats.ts';
import { defaultReaderPreferences } from '#shared/reading/reader-preferences.ts';
import { markOf } from '#shared/text/text-mark.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls, allChanges } from '../world/calls.ts';
import { ask } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { order } from '../world/orders.ts';
import { pass } from '../world/passes.ts';
import { addPayout, addStatement } from '../world/pay.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { addUser, changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { choose, draw, unlock } from '../world/premium.ts';

type Headers = Record<string, string>;
/** An id by the part of an address before it, and those that a body names. */
type Subjects = Record<
  | 'novels'
  | 'chapters'
  | 'sessions'
  | 'challenges'
  | 'choices'
  /** Léa's own, and Karim's, which she may report. */
  | 'comments'
  | 'comments/report'
  | 'people'
  | 'authors'
  | 'items'
  /** Karim's: one to remove, one that was removed, one that was reported. */
  | 'comments/remove'
  | 'comments/restore'
  | 'comments/settle'
  /** Not unlocked by Léa. */
  | 'chapters/unlock'
  | 'novels/unlock'
  /** A purchase that Léa may withdraw from. */
  | 'withdrawal'
  /** A withdrawal that an admin has to pay by bank transfer. */
  | 'withdrawals/settle'
  /** None of hers. */
  | 'announcements'
  | 'blocked-readers'
  | 'invitations'
  | 'versions'
  | 'typos'
  | 'names'
  | 'uploads'
  /** An author's that waits, and the author of a balance. */
  | 'payouts'
  | 'payees',
  string
>;
/** All fields that changes require, and fields that all must ignore. */
const bodyFor = (subjects: Subjects, { path }: { path: string }) => ({
  isFavorited: true,
  isFollowed: true,
  rating: 1,
  bio: 'Autre.',
  firstName: 'Autre',
  lastName: 'Nom',
  preferredGenres: ['Fantasy'],
  purpose: 'chapter',
  chapterId: subjects.chapters,
  place: { paragraph: 3, offset: 14, mark: 15, start: 0, end: 0, before: 0, after: 0 },
  version: null,
  sentAt: 1,
  preferences: { ...defaultReaderPreferences, fontSize: 150 },
  challengeId: subjects.challenges,
  choiceId: subjects.choices,
  text: 'Un commentaire.',
  reason: 'Sans raison.',
  paragraph: 0,
  mark: markOf('Texte du chapitre 1.'),
  start: 0,
  wrong: 'Texte',
  correction: 'Textes',
  ...order('plan_basic', { packageId: 'plan_basic', amount: 300 }),
  credits: packCredits,
  name: 'Lampe',
  price: 9.9,
  until: path.endsWith('/suspend')
    ? parisDay(new Date(app.clock.now().getTime() + 7 * dayMs))
    : app.clock.now().toISOString(),
  confirmation: 'SUPPRIMER',
  lostCredits: 1_000_000,
  reference: 'VIR 1',
  paidOn: parisDay(app.clock.now()),
  readings: [{ novelId: subjects.novels, chapterId: subjects.chapters, number: 1, readAt: 1 }],
  ...(path.endsWith('/library') && { status: 'dropped' }),
  isTold: false,
  email: 'daily',
  push: 'off',
  quiet: null,
  novelId: null,
  authorId: null,
  basisPoints: 5000,
  startsOn: '2026-11-01',
  month: '2020-02',
  state: 'paid',
  isAccepted: false,
  pays: [
    { authorId: subjects.payees, amount: 100, accountUpdatedAt: app.clock.now().toISOString() },
  ],
  executesOn: parisDay(app.clock.now()),
  userId: subjects.payees,
  isHolder: true,
  ids: [answeredTypo],
  endpoint: pushEndpoint,
  keys: { p256dh: pushKey, auth: 'a'.repeat(22) },
});
const pushEndpoint = 'https://push.exemple.test/lea';
const pushKey = createECDH('prime256v1').generateKeys('base64url');
const answeredTypo = crypto.randomUUID();
const dayMs = 86_400_000;
/** The pack that is bought, and what the rest of each novel costs: one body fits both calls. */
const packCredits = 300;

let shop: Shop;
let app: Shop['app'];
let lea: TestBrowser;
let karim: TestBrowser;
let admin: TestBrowser;
/** Subjects of the calls: a novel and a chapter that Léa has marked, and unmarked ones. */
let marked: Subjects;
let unmarked: Subjects;
let before: unknown;

beforeAll(async () => {
  shop = await openShop({
    VAPID_PUBLIC_KEY: 'B'.repeat(87),
    VAPID_PRIVATE_KEY: 'a'.repeat(43),
    VAPID_SUBJECT: 'mailto:contact@feuilleton.example',
  });
  ({ app } = shop);
  // An author, so that the studio's guard accepts her; she owns nothing there.
  lea = await signInAs(app, { role: 'author' });
  const given = { delta: 5_000, kind: 'adjustment', reference: 'given' } as const;
  await app.db.transaction((tx) => moveCredits(tx, lea.user.id, [given], app.clock.now()));
  karim = await signInAs(app, { name: 'Karim' });
  admin = await signInAs(app, { name: 'Rédaction', role: 'admin' });
  marked = await addSubjects('Un roman aimé');
  unmarked = await addSubjects('Un roman à découvrir');
  const { novels: novelId, chapters: chapterId } = marked;
  await ask(app, lea, 'POST', `/api/novels/${novelId}/favorite`, { isFavorited: true });
  await ask(app, lea, 'POST', `/api/novels/${novelId}/rate`, { rating: 5 });
  await ask(app, lea, 'PUT', `/api/chapters/${chapterId}/like`);
  await ask(app, lea, 'PUT', `/api/chapters/${chapterId}/bookmark`);
  await ask(app, lea, 'PUT', `/api/people/${marked.people}/hidden`);
  before = await everythingKept();
});
afterAll(() => shop.close());

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

/** A locked-out caller answers the suspension page's challenge, signed in or not. */
const forStrangersToo: readonly string[] = ['drawChallenge', 'answerChallenge'];

/** What another site's page can make a browser send: its cookies, no custom header. */
const crossSiteForm = (headers: Headers): Headers => ({
  cookie: headers.cookie ?? '',
  origin: 'https://ailleurs.test',
  'sec-fetch-site': 'cross-site',
  'content-type': 'application/x-www-form-urlencoded',
});

const attacks: Record<string, (headers: Headers) => Promise<Headers> | Headers> = {
  'a form on another site, with the browser’s cookies': crossSiteForm,
  'a request of another site that knows every header': (headers) => ({
    ...headers,
    'sec-fetch-site': 'cross-site',
  }),
  'a request of a sibling host': (headers) => ({ ...headers, 'sec-fetch-site': 'same-site' }),
  'an older browser’s request of another site': (headers) => ({
    ...headers,
    origin: 'https://ailleurs.test',
  }),
  'a request of a page without origin': (headers) => ({ ...headers, origin: 'null' }),
  'no CSRF token': (headers) => without(headers, csrfHeader),
  'the CSRF token of another browser': async (headers) => ({
    ...headers,
    [csrfHeader]: (await changeHeaders(app))[csrfHeader] ?? '',
  }),
  'a CSRF token without its cookie': (headers) => ({ ...headers, cookie: '' }),
  'a CSRF token with a later date': (headers) => ({
    ...headers,
    [csrfHeader]: `9999999999999.${headers[csrfHeader]?.split('.')[1] ?? ''}`,
  }),
  'a garbled CSRF token': (headers) => ({ ...headers, [csrfHeader]: '0.0' }),
};

/** Only requests from our pages get as far as the session check. */
const csrfRefusals = ['CSRF_VALIDATION_ERROR', 'CLIENT_TOKEN_INVALID'];

/** Who may make a call: an admin for moderation and the front page, Léa for the others. */
const callerOf = ({ path }: Change) =>
  /^\/api\/moderation\/|\/featured$/.test(path) ? admin : lea;

/** Whether the endpoint asks for a power over the object in the address before it reads the body. */
const namesOthersWork = ({ path }: Change) =>
  /^\/api\/(studio\/.*\{|authors\/.*\/notices)/.test(path);

async function errorOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { error?: unknown }).error;
}

type Change = (typeof allChanges)[number][1];

function send(
  call: Change,
  headers: Headers,
  subjects: Subjects = marked,
  text = JSON.stringify(bodyFor(subjects, call)),
): Promise<Response> {
  const [, kind = '', act = ''] =
    /^\/api\/(?:auth\/|credit\/|studio\/|moderation\/)?([\w-]+)\/\{\w+\}(?:\/([\w-]+))?/.exec(
      call.path,
    ) ?? [];
  const idOf = new Map<string, string>(Object.entries(subjects));
  const id = idOf.get(`${kind}/${act}`) ?? idOf.get(kind);
  if (call.path.includes('{') && id === undefined) throw new Error(`no id for ${call.path}`);
  // A file's name is in the address, which is parsed before its bytes are read.
  const address = addressOf(call, id) + (call.isFileBody ? '?name=livre.epub' : '');
  return callEndpoint(app, address, { method: call.method, headers, body: text });
}

async function addSubjects(title: string): Promise<Subjects> {
  const { id, chapterIds } = await addNovel(app, {
    title,
    chapters: [chapterDraft(1, { isPremium: true })],
  });
  const [chapterId = ''] = chapterIds;
  for (const { user } of [lea, karim]) await unlock(app, user.id, chapterId);
  const drawn = await draw(app, lea, chapterId);
  const closed = await addNovel(app, {
    title: `${title}, la suite`,
    chapters: [chapterDraft(1, { isPremium: true })],
  });
  const dear = await addNovel(app, {
    title: `${title}, la fin`,
    chapters: [chapterDraft(1, { isPremium: true })],
  });
  await app.db
    .update(chapters)
    .set({ creditCost: packCredits })
    .where(inArray(chapters.novelId, [closed.id, dear.id]));
  return {
    novels: id,
    chapters: chapterId,
    sessions: await addSession(),
    challenges: drawn.challengeId,
    choices: await choose(app, drawn, true),
    comments: await addComment(lea, chapterId),
    'comments/report': await addComment(karim, chapterId),
    people: (await addUser(app)).id,
    authors: 'autrice-test',
    items: (await createItem(app, lea.user.id, { name: title, description: '', price: 1 })).id,
    'comments/remove': await addComment(karim, chapterId),
    'comments/restore': await addRemoved(chapterId),
    'comments/settle': await addReported(chapterId),
    'chapters/unlock': closed.chapterIds[0] ?? '',
    'novels/unlock': dear.id,
    withdrawal: await addPurchase(),
    'withdrawals/settle': await addRefused(),
    announcements: id,
    'blocked-readers': id,
    invitations: id,
    versions: id,
    typos: id,
    names: 'autrice-test',
    uploads: id,
    payouts: (await addPayout(app, await signInAs(app), admin)).id,
    payees: (await signInAs(app)).user.id,
  };
}

async function addPurchase(): Promise<string> {
  const sessionId = await buyPack(shop, lea, 'plan_basic');
  const bought = await app.db
    .select({ id: creditTransactions.id })
    .from(creditTransactions)
    .where(eq(creditTransactions.stripeSessionId, sessionId));
  return bought[0]?.id ?? '';
}

/** A withdrawal that waits for a bank transfer. */
async function addRefused(): Promise<string> {
  const transactionId = await addPurchase();
  const [withdrawal] = await app.db
    .insert(withdrawals)
    .values({
      transactionId,
      userId: lea.user.id,
      credits: 1,
      amountCents: 300,
      refundedBeforeCents: 0,
      refusedAt: app.clock.now(),
      transferCents: 300,
      transferNoteCents: 300,
    })
    .returning();
  return withdrawal?.id ?? '';
}

async function addRemoved(chapterId: string): Promise<string> {
  const id = await addComment(karim, chapterId);
  await moderateComment(app, admin.user, { act: 'removed', id, reason: 'Injure.' });
  return id;
}

async function addReported(chapterId: string): Promise<string> {
  const commentId = await addComment(karim, chapterId);
  await app.db.insert(commentReports).values({ commentId, userId: admin.user.id });
  return commentId;
}

async function addComment(writer: TestBrowser, chapterId: string): Promise<string> {
  const path = `/api/chapters/${chapterId}/comment`;
  const { body } = await ask(app, writer, 'POST', path, { text: 'Quel chapitre !' });
  return (body as { comment: { _id: string } }).comment._id;
}

/** Signs Léa in on one more browser; returns the session's id. */
async function addSession(): Promise<string> {
  const { token } = await signInAs(app, { user: lea.user });
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { jti: string }).jti;
}

/** A report of a typo with an answer that its reader has not seen. */
async function addTypoAnswer(userId: string): Promise<void> {
  await app.db.insert(typoReports).values({
    id: answeredTypo,
    novelId: marked.novels,
    chapterId: marked.chapters,
    userId,
    paragraph: 0,
    mark: 1,
    start: 0,
    wrong: 'chevals',
    correction: 'chevaux',
    before: '',
    after: '',
    state: 'accepted',
    decidedAt: app.clock.now(),
  });
}

/** What can be muted and ended: both novels, their author, a browser. */
async function followAll(userId: string, sessionId: string): Promise<void> {
  const rows = [marked, unmarked].map(({ novels: novelId }) => ({ userId, novelId }));
  await app.db.insert(favorites).values(rows).onConflictDoNothing();
  const author = { userId, authorSlug: marked.authors };
  await app.db.insert(followedAuthors).values(author).onConflictDoNothing();
  const browser = { endpoint: pushEndpoint, p256dh: '', auth: '' };
  await app.db
    .insert(pushSubscriptions)
    .values({ userId, sessionId, ...browser })
    .onConflictDoNothing();
}

/** As it was before. */
async function unfollowAll(userId: string): Promise<void> {
  await app.db.delete(favorites).where(eq(favorites.novelId, unmarked.novels));
  await app.db.delete(followedAuthors).where(eq(followedAuthors.userId, userId));
}

/** Every row that some change writes: users, sessions, marks, comments, challenges, counters. */
async function everythingKept(): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (const table of [
    users,
    sessions,
    novels,
    chapters,
    comments,
    challenges,
    creditTransactions,
    ledgerEntries,
    withdrawals,
    items,
    pushSubscriptions,
    typoReports,
    earningShares,
    payouts,
  ]) {
    rows.push(await app.db.select().from(table).orderBy(table.id));
  }
  // Without an id; there are few.
  for (const table of [
    favorites,
    ratings,
    chapterLikes,
    bookmarks,
    commentReports,
    hiddenPeople,
    moderationActs,
    readingPlaces,
    libraryEntries,
    followedAuthors,
    noticeSettings,
    openedNovels,
    challengeLocks,
    unlocks,
    closedMonths,
    nameHolders,
  ]) {
    rows.push((await app.db.select().from(table)).toSorted(byText));
  }
  return rows;
}

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

describe.each(allChanges)('%s', (_, call) => {
  test.each(Object.entries(attacks))('refuses %s', async (_name, attack) => {
    for (const subjects of [marked, unmarked]) {
      const response = await send(call, await attack(lea.headers), subjects);
      expect(response.status).toBe(403);
      expect(csrfRefusals).toContain(await errorOf(response));
    }
  });

  test.each([
    ['a forged client token', '01890000-0000-7000-8000-000000000000.forged'],
    ['no client token', ''],
  ])('refuses %s', async (_name, clientToken) => {
    const response = await send(call, { ...lea.headers, 'x-client-token': clientToken });
    expect([response.status, await errorOf(response)]).toEqual([403, 'CLIENT_TOKEN_INVALID']);
    expect(response.headers.get('x-error')).toBe('CLIENT_TOKEN_INVALID');
  });

  test('refuses a body that is invalid JSON or too long', async () => {
    const { headers } = callerOf(call);
    // Léa has no power over the object, or there is no body: `permissions.test.ts` sees that none is read.
    if (namesOthersWork(call) || call.body === noBody) return;
    if (!call.isFileBody) {
      const garbled = await send(call, headers, marked, '{"rating":');
      expect(garbled.status).toBe(400);
    }
    const tooMany = (call.bodyMaxBytes ?? 64 * 1024) + 1;
    const long = await send(call, headers, marked, JSON.stringify('a'.repeat(tooMany)));
    expect([long.status, await errorOf(long)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

test.each(allChanges.filter(([name]) => !forStrangersToo.includes(name)))(
  '%s refuses an anonymous caller with valid tokens',
  async (_, call) => {
    const response = await send(call, await changeHeaders(app));
    expect([response.status, await errorOf(response)]).toEqual([401, 'SIGN_IN_REQUIRED']);
  },
);

test('none of it changed anything', async () => {
  expect(await everythingKept()).toEqual(before);
});

// The studio's own tests cover its changes (`studio-chapters.test.ts` and the others). A session that is
// resumed stays as it is.
test.each(
  allChanges.filter(
    ([name, { path }]) => !path.startsWith('/api/studio/') && name !== 'resumeSession',
  ),
)('%s changes something when an authorized caller asks from our page', async (name, call) => {
  // A user who deletes their account makes no other call.
  const user = name === 'deleteAccount' ? await addUser(app) : callerOf(call).user;
  const { headers } = await signInAs(app, { user });
  // The question comes before the payment.
  if (call.path.endsWith('/unlock')) await pass(app, user.id, [marked.chapters]);
  const sessionId = await addSession();
  if (call.path.includes('notices')) await followAll(user.id, sessionId);
  if (name === 'orderPayouts') {
    for (const { payees } of [marked, unmarked]) await addStatement(app, payees);
  }
  if (name === 'seeTypoAnswers') await addTypoAnswer(user.id);
  if (name === 'addPushSubscription') await app.db.delete(pushSubscriptions);
  const earlier = await everythingKept();
  for (const subjects of [marked, unmarked]) {
    const { status } = await send(call, headers, { ...subjects, sessions: sessionId });
    // The second is signed out if the first signed out, and finds no question if the first
    // answered.
    expect([200, 401, 410]).toContain(status);
  }
  expect(await everythingKept()).not.toEqual(earlier);
  if (call.path.includes('notices')) await unfollowAll(user.id);
});

describe('the CSRF token', () => {
  test('comes with an HttpOnly cookie that is not sent cross-site', async () => {
    const response = await callEndpoint(app, '/api/csrf-token');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-feuilleton_csrf=[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(await response.json()).toEqual({ csrfToken: expect.any(String) as string });
  });

  test('is given without a look at the session, which the change after it needs', async () => {
    const { headers, user } = await signInAs(app, { name: 'Session Finie' });
    const endedAt = app.clock.now();
    await app.db.update(sessions).set({ endedAt }).where(eq(sessions.userId, user.id));
    const given = await callEndpoint(app, '/api/csrf-token', { headers });
    expect(given.status).toBe(200);
    const refused = await callEndpoint(app, '/api/auth/profile', { method: 'PUT', headers });
    expect(refused.status).toBe(401);
  });

  test('of one tab stays valid when another tab asks for its own', async () => {
    const first = await signInAs(app, { name: 'Deux Onglets' });
    const second = await callEndpoint(app, '/api/csrf-token', { headers: first.headers });
    const { csrfToken } = (await second.json()) as { csrfToken: string };
    for (const token of [first.headers[csrfHeader] ?? '', csrfToken]) {
      const response = await callEndpoint(app, '/api/auth/profile', {
        method: 'PUT',
        headers: { ...first.headers, [csrfHeader]: token },
        body: JSON.stringify({ bio: '', firstName: '', lastName: '', preferredGenres: [] }),
      });
      expect(response.status).toBe(200);
    }
  });

  test('is valid for an hour', async () => {
    const browser = await signInAs(app, { name: 'Une Heure' });
    const tryAgain = () =>
      callEndpoint(app, '/api/auth/profile', {
        method: 'PUT',
        headers: browser.headers,
        body: JSON.stringify({ bio: '', firstName: '', lastName: '', preferredGenres: [] }),
      });
    app.clock.advance(59 * 60_000);
    expect((await tryAgain()).status).toBe(200);
    app.clock.advance(2 * 60_000);
    expect((await tryAgain()).status).toBe(403);
  });
});

test('every declared call has an endpoint', async () => {
  for (const [name, call] of allCalls) {
    const response = await callEndpoint(app, addressOf(call), { method: call.method });
    expect(response.headers.get('content-type'), name).toContain('application/json');
    expect(await response.json(), name).not.toMatchObject({
      message: 'Cette adresse n’existe pas.',
    });
  }
});
