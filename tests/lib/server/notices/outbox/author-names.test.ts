import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listNameUses, setNameHolder } from '#shared/contracts/author-names.ts';
import { addAnnouncement } from '#shared/contracts/announcements.ts';
import { listFollowedAuthors, setFollowedAuthor } from '#shared/contracts/authors.ts';
import { listNewChapters } from '#shared/contracts/new-chapters.ts';
import { acceptNovel, answerInvitation, invite, offerNovel } from '#shared/contracts/novel-team.ts';
import { listDeskLog } from '#shared/contracts/desk.ts';
import { editNovel, listStudioNovels } from '#shared/contracts/studio-novels.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { nameHolders } from '#server/core/db/schema/names.ts';
import { addBrowser, ask, describeWithOutbox, readLetters } from '#tests/world/outbox.ts';
import { signInAs, type TestBrowser } from '#tests/world/people.ts';
import {
  addDraftNovel,
  newKey,
  novelForm,
  publish,
  request,
  succeed,
  write,
} from '#tests/world/studio.ts';

/** Longer than the pause between two messages, and shorter than a CSRF token's life. */
const pauseMs = 35 * 60_000;
let made = 0;

describeWithOutbox('the name of an author', (world) => {
  const fields = (title: string, names: { authorName?: string; translatorName?: string }) => ({
    ...novelForm(title),
    ...names,
  });
  /** A novel under these names; `chapters` of it come out. */
  const publishNovel = async (
    author: TestBrowser,
    title: string,
    names: { authorName?: string; translatorName?: string },
    chapters = 1,
  ) => {
    const { app } = world;
    const novel = await addDraftNovel(app, author, { title, chapters: 3 });
    const params = { id: novel.id };
    await succeed(app, author, editNovel, { params, body: fields(title, names) });
    for (const id of novel.chapterIds.slice(0, chapters)) await publish(app, author, id);
    return novel;
  };
  const signIn = (role: 'author' | 'admin' | 'reader' = 'author') => {
    const number = ++made;
    return signInAs(world.app, {
      role,
      displayName: `Compte ${number}`,
      email: `compte-${number}@exemple.test`,
    });
  };
  /** A name with a novel of its author, and a reader who follows it by every channel. */
  const followedName = async (name: string) => {
    const { app } = world;
    const author = await signIn();
    const own = await publishNovel(author, `De ${name}`, { authorName: name });
    await readLetters(world);
    const reader = await signIn('reader');
    await ask(app, reader.user.id, { emailPace: 'at_once', pushPace: 'at_once' });
    const browser = await addBrowser(world, reader);
    const [slug = ''] = await slugsOf(author);
    const told = { params: { slug }, body: { isFollowed: true } };
    await succeed(app, reader, setFollowedAuthor, told);
    world.mail.mailbox.clear();
    app.clock.advance(pauseMs);
    return { author, own, reader, browser, slug };
  };
  const slugsOf = async ({ user }: TestBrowser) => {
    const rows = await world.app.db
      .select({ slug: nameHolders.slug })
      .from(nameHolders)
      .where(eq(nameHolders.userId, user.id));
    return rows.map(({ slug }) => slug);
  };
  const saidTo = async (person: TestBrowser) => {
    const page = { query: { owner: 'me' as const, search: '' } };
    return (await request(world.app, person, listStudioNovels, page)).body.unannounced ?? [];
  };
  const lettersTo = async ({ user }: TestBrowser) =>
    (await readLetters(world))
      .filter(({ to }) => to === user.email)
      .map(({ subject = '' }) => subject.replaceAll(/\s/g, ' '));
  const isUntold = async (
    { reader, browser }: Awaited<ReturnType<typeof followedName>>,
    title: string,
  ) => {
    expect(await lettersTo(reader)).toEqual([]);
    expect(browser.received()).toEqual([]);
    const news = await succeed(world.app, reader, listNewChapters);
    expect(news.map((novel) => novel.title)).not.toContain(title);
  };

  test.each([
    ['as it is', 'Ana Veil'],
    ['in capitals, with accents, signs and a mark of direction', ' ÀNA\u202E-VÉIL !'],
    ['with a second script', 'Ana я Veil'],
  ])('followed by readers is not announced by another account (%s)', async (_, name) => {
    const number = ++made;
    const followed = await followedName(`Ana Veil ${number}`);
    const taker = await signIn();
    const title = `Pris ${number}`;
    const novel = await publishNovel(taker, title, { authorName: `${name} ${number}` });
    await isUntold(followed, title);
    expect(await slugsOf(taker)).toEqual([]);
    // Neither a later chapter nor an announcement.
    world.app.clock.advance(60_000);
    await publish(world.app, taker, novel.chapterIds[1] ?? '');
    const body = { title: 'Une annonce', text: 'Texte.', key: newKey(), isSent: true };
    await succeed(world.app, taker, addAnnouncement, { params: { id: novel.id }, body });
    await isUntold(followed, title);
    // Its own account is told of it, once, and the page of the name lists it.
    expect(await lettersTo(followed.author)).toHaveLength(1);
    const listed = await succeed(world.app, followed.reader, listFollowedAuthors);
    expect(listed).toEqual([{ slug: followed.slug, name: `Ana Veil ${number}` }]);
    // Theirs is announced as before.
    await publish(world.app, followed.author, followed.own.chapterIds[1] ?? '');
    expect(await lettersTo(followed.reader)).toEqual([`De Ana Veil ${number} : chapitre 2`]);
    expect(followed.browser.received()).toHaveLength(1);
  });

  test('of a translator is held as that of an author', async () => {
    const followed = await followedName('Ilan Traducteur');
    const taker = await signIn();
    await publishNovel(taker, 'Traduit', { translatorName: 'ilan traducteur' });
    await isUntold(followed, 'Traduit');
    expect(await lettersTo(followed.author)).toEqual([
      '« Traduit » paraît sous le nom de ilan traducteur',
    ]);
  });

  test('is not announced after a change and back, between publication and message', async () => {
    const { app } = world;
    const followed = await followedName('Mona Détour');
    const taker = await signIn();
    const novel = await publishNovel(taker, 'Détour', { authorName: 'Un Inconnu' }, 0);
    const rename = (authorName: string) =>
      succeed(app, taker, editNovel, {
        params: { id: novel.id },
        body: fields('Détour', { authorName }),
      });
    await rename('Mona Détour');
    await publish(app, taker, novel.chapterIds[0] ?? '');
    await rename('Un Inconnu');
    await readLetters(world);
    await publish(app, taker, novel.chapterIds[1] ?? '');
    await rename('Mona Détour');
    await isUntold(followed, 'Détour');
  });

  test('stays its holder’s when they change theirs, and comes back with it', async () => {
    const { app } = world;
    const followed = await followedName('Lise Retour');
    const { author, own } = followed;
    const rename = (authorName: string) =>
      succeed(app, author, editNovel, {
        params: { id: own.id },
        body: fields('De Lise Retour', { authorName }),
      });
    await rename('Lise Autrement');
    const taker = await signIn();
    await publishNovel(taker, 'Place libre', { authorName: 'Lise Retour' });
    await isUntold(followed, 'Place libre');
    await rename('Lise Retour');
    await publish(app, author, own.chapterIds[1] ?? '');
    expect(await lettersTo(followed.reader)).toHaveLength(1);
  });

  test('set by an invited editor on the novel of another owner is not announced', async () => {
    const { app } = world;
    const followed = await followedName('Paul Invité');
    const owner = await signIn();
    const novel = await publishNovel(owner, 'Équipe', { authorName: 'Une Équipe' });
    const told = { params: { id: novel.id }, body: { role: 'editor' as const } };
    const { token } = await succeed(app, owner, invite, told);
    const editor = await signIn('reader');
    await succeed(app, editor, answerInvitation, { body: { token, isAccepted: true } });
    await succeed(app, editor, editNovel, {
      params: { id: novel.id },
      body: fields('Équipe', { authorName: 'Paul Invité' }),
    });
    await publish(app, editor, novel.chapterIds[1] ?? '');
    await isUntold(followed, 'Équipe');
    expect(await lettersTo(followed.author)).toHaveLength(1);
  });

  test('is not set on a novel of the operator’s by a member of its team', async () => {
    const { app } = world;
    await followedName('Nora Maison');
    const owner = await signIn();
    const novel = await publishNovel(owner, 'Maison', { authorName: 'La Maison' });
    const told = { params: { id: novel.id }, body: { role: 'editor' as const } };
    const { token } = await succeed(app, owner, invite, told);
    const editor = await signIn('reader');
    await succeed(app, editor, answerInvitation, { body: { token, isAccepted: true } });
    await app.db.update(novels).set({ ownerId: null }).where(eq(novels.id, novel.id));
    const edit = (names: { authorName?: string; translatorName?: string }) =>
      request(app, editor, editNovel, {
        params: { id: novel.id },
        body: fields('Maison', { authorName: 'La Maison', ...names }),
      });
    expect((await edit({ authorName: 'Nora Maison' })).status).toBe(403);
    expect((await edit({ translatorName: 'Nora Maison' })).status).toBe(403);
    expect((await edit({})).status).toBe(200);
  });

  test('goes along with a novel that its holder gives on', async () => {
    const { app } = world;
    const followed = await followedName('Rose Don');
    const { author, own } = followed;
    const told = { params: { id: own.id }, body: { role: 'co_author' as const } };
    const { token } = await succeed(app, author, invite, told);
    const next = await signIn();
    await succeed(app, next, answerInvitation, { body: { token, isAccepted: true } });
    const params = { id: own.id };
    await succeed(app, author, offerNovel, { params, body: { userId: next.user.id } });
    await succeed(app, next, acceptNovel, { params });
    await publish(app, next, own.chapterIds[1] ?? '');
    expect(await lettersTo(followed.reader)).toHaveLength(1);
  });

  test('is added to an account and taken from it by an admin, and not taken back', async () => {
    const { app } = world;
    const followed = await followedName('Deux Équipes');
    const { slug } = followed;
    const [second, admin] = [await signIn(), await signIn('admin')];
    const novel = await publishNovel(second, 'Autre équipe', { authorName: 'Deux Équipes' });
    await isUntold(followed, 'Autre équipe');
    const setHolder = (isHolder: boolean) =>
      request(app, admin, setNameHolder, {
        params: { slug },
        body: { userId: second.user.id, isHolder },
      });
    expect((await setHolder(true)).body.holders).toMatchObject([
      { _id: followed.author.user.id, isHolder: true },
      { _id: second.user.id, isHolder: true },
    ]);
    await publish(app, second, novel.chapterIds[1] ?? '');
    expect(await lettersTo(followed.reader)).toHaveLength(1);
    // Under the name while it is held: no use of it.
    await publishNovel(second, 'Encore une équipe', { authorName: 'Deux Équipes' });
    world.mail.mailbox.clear();
    app.clock.advance(pauseMs);
    await setHolder(false);
    const seen = await succeed(app, admin, listNameUses, { query: { name: ' DEUX équipes !' } });
    expect(seen.slug).toBe(slug);
    const titles = seen.uses.map(({ novel: { title } }) => title);
    expect(titles.toSorted()).toEqual(['Autre équipe', 'Encore une équipe']);
    expect(await lettersTo(followed.author)).toHaveLength(1);
    const said = (isOwn: boolean) => [
      { name: 'Deux Équipes', isOwn },
      { name: 'Deux Équipes', isOwn },
    ];
    expect(await saidTo(second)).toMatchObject(said(true));
    expect(await saidTo(followed.author)).toMatchObject(said(false));
    const query = { kind: 'moderation' } as const;
    const { entries } = await succeed(app, admin, listDeskLog, { query });
    expect(entries.map(({ what, after }) => [what, after]).slice(0, 2)).toEqual([
      ['name.ended', 'Deux Équipes'],
      ['name.given', 'Deux Équipes'],
    ]);
    for (const authorName of ['Entre Deux', 'Deux Équipes']) {
      await succeed(app, second, editNovel, {
        params: { id: novel.id },
        body: fields('Autre équipe', { authorName }),
      });
    }
    await write(app, second, novel.chapterIds[2] ?? '', '<p>Encore.</p>');
    await publish(app, second, novel.chapterIds[2] ?? '', 2);
    expect(await lettersTo(followed.reader)).toEqual([]);
  });

  test('that is free is held by who publishes first under it, also where two try at once', async () => {
    const { app } = world;
    const takers = [await signIn(), await signIn()];
    const drafts = await Promise.all(
      takers.map((taker, at) => publishNovel(taker, `À la fois ${at}`, { authorName: 'Vive' }, 0)),
    );
    expect((await Promise.all(takers.map(slugsOf))).flat()).not.toContain('vive');
    await Promise.all(
      takers.map((taker, at) => publish(app, taker, drafts[at]?.chapterIds[0] ?? '')),
    );
    expect(await app.db.$count(nameHolders, eq(nameHolders.slug, 'vive'))).toBe(1);
    expect(await app.db.$count(novels, eq(novels.authorName, 'Vive'))).toBe(2);
  });
});
