import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loadChapterPage } from '#server/catalogue/chapter-page.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import * as calls from '#shared/contracts/announcements.ts';
import { getChapter, getChapterKey } from '#shared/contracts/chapters.ts';
import { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { splitNotes } from '#shared/text/author-note.ts';
import { may, memberRoles } from '#shared/site/novel-powers.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { signInAs } from '../world/people.ts';
import { decryptContent, solve, unlock } from '../world/premium.ts';
import { describeInStudio, request, succeed } from '../world/studio.ts';

describeInStudio('notes of a chapter', (world) => {
  let made = 0;
  const newNovel = async () => {
    const { id, chapterIds } = await addNovel(world.app, {
      title: `Annoté ${++made}`,
      chapters: [chapterDraft(1), chapterDraft(2, { isPremium: true })],
    });
    const owned = { ownerId: world.mathilde.user.id };
    await world.app.db.update(novels).set(owned).where(eq(novels.id, id));
    const [free = '', premium = ''] = chapterIds;
    return { id, free, premium };
  };
  const setDefault = (id: string, before: string, after: string) =>
    succeed(world.app, world.mathilde, calls.setNovelNotes, {
      params: { id },
      body: { before, after },
    });
  const setOwn = (id: string, before: string | null, after: string | null) =>
    succeed(world.app, world.mathilde, calls.setChapterNotes, {
      params: { id },
      body: { before, after },
    });
  const shown = async (id: string) => {
    const page = await loadChapterPage(world.app, id);
    return 'notes' in page ? page.notes : page.kind;
  };

  test('are the novel’s default, until the chapter has its own or none', async () => {
    const { id, free } = await newNovel();
    expect(await shown(free)).toEqual({ before: '', after: '' });
    await setDefault(id, 'Bonjour.', 'À mercredi.');
    expect(await shown(free)).toEqual({ before: 'Bonjour.', after: 'À mercredi.' });
    const told = await setOwn(free, '', 'Pas avant lundi.');
    expect(told).toEqual({
      own: { before: '', after: 'Pas avant lundi.', recap: '', cast: '' },
      defaults: { before: 'Bonjour.', after: 'À mercredi.' },
    });
    expect(await shown(free)).toEqual({ before: '', after: 'Pas avant lundi.' });
    await setOwn(free, null, null);
    expect(await shown(free)).toEqual({ before: 'Bonjour.', after: 'À mercredi.' });
  });

  test('are no words of the chapter, and stand in its preview', async () => {
    const { free } = await newNovel();
    const words = async () => {
      const [row] = await world.app.db.select().from(chapters).where(eq(chapters.id, free));
      return row?.wordCount;
    };
    const before = await words();
    await setOwn(free, 'Un mot de plus.', null);
    expect(await words()).toBe(before);
    const params = { id: free };
    const preview = await succeed(world.app, world.mathilde, previewChapter, { params });
    expect(preview.notes).toEqual({ before: 'Un mot de plus.', after: '' });
  });

  test('of a premium chapter reach who may read it, within the encrypted text, and nobody else', async () => {
    const { premium } = await newNovel();
    await setOwn(premium, 'Secret avant.', 'Secret après.');
    expect(await shown(premium)).toBe('locked');
    const params = { id: premium };
    for (const who of [null, world.reader]) {
      const told = await request(world.app, who, getChapter, { params });
      expect(told.status).toBe(403);
      expect(JSON.stringify(told.refusal)).not.toContain('Secret');
    }
    await unlock(world.app, world.reader.user.id, premium);
    await solve(world.app, world.reader, premium, true);
    const { content } = await succeed(world.app, world.reader, getChapter, { params });
    expect(content).not.toContain('Secret');
    const { key } = await succeed(world.app, world.reader, getChapterKey, { params });
    const opened = splitNotes(await decryptContent(content, key));
    expect(opened.notes).toEqual({ before: 'Secret avant.', after: 'Secret après.' });
    expect(opened.html).toMatch(/^<p>/);
  });

  test.each(memberRoles)('are public at once: changed by a %s as the table says', async (role) => {
    const { app } = world;
    const { id, free } = await newNovel();
    const member = await signInAs(app, { displayName: 'Aide' });
    await app.db.insert(novelMembers).values({ novelId: id, userId: member.user.id, role });
    const write = () =>
      request(app, member, calls.setChapterNotes, {
        params: { id: free },
        body: { before: 'Lisez ailleurs.', after: null },
      });
    const isLetIn = may(role, 'publish');
    expect((await write()).status).toBe(isLetIn ? 200 : 403);
    expect(await shown(free)).toEqual({ before: isLetIn ? 'Lisez ailleurs.' : '', after: '' });
    // What nobody sees yet is text like the rest.
    await app.db.update(chapters).set({ status: 'draft' }).where(eq(chapters.id, free));
    expect((await write()).status).toBe(200);
  });

  test('are refused beyond their length, and to another author', async () => {
    const { id, free } = await newNovel();
    const long = { params: { id: free }, body: { before: 'a'.repeat(1_001), after: null } };
    expect(await request(world.app, world.mathilde, calls.setChapterNotes, long)).toMatchObject({
      status: 400,
      refusal: { errors: [{ field: 'before', message: 'Au plus 1000 caractères.' }] },
    });
    const theirs = { params: { id }, body: { before: 'Non.', after: '' } };
    expect(await request(world.app, world.karim, calls.setNovelNotes, theirs)).toMatchObject({
      status: 403,
    });
    expect(await shown(free)).toEqual({ before: '', after: '' });
  });
});
