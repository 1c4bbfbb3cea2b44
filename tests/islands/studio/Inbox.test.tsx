import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createDraftSaver } from '#browser/drafts/saved-drafts.ts';
import CommentRulesScreen from '#islands/studio/inbox/CommentRulesScreen.tsx';
import { fetchInbox, lastInboxOf } from '#islands/studio/inbox/InboxScreen.tsx';
import InboxScreen from '#islands/studio/inbox/InboxScreen.tsx';
import '#islands/studio/studio.css';
import * as inbox from '#shared/contracts/studio-inbox.ts';
import { getStudioNovel, listStudioNovels } from '#shared/contracts/studio-novels.ts';
import { decideTypo, type InboxTypo } from '#shared/contracts/studio-typos.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const novel = { _id: id(100), title: 'Le Phare' };

/** A comment that waits for an answer; what a test does not care about is filled in. */
const entry = (n: number, more: Partial<inbox.InboxComment> = {}): inbox.InboxComment => ({
  kind: 'comment',
  _id: id(n),
  state: 'shown',
  text: `Texte ${n}.`,
  date: '2026-11-21T12:00:00.000Z',
  writer: { _id: id(50), name: 'Léa', picture: null, isBlocked: false },
  canRemove: true,
  canBlock: true,
  novel,
  chapter: { _id: id(200), title: 'Un', number: 1, areCommentsClosed: false },
  answers: null,
  answer: null,
  heldWord: null,
  removal: null,
  isRead: true,
  isSettled: false,
  ...more,
});

/** Every state of an entry, once. */
const states: inbox.InboxComment[] = [
  entry(1, { isRead: false }),
  entry(2, { state: 'held', heldWord: 'spoil', isSettled: true }),
  entry(3, {
    answer: { text: 'Merci.', name: 'Mathilde', date: '2026-11-22T12:00:00.000Z' },
    answers: { text: 'Une question ?', name: 'Karim' },
    isSettled: true,
  }),
  entry(4, {
    state: 'removed',
    isSettled: true,
    removal: {
      actor: 'Mathilde',
      reason: 'Hors sujet.',
      date: '2026-11-22T12:00:00.000Z',
      canRestore: true,
    },
  }),
  entry(5, { state: 'withdrawn', text: null, isSettled: true }),
  entry(6, { writer: null, text: 'D’un compte supprimé.', isSettled: true }),
  entry(7, { writer: { _id: id(51), name: 'Troll', picture: null, isBlocked: true } }),
];

/** A typo that waits for an answer. */
const typo: InboxTypo = {
  kind: 'typo',
  _id: id(30),
  state: 'open',
  before: 'Les ',
  wrong: 'chevals',
  after: '.',
  correction: 'chevaux',
  remark: '',
  date: '2026-11-21T12:00:00.000Z',
  decision: null,
  writer: null,
  novel,
  chapter: { _id: id(200), title: 'Un', number: 1 },
  canDecide: true,
  canBlock: false,
  isRead: true,
  isSettled: false,
};

const counts = { unread: 1, waiting: 2, held: 1, typos: 0 };
const show = (entries: inbox.InboxEntry[], more: Partial<inbox.InboxPage> = {}) =>
  answers(inbox.listInbox, {
    entries,
    nextCursor: null,
    counts,
    novels: [novel],
    novel: null,
    answersComments: true,
    ...more,
  });
const draw = async (filter: inbox.InboxFilter = 'all', who: { _id?: string } = {}) => {
  const user = signIn({ role: 'author', ...who });
  await render(
    <main className="studio">
      <h1>Mes romans</h1>
      <InboxScreen novelId={null} filter={filter} user={user} />
    </main>,
  );
};
const of = (n: number) => page.getByRole('article').filter({ hasText: `Texte ${n}.` });
/** The button of an entry's menu. */
const menuOf = (entry: Locator) => entry.getByText(/^Menu/).element().closest('summary');
const openMenu = async (entry: Locator) => {
  await expect.element(entry.getByText(/^Menu/)).toBeInTheDocument();
  menuOf(entry)?.click();
};

describe('the inbox', () => {
  test('shows every state of a comment, and is accessible in all of them', async () => {
    show(states);
    await draw();
    await expect.element(of(1)).toMatchTextContent('Non lu');
    await expect.element(of(2)).toMatchTextContent(/À approuver\s:/);
    await expect.element(of(3)).toMatchTextContent('Répondu');
    await expect
      .element(of(4))
      .toMatchTextContent(/Supprimé par Mathilde, .* Motif\s: Hors sujet\./);
    await expect.element(page.getByText('Supprimé par la personne qui l’a écrit.')).toBeVisible();
    await expect.element(of(7)).toMatchTextContent('Personne bloquée');
    await axeEverywhere();
  });

  test('names a comment after its writer, elided before a vowel', async () => {
    const writer = { _id: id(52), name: 'Inès', picture: null, isBlocked: false };
    show([entry(1, { writer }), entry(2)]);
    await draw();
    await expect.element(of(1)).toHaveAccessibleName('Commentaire d’Inès');
    await expect.element(of(2)).toHaveAccessibleName('Commentaire de Léa');
  });

  test.each([
    ['all', 'Aucun message sur vos romans pour le moment.'],
    ['unread', 'Vous avez tout lu.'],
    ['waiting', 'Aucun message n’attend votre réponse.'],
    ['held', 'Aucun commentaire n’attend votre accord.'],
    ['typos', 'Aucune coquille signalée n’attend votre réponse.'],
  ] as const)('says that nothing is there: %s', async (filter, sentence) => {
    show([], { counts: { unread: 0, waiting: 0, held: 0, typos: 0 } });
    await draw(filter);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await axeEverywhere();
  });

  test('asks again for a list that could not be loaded', async () => {
    isOffline(inbox.listInbox);
    await draw();
    await expect.element(page.getByRole('alert')).toBeVisible();
    show(states);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(of(1)).toBeVisible();
  });

  test('keeps an answer that was refused, and sends the same one again', async () => {
    show([entry(1)]);
    refuses(inbox.answerComment, 'RATE_LIMITED', { message: 'Trop de requêtes.' });
    await draw();
    await of(1).getByRole('button', { name: 'Répondre (Léa)' }).click();
    const field = page.getByLabelText('Votre réponse à Léa');
    await field.fill('Merci !');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await expect.element(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect.element(field).toHaveValue('Merci !');
    const answer = { text: 'Merci !', name: 'Mathilde', date: '2026-11-22T12:00:00.000Z' };
    answers(inbox.answerComment, { entry: entry(1, { answer, isSettled: true }) });
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await expect.element(of(1)).toMatchTextContent('Répondu');
    await expect.element(of(1)).toHaveFocus();
    const [first, second] = bodiesOf(inbox.answerComment);
    expect(second).toEqual(first);
  });

  test('opens the answer that was begun when the session ended, without taking the focus', async () => {
    show([entry(1), entry(2)]);
    createDraftSaver({ form: 'comment', personId: id(90), subject: id(1) }).save('Merci');
    await draw('all', { _id: id(90) });
    const offer = of(1).getByRole('group', { name: 'Texte gardé sur cet appareil' });
    await expect.element(offer).toMatchTextContent('Merci');
    expect(document.activeElement).toBe(document.body);
    await offer.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await expect.element(page.getByLabelText('Votre réponse à Léa')).toHaveValue('Merci');
    await expect.element(page.getByLabelText('Votre réponse à Léa')).toHaveFocus();
  });

  test('asks why before it removes a comment, and says who reads it', async () => {
    show([entry(1)]);
    await draw();
    await openMenu(of(1));
    await of(1).getByRole('button', { name: 'Supprimer ce commentaire' }).click();
    await expect
      .element(page.getByLabelText('Motif'))
      .toHaveAccessibleDescription(/^Léa lira ce motif/);
    await axeEverywhere();
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(of(1)).toHaveFocus();
    expect(bodiesOf(inbox.removeOwnComment)).toEqual([]);
  });

  test('says that the comments of a chapter are closed, in all entries of it', async () => {
    show([entry(1), entry(2)]);
    answers(inbox.setCommentsClosed, { isClosed: true });
    await draw();
    await openMenu(of(1));
    await of(1).getByRole('button', { name: 'Fermer les commentaires du chapitre 1' }).click();
    await expect
      .element(page.getByText('Les commentaires du chapitre 1 sont fermés.'))
      .toBeVisible();
    expect(document.activeElement).toBe(menuOf(of(1)));
    for (const n of [1, 2]) {
      await expect.element(of(n).getByText('Commentaires fermés', { exact: true })).toBeVisible();
    }
    await expect
      .element(of(1).getByRole('button', { name: /commentaires du chapitre 1$/ }))
      .not.toBeInTheDocument();
    await openMenu(of(2));
    await expect
      .element(of(2).getByRole('button', { name: 'Rouvrir les commentaires du chapitre 1' }))
      .toBeVisible();
  });

  test('keeps the menu open where the comments of a chapter cannot be closed', async () => {
    show([entry(1)]);
    isOffline(inbox.setCommentsClosed);
    await draw();
    await openMenu(of(1));
    const close = of(1).getByRole('button', { name: 'Fermer les commentaires du chapitre 1' });
    await close.click();
    await expect.element(of(1).getByText('Aucune réponse reçue du serveur')).toBeVisible();
    await expect.element(close).toBeVisible();
  });

  test('says that the working copy keeps the words of an accepted typo', async () => {
    show([typo]);
    const decision = { by: 'Mathilde', date: typo.date, reason: '' };
    const accepted: InboxTypo = { ...typo, state: 'accepted', decision, isSettled: true };
    answers(decideTypo, { entry: accepted, isLeftInCopy: true });
    await draw();
    await page.getByRole('button', { name: /^Corriger le texte/ }).click();
    const shown = page.getByRole('article');
    await expect.element(shown).toMatchTextContent('Votre version de travail a encore ces mots');
    await expect
      .element(shown.getByRole('link', { name: 'Corriger dans l’éditeur' }))
      .toBeVisible();
    await axeEverywhere();
  });

  test('opens a menu within its entry', async () => {
    show([{ ...typo, canDecide: false }]);
    await draw();
    const shown = page.getByRole('article');
    await openMenu(shown);
    const act = page.getByRole('button', { name: /^Marquer/ });
    await expect.element(act).toBeVisible();
    const left = (element: Element) => element.getBoundingClientRect().left;
    expect(left(act.element())).toBeGreaterThanOrEqual(left(shown.element()));
  });

  test('fades the tabs where some are before or after what is seen', async () => {
    show([]);
    await draw('typos');
    const tabs = page.getByRole('navigation', { name: 'Messages montrés' });
    await expect.element(tabs).toHaveAttribute('data-long');
    await expect.element(tabs).toHaveAttribute('data-before');
    tabs.element().scrollLeft = 0;
    await expect.element(tabs).not.toHaveAttribute('data-before');
    await expect.element(tabs).toHaveAttribute('data-long');
  });

  test.each([
    [true, ['Tous', 'Non lus', 'Sans réponse', 'À approuver', 'Coquilles']],
    [false, ['Tous', 'Non lus', 'Sans réponse', 'Coquilles']],
  ])('offers what is about comments to roles that answer them: %s', async (may, names) => {
    show([typo], { answersComments: may });
    await draw();
    await expect.element(page.getByRole('article')).toBeVisible();
    const filters = page.getByRole('navigation', { name: 'Messages montrés' }).getByRole('link');
    expect(filters.elements().map(({ textContent }) => textContent.replace(/\d/, ''))).toEqual(
      names,
    );
    expect(page.getByRole('link', { name: /^Règles/ }).elements()).toHaveLength(may ? 1 : 0);
    await axeEverywhere();
  });

  test('marks all that is shown as read at once', async () => {
    show([entry(1, { isRead: false }), entry(2, { isRead: false }), entry(3)]);
    answers(inbox.markInboxRead, { changed: 2 });
    await draw();
    await page.getByRole('button', { name: 'Tout marquer comme lu' }).click();
    await expect.element(page.getByText('Marqué comme lu.')).toBeVisible();
    await expect.element(page.getByText('Non lu', { exact: true })).not.toBeInTheDocument();
    expect(bodiesOf(inbox.markInboxRead)).toEqual([{ ids: [id(1), id(2)], isRead: true }]);
  });
});

const drawRules = (novelId: string | null) =>
  render(
    <main className="studio">
      <h1>Mes romans</h1>
      <CommentRulesScreen novelId={novelId} user={signIn({ role: 'author' })} />
    </main>,
  );

test('the rules lead to the held words of each novel whose comments one answers', async () => {
  answers(inbox.listBlockedReaders, { readers: [], nextCursor: null });
  const own = studioNovel({ _id: id(101), title: 'Le Phare' });
  const read = studioNovel({ _id: id(102), title: 'La Halle', role: 'proofreader' });
  answers(listStudioNovels, { novels: [own, read], nextCursor: null, newStatement: null });
  await drawRules(null);
  await expect
    .element(page.getByRole('link', { name: 'Le Phare' }))
    .toHaveAttribute('href', `/my-novels?roman=${id(101)}&vue=regles`);
  expect(page.getByRole('link', { name: 'La Halle' }).elements()).toEqual([]);
  await axeEverywhere();
});

test('what is remembered of an inbox is for whom it was loaded', async () => {
  show(states);
  await fetchInbox({ novelId: null, userId: 'mathilde', filter: 'all' });
  expect(lastInboxOf({ novelId: null, userId: 'mathilde' })?.counts).toEqual(counts);
  expect(lastInboxOf({ novelId: null, userId: 'karim' })).toBeNull();
  expect(lastInboxOf({ novelId: id(101), userId: 'mathilde' })).toBeNull();
});

test('held words are separated by lines, commas and semicolons', async () => {
  signIn({ role: 'author' });
  answers(inbox.listBlockedReaders, { readers: [], nextCursor: null });
  answers(getStudioNovel, studioNovel({ _id: id(101), title: 'Le Phare' }));
  answers(inbox.getHeldWords, { words: ['oui, mais'] });
  await drawRules(id(101));
  await expect.element(page.getByText(/^Un commentaire de «\sLe Phare\s»/)).toBeVisible();
  const field = page.getByLabelText('Mots et expressions');
  await expect
    .element(field)
    .toHaveAccessibleDescription(/«\sspoil\*\s» retient aussi «\sspoiler\s»/);
  // A phrase of before that has a comma stays one.
  await expect.element(field).toHaveValue('oui mais');
  await field.fill('pub\nspoil, la fin ; mort,\n');
  answers(inbox.setHeldWords, ({ words }) => ({ words }));
  await page.getByRole('button', { name: 'Enregistrer les mots' }).click();
  await expect.element(page.getByText(/^Enregistré\s: 4\smots\.$/)).toBeVisible();
  await expect.element(field).toHaveValue('pub\nspoil\nla fin\nmort');
  expect(bodiesOf(inbox.setHeldWords)).toEqual([{ words: ['pub', 'spoil', 'la fin', 'mort'] }]);
  const message = 'L’étoile ne se met qu’à la fin.';
  refuses(inbox.setHeldWords, 'MALFORMED', { errors: [{ field: 'words.1', message }] });
  await field.fill('pub\nsp*il');
  await page.getByRole('button', { name: 'Enregistrer les mots' }).click();
  await expect.element(field).toHaveAccessibleDescription(/L’étoile ne se met qu’à la fin\./);
  await expect.element(field).toHaveFocus();
  await axeEverywhere();
});

test('a role that may not block readers is told who may, without a retry', async () => {
  signIn({ role: 'reader' });
  refuses(inbox.listBlockedReaders, 'FORBIDDEN');
  answers(listStudioNovels, { novels: [], nextCursor: null, newStatement: null });
  await drawRules(null);
  await expect.element(page.getByText(/^Seul le propriétaire/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument();
  await axeEverywhere();
});
