import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#shared/contracts/call.ts';
import { may, memberRoles, type MemberRole, type NovelPower } from '#shared/site/novel-powers.ts';
import { uploadBook } from '#shared/contracts/studio-uploads.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls } from '../world/calls.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { addDraftNovel, newKey, novelForm, succeed } from '../world/studio.ts';

/** The power that each call of the studio about one novel needs. */
const needs: Record<string, { power: NovelPower; body?: object; query?: string }> = {
  getStudioNovel: { power: 'seeDrafts' },
  listStudioChapters: { power: 'seeDrafts' },
  getStudioChapter: { power: 'seeDrafts' },
  previewChapter: { power: 'seeDrafts' },
  listTeam: { power: 'seeDrafts' },
  saveCopy: { power: 'write', body: { title: 'Titre', html: '<p>Texte.</p>', version: 1 } },
  createChapter: { power: 'arrange', body: { key: newKey(), title: 'Titre' } },
  orderChapters: { power: 'arrange', body: { chapterIds: [] } },
  setChapterSettings: {
    power: 'arrange',
    body: { part: 'Livre I', isPremium: false, creditCost: 1, freeFrom: null },
  },
  setPublication: { power: 'publish', body: { status: 'published', version: 1 } },
  editNovel: { power: 'settings', body: novelForm() },
  setCover: { power: 'settings' },
  listTextPictures: { power: 'seeDrafts' },
  addTextPicture: { power: 'write' },
  copyTextPicture: { power: 'write', body: { address: 'https://exemple.fr/a.png' } },
  removeCover: { power: 'settings' },
  deleteChapter: { power: 'deleteChapters' },
  deleteNovel: { power: 'deleteNovel' },
  getNovelFigures: { power: 'figures' },
  getRecentViews: { power: 'figures' },
  getNovelPeriod: { power: 'figures', query: '?from=2026-11-01&to=2026-11-07' },
  getPeriodTable: { power: 'figures', query: '?from=2026-11-01&to=2026-11-07&table=days' },
  takeNovel: { power: 'transfer', query: '?format=comments' },
  changeChapters: {
    power: 'arrange',
    body: { action: 'part', chapterIds: [newKey()], part: null },
  },
  getFreeRules: { power: 'price' },
  setFreeRule: { power: 'price', body: { parts: [null], rule: { kind: 'after', days: 7 } } },
  listVersions: { power: 'seeDrafts' },
  getNovelNotes: { power: 'seeDrafts' },
  setNovelNotes: { power: 'settings', body: { before: '', after: '' } },
  getChapterNotes: { power: 'seeDrafts' },
  setChapterNotes: { power: 'write', body: { before: null, after: null } },
  listAnnouncements: { power: 'seeDrafts' },
  getHeldWords: { power: 'comments' },
  setHeldWords: { power: 'comments', body: { words: [] } },
  getCommentsClosed: { power: 'seeDrafts' },
  setCommentsClosed: { power: 'comments', body: { isClosed: true } },
  invite: { power: 'people', body: { role: 'editor' } },
  setMemberRole: { power: 'people', body: { role: 'editor' } },
  removeMember: { power: 'people' },
  offerNovel: { power: 'transfer', body: { userId: null } },
};

/** What is done with many chapters, and the power that it needs (decisions 82 and 86). */
const batches: [string, NovelPower][] = [
  ['publish', 'publish'],
  ['schedule', 'publish'],
  ['withdraw', 'publish'],
  ['price', 'price'],
  ['part', 'arrange'],
  ['move', 'arrange'],
  ['delete', 'deleteChapters'],
];

/** Calls of the studio that no role on a novel decides. */
const others = [
  'listStudioNovels',
  'createNovel',
  'setFeatured',
  'uploadBook',
  'getUpload',
  'deleteUpload',
  'saveUploadEdits',
  'readInvitation',
  'answerInvitation',
  // About a comment or an announcement, or all novels of one's own.
  'listInbox',
  'markInboxRead',
  'answerComment',
  'closeComment',
  'removeOwnComment',
  'restoreOwnComment',
  'approveComment',
  'blockWriter',
  'listBlockedReaders',
  'unblockReader',
  // One's own money.
  'listStatements',
  'seeStatement',
  'getStatementFile',
  'savePayoutAccount',
  'removePayoutAccount',
  'saveTaxSheet',
  'getPayoutCertificate',
  // Tested in studio-versions.test.ts.
  'compareVersion',
  'restoreVersion',
  // Tested in typos.test.ts.
  'decideTypo',
  'blockReporter',
  // Announcements are of public novels, and these are drafts.
  'addAnnouncement',
  'editAnnouncement',
  'deleteAnnouncement',
  // Tested below and in novel-team.test.ts.
  'confirmUpload',
  'withdrawInvitation',
  'acceptNovel',
  'declineNovel',
];

const studioCalls = allCalls.filter(([, { path }]) => path.startsWith('/api/studio/'));

let app: Awaited<ReturnType<typeof openTestApp>>;
let owner: TestBrowser;
let member: TestBrowser;
let authorMember: TestBrowser;

beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  owner = await signInAs(app, { displayName: 'Mathilde', role: 'author' });
  member = await signInAs(app, { displayName: 'Léa' });
  authorMember = await signInAs(app, { displayName: 'Karim', role: 'author' });
});
afterAll(() => app.close());

type Joined = { id: string; chapterId: string; role: MemberRole };
/** A draft novel that a member joined: used until a call has changed it. */
let untouched: Joined | null = null;

async function novelWith(role: MemberRole, browser = member): Promise<Joined> {
  if (untouched?.role === role && browser === member) return untouched;
  const { id, chapterIds } = await addDraftNovel(app, owner, { chapters: 1 });
  await app.db.insert(novelMembers).values({ novelId: id, userId: browser.user.id, role });
  const joined = { id, chapterId: chapterIds[0] ?? '', role };
  if (browser === member) untouched = joined;
  return joined;
}

/** A call of the member; its status. */
async function send(method: string, path: string, body?: string): Promise<number> {
  const { headers } = member;
  const init = { method, headers, ...(body !== undefined && { body }) };
  const { status } = await callEndpoint(app, path, init);
  if (method !== 'GET' && status !== 403) untouched = null;
  return status;
}

const putSettings = (chapterId: string, body: object) =>
  send('PUT', `/api/studio/chapters/${chapterId}/settings`, JSON.stringify(body));
const postBatch = (id: string, body: object) =>
  send('POST', `/api/studio/novels/${id}/batch`, JSON.stringify(body));

/** Changes the chapter of the member's novel as no call of theirs does. */
async function setChapter(id: string, change: Partial<typeof chapters.$inferInsert>) {
  untouched = null;
  await app.db.update(chapters).set(change).where(eq(chapters.id, id));
}

/** Whether a member of this role is let in; other refusals come after that. */
async function isLetIn(name: string, call: Call, role: MemberRole): Promise<boolean> {
  const { id, chapterId } = await novelWith(role);
  const path = addressOf(call, call.path.includes('/chapters/{id}') ? chapterId : id);
  const isFile = /^(?:setCover|addTextPicture)$/.test(name);
  const body = isFile ? 'no picture' : JSON.stringify(needs[name]?.body ?? {});
  const url = path + (needs[name]?.query ?? '');
  const status = await send(call.method, url, call.method === 'GET' ? undefined : body);
  expect(status, `${name} was not understood`).not.toBe(400);
  expect(status).toBeLessThan(500);
  return status !== 403;
}

test('every call of the studio names the power it needs', () => {
  const known = [...Object.keys(needs), ...others];
  expect(known.toSorted()).toEqual(studioCalls.map(([name]) => name).toSorted());
});

describe.each(memberRoles)('a reader who joined as %s', (role) => {
  test.each(studioCalls.filter(([name]) => name in needs))(
    'may do what the table says: %s',
    async (name, call) => {
      const power = needs[name]?.power;
      expect(await isLetIn(name, call, role)).toBe(power !== undefined && may(role, power));
    },
  );

  test.each(batches)('does with many chapters what the table says: %s', async (action, power) => {
    const { id, chapterId } = await novelWith(role);
    const given =
      action === 'schedule' ? { slots: [{ chapterId, at: '2030-01-01T18:00:00Z' }] } : {};
    const body = { action, chapterIds: [chapterId], part: null, afterId: null, ...given };
    const status = await postBatch(id, { ...body, isPremium: true, creditCost: 2 });
    expect(status).toBe(may(role, power) ? 200 : 403);
    if (!may(role, power)) {
      const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, chapterId));
      expect(chapter).toMatchObject({ status: 'draft', isPremium: false });
    }
  });

  test('sets part and teaser without the power over prices', async () => {
    const { chapterId } = await novelWith(role);
    const price = { isPremium: true, creditCost: 3, freeFrom: new Date('2030-01-01T18:00:07Z') };
    await setChapter(chapterId, price);
    const change = { part: 'Livre II', teaser: 'Il était une fois.' };
    const status = await putSettings(chapterId, { ...price, ...change });
    expect(status).toBe(may(role, 'arrange') ? 200 : 403);
  });

  test.each([
    ['teaser', { teaser: 'Autre chose.' }, 'publish'],
    ['part', { part: 'Livre II' }, 'publish'],
    ['nothing', {}, 'arrange'],
  ] as const)(
    'changes of a published chapter what its readers see: %s',
    async (_, change, power) => {
      const { id, chapterId } = await novelWith(role);
      const teaser = 'Un jour.';
      await setChapter(chapterId, { status: 'published', publishedAt: app.clock.now(), teaser });
      const before = { part: null, isPremium: false, creditCost: 1, freeFrom: null };
      const answers = [await putSettings(chapterId, { ...before, teaser, ...change })];
      if ('part' in change) {
        const body = { action: 'part', chapterIds: [chapterId], part: 'Livre III' };
        answers.push(await postBatch(id, body));
      }
      const isAllowed = may(role, 'arrange') && may(role, power);
      expect(answers).toEqual(answers.map(() => (isAllowed ? 200 : 403)));
      const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, chapterId));
      if (!isAllowed) expect(chapter).toMatchObject({ part: null, teaser });
    },
  );

  test('changes prices only with that power', async () => {
    const { chapterId } = await novelWith(role);
    const body = { part: null, isPremium: true, creditCost: 2, freeFrom: null };
    expect(await putSettings(chapterId, body)).toBe(may(role, 'price') ? 200 : 403);
  });
});

// Who does not price, and who neither prices nor publishes.
test.each(['editor', 'translator'] as const)(
  'as %s imports only with the powers that the import takes',
  async (role) => {
    const { id } = await novelWith(role, authorMember);
    /** One that was refused is there for the next. */
    let upload: string | null = null;
    const importAs = async (
      publication: string,
      premiumFrom: number | null,
      more: { slots?: string[]; freeRule?: { kind: 'never' } } = {},
    ) => {
      const file = Buffer.from('# Un\n\nTexte.\n');
      const query = { name: 'a.md' };
      upload ??= (await succeed(app, authorMember, uploadBook, { query, body: file }))._id;
      const target = { kind: 'existing', novelId: id };
      const options = { target, edits: [], premiumFrom, creditCost: 1, publication, ...more };
      const response = await callEndpoint(app, `/api/studio/uploads/${upload}/confirm`, {
        method: 'POST',
        headers: authorMember.headers,
        body: JSON.stringify(options),
      });
      if (response.ok) upload = null;
      return response.status;
    };
    const expected = (...powers: NovelPower[]) =>
      powers.every((power) => may(role, power)) ? 200 : 403;
    expect(await importAs('draft', null)).toBe(expected('arrange'));
    expect(await importAs('draft', 1)).toBe(expected('arrange', 'price'));
    expect(await importAs('published', null)).toBe(expected('arrange', 'publish'));
    const slots = ['2098-06-01T10:00:00Z'];
    expect(await importAs('scheduled', null, { slots })).toBe(expected('arrange', 'publish'));
    const freeRule = { kind: 'never' as const };
    expect(await importAs('draft', null, { freeRule })).toBe(expected('arrange', 'price'));
  },
);
