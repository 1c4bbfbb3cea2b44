import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { comments, contentNotices, moderationActs } from '#server/core/db/schema/community.ts';
import {
  emptyNoticeSenders,
  readNotice,
} from '#server/publishing/content-notices/receive-notice.ts';
import { decideContentNotice, listContentNotices } from '#shared/contracts/moderation.ts';
import { listDeskLog } from '#shared/contracts/desk.ts';
import { addComment } from '#shared/contracts/comments.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel } from '../world/novels.ts';
import { describeWithOutbox, readLetters, type TestApp } from '../world/outbox.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { request, succeed } from '../world/studio.ts';

const typed = {
  categorie: 'hatred',
  motifs: 'Le deuxième paragraphe appelle à la haine.',
  nom: 'Inès Roy',
  courriel: 'ines@exemple.test',
  'bonne-foi': 'oui',
};

describeWithOutbox('a notice of illegal content', (world) => {
  let admin: TestBrowser;
  let lea: TestBrowser;
  let novel: Awaited<ReturnType<typeof addNovel>>;
  let count = 0;

  const post = (form: Record<string, string>, app: TestApp = world.app) =>
    callEndpoint(app, '/api/content-notices', {
      method: 'POST',
      body: new URLSearchParams({ cle: crypto.randomUUID(), ...typed, ...form }),
    });
  const rowsOf = (placeId: string) =>
    world.app.db.select().from(contentNotices).where(eq(contentNotices.placeId, placeId));
  const send = async (form: Record<string, string>) => {
    expect((await post(form)).status).toBe(303);
    const placeId = form.roman ?? form.chapitre ?? form.commentaire ?? '';
    const [row] = await rowsOf(placeId);
    return row?.id ?? '';
  };
  const decide = (id: string, measure: 'none' | 'comment' | 'chapter' | 'novel') =>
    request(world.app, admin, decideContentNotice, {
      params: { id },
      body: { measure, facts: 'Le texte appelle à la haine.', rule: 'Loi du 29 juillet 1881' },
    });
  const addRemark = async () => {
    const input = { params: { id: novel.chapterIds[0] ?? '' }, body: { text: 'Un mot de haine.' } };
    return (await succeed(world.app, lea, addComment, input)).comment._id;
  };
  const actsOn = (id: string) =>
    world.app.db.select().from(moderationActs).where(eq(moderationActs.subjectId, id));

  beforeAll(async () => {
    admin = await signInAs(world.app, { displayName: 'La rédaction', role: 'admin' });
    lea = await signInAs(world.app, { displayName: 'Léa', email: 'lea@exemple.test' });
  });
  beforeEach(async () => {
    const { app } = world;
    count += 1;
    novel = await addNovel(app, { title: `Roman ${count}` });
    await app.db.update(novels).set({ ownerId: lea.user.id }).where(eq(novels.id, novel.id));
  });

  test('has a number at once, by e-mail too; sent twice it is one, changed it is another', async () => {
    const form = { cle: crypto.randomUUID(), chapitre: novel.chapterIds[0] ?? '' };
    const answers = await Promise.all([post(form), post(form)]);
    const [first, second] = answers.map(({ headers }) => headers.get('location'));
    expect(first).toMatch(/^\/signaler\?recu=/);
    expect(second).toBe(first);
    const letters = await readLetters(world);
    expect(letters).toMatchObject([
      {
        to: 'ines@exemple.test',
        subject: expect.stringMatching(/^Votre signalement S-2026-\d{6}$/) as string,
        text: expect.stringContaining(
          `le chapitre « Chapitre 1 du récit » du roman « Roman ${count} »`,
        ) as string,
      },
    ]);
    for (const words of [typed.motifs, typed.nom]) expect(letters[0]?.text).not.toContain(words);
    await post({ ...form, motifs: 'Le troisième aussi.' });
    expect(await rowsOf(form.chapitre)).toHaveLength(2);
  });

  test('asks who sends it, but not of the abuse of a child', async () => {
    const roman = novel.id;
    for (const [form, status] of [
      [{ nom: ' ' }, 400],
      [{ courriel: '' }, 400],
      [{ courriel: 'ines' }, 400],
      [{ motifs: ' ' }, 400],
      [{ motifs: 'a'.repeat(4_001) }, 400],
      [{ 'bonne-foi': '' }, 400],
      [{ categorie: 'ennui' }, 400],
      [{ roman: 'x' }, 400],
      [{ categorie: 'child-abuse', nom: '', courriel: '' }, 303],
    ] as const) {
      expect((await post({ roman, ...form })).status, JSON.stringify(form)).toBe(status);
    }
    // Left empty, it names all its faults at once.
    const blank = { roman, categorie: '', motifs: '', nom: '', courriel: '' };
    const fields = ['bonne-foi', 'categorie', 'courriel', 'motifs', 'nom'];
    const refused = readNotice(new URLSearchParams(blank));
    expect(refused && 'errors' in refused && Object.keys(refused.errors).sort()).toEqual(fields);
    expect(await rowsOf(roman)).toMatchObject([{ name: '', email: '', category: 'child-abuse' }]);
    expect(await readLetters(world)).toEqual([]);
  });

  test('is limited by address; corrections are not counted', async () => {
    const app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '120' });
    const form = { roman: crypto.randomUUID() };
    expect((await post({ ...form, nom: '' }, app)).status).toBe(400);
    const statuses = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await post(form, app)).status);
    expect(statuses).toEqual([303, 303, 429]);
    expect(await app.db.$count(contentNotices)).toBe(2);
    await app.close();
  });

  test('about what is gone or secret is taken; staff see that, and the sender no title', async () => {
    const [first = ''] = novel.chapterIds;
    await world.app.db.update(chapters).set({ status: 'draft' }).where(eq(chapters.id, first));
    const id = await send({ chapitre: first });
    const missing = await send({ commentaire: crypto.randomUUID() });
    for (const { text } of await readLetters(world)) {
      expect(text).toContain('concerne un contenu qui n’est plus en ligne.');
    }
    const { notices } = await succeed(world.app, admin, listContentNotices, { query: {} });
    const shown = notices.filter(({ _id }) => _id === id || _id === missing);
    expect(shown).toMatchObject([
      { isOnline: false, path: `/chapter/${first}`, email: typed.courriel },
      { isOnline: false, path: null, place: 'un contenu qui n’est plus en ligne' },
    ]);
    expect(await decide(missing, 'comment')).toMatchObject({ status: 404 });
    for (const one of [missing, id]) expect((await decide(one, 'none')).status).toBe(200);
    for (const { text } of await readLetters(world)) expect(text).not.toContain('Chapitre 1');
  });

  test('is decided once: the comment goes, the act is kept, both sides are told why', async () => {
    const commentId = await addRemark();
    const id = await send({ commentaire: commentId });
    await readLetters(world);
    world.mail.mailbox.clear();
    const answers = await Promise.all([decide(id, 'comment'), decide(id, 'comment')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [comment] = await world.app.db.select().from(comments).where(eq(comments.id, commentId));
    expect(comment?.removedBy).toBe(admin.user.id);
    expect(await actsOn(id)).toMatchObject([
      {
        act: 'notice.decided',
        actorId: admin.user.id,
        reason: 'Le texte appelle à la haine.',
        details: { measure: 'comment', isAutomated: false, personId: lea.user.id },
      },
    ]);
    const logged = await succeed(world.app, admin, listDeskLog, { query: { kind: 'moderation' } });
    expect(logged.entries.find(({ what }) => what === 'notice.decided')).toMatchObject({
      after: 'Commentaire ou avis supprimé',
      reason: 'Le texte appelle à la haine. — Règle\u00A0: Loi du 29 juillet 1881',
    });
    // Found by what its sender quotes, with its reasons.
    const { number = '' } =
      logged.entries
        .find(({ what }) => what === 'notice.decided')
        ?.before?.match(/(?<number>S-\d+-\d+)/)?.groups ?? {};
    for (const q of [number.toLowerCase(), typed.courriel.toUpperCase()]) {
      const { notices } = await succeed(world.app, admin, listContentNotices, { query: { q } });
      expect(notices.find(({ _id }) => _id === id)).toMatchObject({
        name: typed.nom,
        decision: { measure: 'comment', facts: 'Le texte appelle à la haine.' },
      });
    }
    const letters = await readLetters(world);
    expect(letters.map(({ to }) => to).toSorted()).toEqual([typed.courriel, 'lea@exemple.test']);
    for (const { text } of letters) {
      expect(text).toContain('Mesure : Commentaire ou avis supprimé.');
      expect(text).toContain('Faits : Le texte appelle à la haine.');
      expect(text).toContain('Règle : Loi du 29 juillet 1881');
      expect(text).toContain('par une personne, sans moyen automatisé');
      expect(text).toContain('Pour contester la décision, écrivez à');
    }
    const toWriter = letters.find(({ to }) => to === 'lea@exemple.test')?.text;
    expect(toWriter).not.toMatch(/Inès|ines@/);
  });

  test('without a measure tells only who sent it; one of other content is refused', async () => {
    const id = await send({ chapitre: novel.chapterIds[0] ?? '' });
    await readLetters(world);
    world.mail.mailbox.clear();
    expect(await decide(id, 'novel')).toMatchObject({ status: 400 });
    expect(await decide(id, 'none')).toMatchObject({ status: 200 });
    expect((await readLetters(world)).map(({ to }) => to)).toEqual([typed.courriel]);
  });

  test('takes a chapter, or all of a novel, away for good', async () => {
    const statesOf = () =>
      world.app.db
        .select({ status: chapters.status, isTaken: chapters.takenDownAt })
        .from(chapters)
        .where(eq(chapters.novelId, novel.id))
        .orderBy(chapters.chapterNumber);
    const gone = { status: 'draft', isTaken: expect.any(Date) as Date };
    const there = { status: 'published', isTaken: null };
    await decide(await send({ chapitre: novel.chapterIds[1] ?? '' }), 'chapter');
    expect(await statesOf()).toEqual([there, gone, there]);
    const toAuthor = (await readLetters(world)).find(({ to }) => to === 'lea@exemple.test')?.text;
    // Its page is no more.
    expect(toAuthor).toContain('/my-novels');
    expect(toAuthor).not.toContain('/chapter/');
    const whole = await send({ roman: novel.id });
    const [chapterId = ''] = novel.chapterIds;
    await world.app.db
      .insert(unlocks)
      .values({ userId: lea.user.id, chapterId, costCredits: 12, createdAt: new Date() });
    // What is left of it to take is told before; the fixture's ledger has no such unlock to return.
    const { notices } = await succeed(world.app, admin, listContentNotices, { query: {} });
    expect(notices.find(({ _id }) => _id === whole)?.loss).toEqual({
      chapters: 2,
      buyers: 1,
      credits: 12,
    });
    expect(await decide(whole, 'novel')).toMatchObject({ status: 200 });
    expect(await statesOf()).toEqual([gone, gone, gone]);
    // Its own letters tell the owner.
    const told = (await readLetters(world)).filter(({ to }) => to === 'lea@exemple.test');
    expect(told.map(({ subject }) => subject?.replace(/ S-.*? /, ' '))).toEqual(
      Array(2).fill('Décision sur un contenu que vous avez publié'),
    );
  });

  test('is never changed nor deleted; who sent it is emptied five years after its decision', async () => {
    const { app } = world;
    const id = await send({ roman: novel.id });
    const isIt = eq(contentNotices.id, id);
    for (const change of [{ reasons: 'Autre.' }, { email: 'x@exemple.test' }]) {
      await expect(app.db.update(contentNotices).set(change).where(isIt)).rejects.toThrow();
    }
    await expect(app.db.delete(contentNotices)).rejects.toThrow();
    await decide(id, 'none');
    const decidedAt = new Date(0);
    await expect(app.db.update(contentNotices).set({ decidedAt }).where(isIt)).rejects.toThrow();
    const after = (years: number) => {
      const now = app.clock.now();
      now.setUTCFullYear(now.getUTCFullYear() + years);
      return emptyNoticeSenders({ db: app.db, clock: { now: () => now } });
    };
    await after(4);
    expect(await rowsOf(novel.id)).toMatchObject([{ name: typed.nom }]);
    await after(6);
    expect(await rowsOf(novel.id)).toMatchObject([{ name: '', email: '', reasons: typed.motifs }]);
  });

  test('sends a typed address three letters a day, and shows a number all the same', async () => {
    const courriel = 'victime@exemple.test';
    for (let sent = 0; sent < 5; sent++) await post({ roman: novel.id, courriel });
    expect(await rowsOf(novel.id)).toHaveLength(5);
    expect(await readLetters(world)).toHaveLength(3);
    world.app.clock.advance(25 * 3_600_000);
    await post({ roman: novel.id, courriel: courriel.toUpperCase() });
    expect(await readLetters(world)).toHaveLength(4);
  });
});
