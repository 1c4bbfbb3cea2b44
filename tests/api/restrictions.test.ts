import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#shared/contracts/auth.ts';
import { addComment, removeComment, reportComment } from '#shared/contracts/comments.ts';
import { erasePerson, getDeskPerson, unblockPerson } from '#shared/contracts/desk.ts';
import { moderateRemove, moderateRestore, suspendPerson } from '#shared/contracts/moderation.ts';
import { blockWriter, removeOwnComment, setHeldWords } from '#shared/contracts/studio-inbox.ts';
import { saveReview } from '#shared/contracts/reviews.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { withheldComments } from '#server/core/db/schema/community.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { takeDownChapter } from '#server/publishing/take-down-chapter.ts';
import { addNovel } from '../world/novels.ts';
import { describeWithOutbox, readLetters } from '../world/outbox.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { request, succeed } from '../world/studio.ts';

describeWithOutbox('whom the publisher restricts without a notice', (world) => {
  let admin: TestBrowser;
  let mathilde: TestBrowser;
  let lea: TestBrowser;
  let chapterId: string;
  let novelId: string;
  let chapterIds: readonly string[];

  const reason = 'Des injures contre une lectrice.';
  const ask = (who: TestBrowser, call: Parameters<typeof request>[2], id: string, body?: object) =>
    request(world.app, who, call, { params: { id }, ...(body && { body }) });
  const comment = async (text = 'Un mot malheureux.', who = lea) => {
    const input = { params: { id: chapterId }, body: { text } };
    return (await succeed(world.app, who, addComment, input)).comment._id;
  };
  const subjects = async () =>
    (await readLetters(world)).map(({ to, subject }) => [to, subject] as const);

  beforeAll(async () => {
    const { app } = world;
    admin = await signInAs(app, { displayName: 'La rédaction', role: 'admin' });
    mathilde = await signInAs(app, {
      displayName: 'Mathilde',
      role: 'author',
      email: 'mathilde@exemple.test',
    });
    lea = await signInAs(app, { displayName: 'Léa', email: 'lea@exemple.test' });
    const novel = await addNovel(app, { title: 'Le récit' });
    [novelId, chapterIds] = [novel.id, novel.chapterIds];
    chapterId = novel.chapterIds[0] ?? '';
  });
  beforeEach(async () => {
    const isIt = eq(novels.id, novelId);
    await world.app.db.update(novels).set({ ownerId: mathilde.user.id }).where(isIt);
  });

  test('gets the facts, the rule, the means, the length and the remedies, once', async () => {
    const id = await comment();
    await ask(mathilde, reportComment, id, { reason: 'Injure.' });
    await Promise.all([1, 2, 3].map(() => ask(admin, moderateRemove, id, { reason })));
    const [letter, ...others] = await readLetters(world);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: 'lea@exemple.test',
      subject: 'Votre commentaire a été supprimé',
    });
    for (const words of [
      'un commentaire sous le chapitre « Chapitre 1 du récit » du roman « Le récit » : « Un mot malheureux. »',
      'Mesure : Commentaire supprimé.',
      `Faits : ${reason} Un lecteur avait signalé ce contenu.`,
      'Règle : conditions générales, article 3, « Commentaires et autres contributions »',
      'par une personne, sans moyen automatisé.',
      'sans limite de durée. Écrivez dans les 30 jours',
      'Pour contester la décision, écrivez à',
      'Vous pouvez aussi saisir la justice.',
    ]) {
      expect(letter?.text).toContain(words);
    }
    expect(letter?.text).not.toMatch(/Mathilde|La rédaction/);
  });

  test('is told of the filter that had reported a review, which is no report of its author', async () => {
    const words = { params: { id: novelId }, body: { words: ['lenteur'] } };
    await succeed(world.app, mathilde, setHeldWords, words);
    const places = chapterIds.map((id) => ({ userId: lea.user.id, chapterId: id }));
    await world.app.db.insert(readingPlaces).values(places);
    const body = { title: 'Un avis', text: 'Quelle lenteur ! '.repeat(9), hasSpoiler: false };
    const input = { params: { id: novelId }, body };
    const { _id } = await succeed(world.app, lea, saveReview, input);
    await ask(admin, moderateRemove, _id, { reason });
    const [letter] = await readLetters(world);
    expect(letter?.subject).toBe('Votre avis a été supprimé');
    expect(letter?.text).toContain('L’avis avait été signalé par un filtre automatique');
    expect(letter?.text).not.toMatch(/Un lecteur|sans moyen automatisé/);
  });

  test('is told of the filter that had held a comment', async () => {
    const words = { params: { id: novelId }, body: { words: ['spoiler'] } };
    await succeed(world.app, mathilde, setHeldWords, words);
    await ask(admin, removeOwnComment, await comment('Un spoiler.'), { reason });
    const [letter] = await readLetters(world);
    expect(letter?.text).toContain('retenu par un filtre automatique');
    expect(letter?.text).toContain('Aucun signalement de ce contenu n’est enregistré.');
  });

  test('hears of every act of staff, and of the end of it', async () => {
    const until = '2026-12-05';
    for (let sent = 0; sent < 2; sent++) {
      await ask(admin, suspendPerson, lea.user.id, { reason, until });
    }
    const [suspension] = await readLetters(world);
    expect(suspension?.text).toContain('finit le 5 décembre 2026');
    expect(suspension?.text).toContain(
      `Faits : ${reason} Un lecteur avait signalé un de vos commentaires.`,
    );
    await ask(admin, suspendPerson, lea.user.id, { reason: 'Excuses.', until: null });
    const id = await comment();
    await ask(admin, moderateRemove, id, { reason });
    await ask(admin, moderateRestore, id, { reason: 'Erreur.' });
    await ask(admin, blockWriter, id, { reason });
    const seen = { params: { id: lea.user.id } };
    const { blockers } = await succeed(world.app, admin, getDeskPerson, seen);
    expect(blockers).toEqual([{ _id: mathilde.user.id, name: 'Mathilde' }]);
    const unblock = { authorId: mathilde.user.id, reason: 'Pardon.', key: crypto.randomUUID() };
    for (let sent = 0; sent < 2; sent++) await ask(admin, unblockPerson, lea.user.id, unblock);
    const letters = await readLetters(world);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Vous ne pouvez plus commenter pour un temps',
      'Vous pouvez de nouveau commenter',
      'Votre commentaire a été supprimé',
      'Votre commentaire est rétabli',
      'Vous ne pouvez plus commenter les romans d’un auteur',
      'Vous pouvez de nouveau commenter les romans d’un auteur',
    ]);
    expect(letters.at(-1)?.text).toContain('Auteur : Mathilde.');
    // What ends a restriction is noted for staff alone.
    for (const { text } of letters) expect(text).not.toMatch(/Excuses|Erreur|Pardon/);
  });

  test('has thirty days from the day on which staff take over what an author removed', async () => {
    const id = await comment();
    await ask(mathilde, removeOwnComment, id, { reason });
    const isIts = eq(withheldComments.commentId, id);
    const { db } = world.app;
    await db
      .update(withheldComments)
      .set({ withheldAt: new Date('2026-01-01') })
      .where(isIts);
    await ask(admin, moderateRemove, id, { reason });
    const [words] = await db.select().from(withheldComments).where(isIts);
    expect(words?.withheldAt).toEqual(world.app.clock.now());
    expect((await readLetters(world))[0]?.text).toContain('Écrivez dans les 30 jours');
  });

  test('and whose chapter is taken down by the command, once; a novel of the publisher’s has none', async () => {
    const claim = 'Réclamation fondée d’un ayant droit.';
    await Promise.all([1, 2].map(() => takeDownChapter(world.app, chapterId, claim)));
    const [letter, ...others] = await readLetters(world);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: 'mathilde@exemple.test',
      subject: 'Votre chapitre a été retiré',
    });
    expect(letter?.text).toContain(`Faits : ${claim}`);
    expect(letter?.text).toContain('article 3, « Auteurs »');
    const other = await addNovel(world.app, { title: 'De la maison' });
    await takeDownChapter(world.app, other.chapterIds[0] ?? '', claim);
    expect(await subjects()).toHaveLength(1);
  });

  test('learns why an account is closed, but where its person asked for it', async () => {
    for (const isAsked of [true, false]) {
      const gone = await signInAs(world.app, { email: 'gone@exemple.test' });
      const act = { reason, key: crypto.randomUUID(), confirmation: 'SUPPRIMER' };
      await ask(admin, erasePerson, gone.user.id, { ...act, lostCredits: 0, isAsked });
    }
    const [asked, closed] = await readLetters(world);
    expect(asked?.text).not.toContain(reason);
    expect(closed?.subject).toBe('Nous avons fermé votre compte');
    for (const words of [`Faits : ${reason}`, 'article 11, « Par nous »', 'Pour contester']) {
      expect(closed?.text).toContain(words);
    }
  });

  test('nothing is written for authors’ acts, one’s own, or an erased account', async () => {
    const other = await addNovel(world.app, { title: 'Un autre récit' });
    const isOther = eq(novels.id, other.id);
    await world.app.db.update(novels).set({ ownerId: mathilde.user.id }).where(isOther);
    chapterId = other.chapterIds[0] ?? '';
    const karim = await signInAs(world.app, { displayName: 'Karim', email: 'karim@exemple.test' });
    const write = (text: string) => comment(text, karim);
    const [removed, own, ofKarim] = [
      await write('Un.'),
      await write('Deux.'),
      await write('Trois.'),
    ];
    await ask(mathilde, removeOwnComment, removed, { reason });
    await ask(karim, removeComment, own);
    const ofAdmin = await comment('Le mien.', admin);
    await ask(admin, moderateRemove, ofAdmin, { reason });
    await ask(mathilde, blockWriter, ofKarim, { reason });
    await ask(karim, deleteAccount, '', { confirmation: 'SUPPRIMER', lostCredits: 0 });
    await readLetters(world);
    world.mail.mailbox.clear();
    await ask(admin, moderateRemove, ofKarim, { reason });
    expect(await subjects()).toEqual([]);
  });

  test('no letter outlives an erasure that ends while staff decide', async () => {
    const { app } = world;
    const novel = await addNovel(app, { title: 'Un dernier récit' });
    const isIt = eq(novels.id, novel.id);
    await app.db.update(novels).set({ ownerId: mathilde.user.id }).where(isIt);
    chapterId = novel.chapterIds[0] ?? '';
    const zoe = await signInAs(app, { email: 'zoe@exemple.test' });
    const id = await comment('Un mot.', zoe);
    const blocked = await app.db.transaction(async (tx) => {
      const within = { ...app, db: tx, changed: () => Promise.resolve() };
      expect(await eraseAccount(within, zoe.user.id, { lostCredits: null })).toBeNull();
      const asked = ask(admin, blockWriter, id, { reason });
      await Promise.race([asked, setTimeout(300)]); // It waits for a lock: no event says so.
      return { asked };
    });
    expect((await blocked.asked).status).toBe(404);
    expect(await app.db.$count(outbox, eq(outbox.userId, zoe.user.id))).toBe(0);
  });

  test('the terms have the articles that the letters name', () => {
    const terms = readFileSync('src/legal/conditions-generales.md', 'utf8');
    const third = terms.slice(terms.indexOf('## 3. '), terms.indexOf('## 4. '));
    expect(third).toContain('### Commentaires et autres contributions');
    expect(third).toContain('### Auteurs');
    const eleventh = terms.slice(terms.indexOf('## 11. '), terms.indexOf('## 12. '));
    expect(eleventh).toContain('**Par nous.**');
  });
});
