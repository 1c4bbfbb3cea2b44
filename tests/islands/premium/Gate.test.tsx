import '../../../src/islands/premium/gate.css';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { LockedChapter } from '#islands/premium/Gate.tsx';
import { PremiumChapter } from '#islands/premium/PremiumChapter.tsx';
import { answerChallenge, drawChallenge } from '#shared/contracts/challenge.ts';
import { getChapter } from '#shared/contracts/chapters.ts';
import { getNovelPrice, unlockChapter, unlockNovel } from '#shared/contracts/unlock.ts';
import { creditCatalogues } from '#shared/money/credit-packs.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, bodiesOf, holds, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { translate } from '../world/translate.ts';

const novelId = '01930000-0000-7000-8000-000000000002';
const title = 'Le roman';
const locked: LockedChapter = {
  id: '01930000-0000-7000-8000-000000000007',
  chapterNumber: 7,
  title: 'Trente mètres de ciel',
  creditCost: 1,
  teaser: 'L’article 40 permettait à l’agent de nuit de désigner un auxiliaire. <b>Oui</b>.',
  cover: null,
  novelId,
  freeWords: null,
  novelPrice: { chapters: 3, credits: 3 },
  novelSlug: 'le-dernier-train',
};

const gate = () => page.getByRole('region', { name: 'Contenu premium' });
const question = () => page.getByRole('region', { name: 'Une petite question avant d’ouvrir' });
const unlockButton = () => page.getByRole('button', { name: /^Déverrouiller pour/ });
const text = () => document.querySelector('.reader > .chapter-text');

const draw = (
  change: Partial<LockedChapter> = {},
  packs: readonly PricedPack[] = creditCatalogues.terms,
) =>
  render(
    <main>
      <article className="reader">
        <div className="premium">
          <PremiumChapter
            // A novel of its own: other tests' unlocks are told by novel.
            chapter={{ ...locked, novelId: crypto.randomUUID(), ...change }}
            packs={packs}
            language="fr"
          />
        </div>
      </article>
    </main>,
  );

const choices = ['Un', 'Deux', 'Trois', 'Quatre'].map((words, index) => ({
  choiceId: `01930000-0000-7000-8000-00000000010${index}`,
  text: words,
}));
const standing = { errors: 0, errorsMax: 2 as const, lockedUntil: null, triesLeft: 0 };
const drawn = {
  challengeId: '01930000-0000-7000-8000-000000000100',
  kind: 'idiom' as const,
  difficulty: 'medium' as const,
  question: 'Que dit-on\u00A0?',
  passage: null,
  picture: null,
  choices,
  standing,
  expiresAt: '2026-11-24T12:00:00.000Z',
};
const correct = { correct: true, feedback: 'Correct !', notice: null, standing };

/** The chapter is refused, as the server does before it is unlocked. */
function lock(creditCost = 1, part: string | null = null): void {
  const chapter = { _id: locked.id, creditCost, part };
  refuses(getChapter, 'PREMIUM_LOCKED', { message: 'Contenu premium', more: { chapter } });
}
/** The chapter as after its unlock; its text is plain, so that it needs no key. */
function open(): void {
  localStorage.setItem(storageKeys.viewedChapters, JSON.stringify([locked.id]));
  answers(getChapter, {
    _id: locked.id,
    novelId,
    chapterNumber: 7,
    title: locked.title,
    part: null,
    views: 0,
    likes: 0,
    likedBy: [],
    bookmarkedBy: [],
    wordCount: 3,
    isPremium: true,
    requiresUnlock: false,
    isUnlocked: true,
    isLocked: false,
    creditCost: 1,
    commentCount: 0,
    createdAt: '2026-03-03T08:00:00.000Z',
    publishedAt: null,
    updatedAt: '2026-03-03T08:00:00.000Z',
    content: '<p>Le texte entier.</p>',
    prevChapterId: null,
    nextChapterId: null,
    hasNext: false,
  });
}
const unlocked = { remainingCredits: 11, chapterIds: [locked.id] };
const due = () => refuses(unlockChapter, 'CHALLENGE_REQUIRED', { more: { chapterId: locked.id } });

async function fitsInto320(): Promise<void> {
  await page.viewport(320, 640);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await page.viewport(360, 740);
}

describe('the gate for a stranger', () => {
  // Outside its page the island is drawn before it is known that nobody is signed in.
  beforeEach(() => expectMessage(/no answer is prepared for GET/));

  test('shows the teaser as plain text, both prices in a line each, and one way on', async () => {
    await draw();
    await expect.element(gate()).toMatchTextContent(/auxiliaire\. <b>Oui<\/b>\./);
    await expect.element(gate()).toMatchTextContent(/1\s+crédit, soit environ\s+1,7\s+centime/);
    await expect
      .element(gate())
      .toMatchTextContent(/Tout le roman\s+: 3\s+crédits, environ\s+5\s+centimes/);
    await expect.element(gate()).not.toMatchTextContent(/pack/);
    const links = gate().getByRole('link').all();
    expect(links).toHaveLength(1);
    await expect
      .element(gate().getByRole('link', { name: 'Connectez-vous' }))
      .toHaveAttribute('href', `/login?retour=%2Fchapter%2F${locked.id}&motif=connexion`);
    await axeEverywhere();
    await fitsInto320();
  });

  test('has no price in euros where nothing is sold, and says so', async () => {
    await draw({}, []);
    await expect.element(gate()).toMatchTextContent(/Tout le roman\s+: 3\s+crédits/);
    await expect
      .element(gate())
      .toMatchTextContent(/pas encore en vente\. Ils le seront bientôt\./);
    await expect.element(gate()).not.toMatchTextContent(/environ/);
    await axeEverywhere();
  });

  test('keeps its button in the window under a teaser that is taller', async () => {
    const { style } = document.documentElement;
    // As with a large font.
    style.setProperty('--letter', '3rem');
    await draw({ teaser: 'Un mot, et un autre. '.repeat(14) });
    const button = gate().getByRole('link', { name: 'Connectez-vous' });
    await expect.element(button).toBeInViewport({ ratio: 1 });
    const { top } = document.querySelector('.teaser')?.getBoundingClientRect() ?? { top: NaN };
    expect(document.querySelector('.gate')?.getBoundingClientRect().bottom).toBeGreaterThan(
      top + innerHeight,
    );
    style.removeProperty('--letter');
  });

  test.each<[string, Partial<LockedChapter>]>([
    ['no teaser', { teaser: '' }],
    ['no other paid chapter', { novelPrice: { chapters: 1, credits: 1 } }],
    ['the longest teaser, without a place to break', { teaser: 'é'.repeat(300) }],
    ['a long title', { title: 'Anticonstitutionnellement '.repeat(7), creditCost: 100 }],
  ])('stands with %s', async (_, change) => {
    document.documentElement.dataset.showHeader = 'false';
    await draw(change);
    await expect.element(gate()).toBeInTheDocument();
    expect(document.querySelectorAll('.teaser')).toHaveLength(change.teaser === '' ? 0 : 1);
    await expect.element(gate().getByRole('link', { name: 'Retour au roman' })).toBeVisible();
    await axeEverywhere();
    await fitsInto320();
    delete document.documentElement.dataset.showHeader;
  });
});

describe('the gate for a reader', () => {
  beforeEach(() => {
    expectMessage(/403/);
    lock();
    answers(getNovelPrice, { title, chapters: 3, credits: 3, parts: [] });
  });

  test('has one button, the balance, and the rest of the novel in a line', async () => {
    signIn({ credits: 12 });
    await draw();
    await expect.element(unlockButton()).toBeEnabled();
    await expect.element(gate()).toMatchTextContent(/Vous avez 12\s+crédits\./);
    const rest = gate().getByRole('button', { name: /^Tout le reste/ });
    await expect.element(rest).toMatchTextContent(/: 3\s+crédits, environ\s+5\s+centimes$/);
    await axeEverywhere();
    await fitsInto320();
  });

  test('has one way on where credits are wanting, and one line that says so', async () => {
    signIn({ credits: 0 });
    await draw();
    await expect
      .element(gate().getByRole('status'))
      .toMatchTextContent("Vous n'avez pas assez de crédits.");
    await expect.element(unlockButton()).toBeDisabled();
    await expect.element(gate().getByRole('link', { name: 'Acheter des crédits' })).toBeVisible();
    expect(gate().getByRole('link').all()).toHaveLength(1);
    expect(gate().getByRole('button', { disabled: false }).all()).toHaveLength(0);
    await expect.element(gate()).not.toMatchTextContent(/pack/);
    await axeEverywhere();
    await fitsInto320();
  });

  test('says to who lacks credits where nothing is sold that they come, and opens for others', async () => {
    signIn({ credits: 0 });
    const drawn = await draw({}, []);
    await expect
      .element(gate())
      .toMatchTextContent(/bientôt\.\s*Vous n'avez pas assez de crédits\./);
    await expect
      .element(gate().getByRole('link', { name: 'Acheter des crédits' }))
      .not.toBeInTheDocument();
    await axeEverywhere();
    await drawn.unmount();
    signIn({ credits: 2 });
    await draw({}, []);
    await expect.element(unlockButton()).toBeEnabled();
  });

  test('says how many credits are missing to who has some', async () => {
    signIn({ credits: 2 });
    lock(5);
    await draw({ creditCost: 5 });
    await expect.element(gate().getByRole('status')).toMatchTextContent(/Il vous en manque\s+3\./);
    await axeEverywhere();
    await fitsInto320();
  });

  test('pays and opens at once where no question is due', async () => {
    signIn({ credits: 12 });
    await draw();
    await expect.element(unlockButton()).toBeEnabled();
    answers(unlockChapter, unlocked);
    open();
    const held = holds(unlockChapter);
    await unlockButton().click();
    await expect.element(page.getByRole('button', { name: 'Déverrouillage...' })).toBeVisible();
    await axeEverywhere();
    held.release();
    await expect.poll(text).not.toBeNull();
    expect(document.activeElement).toBe(text());
    expect(document.querySelectorAll('.seal-broken svg')).toHaveLength(2);
    await expect
      .element(page.getByRole('status').first())
      .toMatchTextContent(/1\s+chapitre déverrouillé\./);
  });

  test('asks the question before it pays, then opens without another press', async () => {
    signIn({ credits: 12 });
    due();
    answers(drawChallenge, drawn);
    await draw();
    await unlockButton().click();
    await expect.element(question()).toMatchTextContent(/s’ouvre pour 1\s+crédit\./);
    await expect.element(question()).toMatchTextContent(/Une erreur est permise/);
    await expect.element(question()).not.toMatchTextContent(/déverrouillé/);
    await axeEverywhere();
    await fitsInto320();

    await question().getByRole('button', { name: 'Pas maintenant' }).click();
    await expect.element(unlockButton()).toHaveFocus();
    await unlockButton().click();
    answers(answerChallenge, correct);
    answers(unlockChapter, unlocked);
    open();
    await question().getByRole('radio', { name: 'Deux' }).click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(text).not.toBeNull();
    expect(document.activeElement).toBe(text());
    expect(bodiesOf(unlockChapter)).toEqual([{ credits: 1 }, { credits: 1 }, { credits: 1 }]);
  });

  test('never asks twice for one payment: a refusal after the answer is said', async () => {
    signIn({ credits: 12 });
    due();
    answers(drawChallenge, drawn);
    answers(answerChallenge, correct);
    await draw();
    await unlockButton().click();
    await question().getByRole('radio', { name: 'Un' }).click();
    await question().getByRole('button', { name: 'Valider' }).click();
    await expect.element(gate().getByRole('alert')).toMatchTextContent('Panne.');
    expect(bodiesOf(drawChallenge)).toHaveLength(1);
    // The gate is drawn anew, and asks for the price of the rest again.
    await expect.element(gate().getByRole('button', { name: /^Tout le reste/ })).toBeVisible();
  });

  test('says what failed, and can be pressed again', async () => {
    signIn({ credits: 12 });
    await draw();
    await expect.element(unlockButton()).toBeEnabled();
    isOffline(unlockChapter);
    await unlockButton().click();
    await expect
      .element(gate().getByRole('alert'))
      .toMatchTextContent('Erreur lors du déverrouillage du chapitre');
    await axeEverywhere();
    await fitsInto320();
    await expect.element(unlockButton()).toBeEnabled();
  });

  test('keeps prices and balance true on a translated page', async () => {
    expectMessage(/409|402/);
    signIn({ credits: 1 });
    await draw();
    await expect.element(unlockButton()).toBeEnabled();
    translate();
    lock(2);
    refuses(unlockChapter, 'PRICE_CHANGED', { more: { credits: 2 } });
    await unlockButton().click();
    await expect.element(gate()).toMatchTextContent(/Il vous en manque\s+1\./);
    await expect.element(gate()).toMatchTextContent(/2\s+crédits, soit environ\s+3,3\s+centimes/);
    await expect.element(gate()).not.toMatchTextContent(/Vous avez/);
  });

  test('says what failed in the window, under a teaser that is taller', async () => {
    const { style } = document.documentElement;
    // As with a large font.
    style.setProperty('--letter', '3rem');
    signIn({ credits: 12 });
    await draw({ teaser: 'Un mot, et un autre. '.repeat(14) });
    await expect.element(unlockButton()).toBeEnabled();
    isOffline(unlockChapter);
    await unlockButton().click();
    const refusal = gate().getByText('Erreur lors du déverrouillage du chapitre');
    await expect.element(refusal).toBeInViewport({ ratio: 1 });
    expect(document.querySelector('.gate')?.getBoundingClientRect().bottom).toBeGreaterThan(
      innerHeight,
    );
    style.removeProperty('--letter');
  });

  test('shows the price anew if the chapter of the question has gone', async () => {
    expectMessage(/404/);
    signIn({ credits: 12 });
    refuses(unlockNovel, 'CHALLENGE_REQUIRED', { more: { chapterId: locked.id } });
    refuses(drawChallenge, 'NOT_FOUND');
    await draw();
    await gate()
      .getByRole('button', { name: /^Tout le reste/ })
      .click();
    answers(getNovelPrice, { title, chapters: 2, credits: 2, parts: [] });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Confirmer pour 3/ }).click();
    await expect.element(dialog.getByRole('button', { name: /^Confirmer pour 2/ })).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
  });

  test('asks before the rest of the novel is paid for, in its dialog', async () => {
    signIn({ credits: 12 });
    refuses(unlockNovel, 'CHALLENGE_REQUIRED', { more: { chapterId: locked.id } });
    answers(drawChallenge, drawn);
    await draw();
    await gate()
      .getByRole('button', { name: /^Tout le reste/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Confirmer pour/ }).click();
    await expect
      .element(question())
      .toMatchTextContent(/les chapitres s’ouvrent pour 3\s+crédits\./);
    await axeEverywhere();
    answers(answerChallenge, correct);
    answers(unlockNovel, { remainingCredits: 9, chapterIds: [locked.id] });
    open();
    await question().getByRole('radio', { name: 'Un' }).click();
    await question().getByRole('button', { name: 'Valider' }).click();
    await expect.poll(text).not.toBeNull();
    expect(bodiesOf(unlockNovel)).toEqual([{ credits: 3 }, { credits: 3 }]);
    // What was opened counts: two of the three had gone.
    await expect
      .element(page.getByRole('status').first())
      .toMatchTextContent(/^1\s+chapitre déverrouillé\.$/);
  });

  test('says so where nothing of the rest was left to unlock', async () => {
    signIn({ credits: 12 });
    await draw();
    await gate()
      .getByRole('button', { name: /^Tout le reste/ })
      .click();
    answers(unlockNovel, { remainingCredits: 12, chapterIds: [] });
    open();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Confirmer pour/ })
      .click();
    await expect
      .element(page.getByRole('status').first())
      .toMatchTextContent(/^Il ne restait rien à déverrouiller\.$/);
    await expect.poll(text).not.toBeNull();
  });

  describe('in a part of the novel', () => {
    const part = 'Livre II';
    const line = () => gate().getByRole('button', { name: /^Déverrouiller la partie/ });
    const dialog = () => page.getByRole('dialog', { name: /la partie «\s+Livre II\s+»/ });
    const left = (chapters: number, credits: number) => ({
      title,
      chapters: 3,
      credits: 4,
      parts: [
        { part: 'Livre I', chapters: 0, credits: 0 },
        { part, chapters, credits },
      ],
    });
    beforeEach(() => {
      signIn({ credits: 12 });
      lock(1, part);
      answers(getNovelPrice, left(2, 3));
    });

    test('offers the part too, and opens it for the price that was shown', async () => {
      answers(unlockNovel, { remainingCredits: 9, chapterIds: [locked.id, locked.novelId] });
      await draw();
      await expect
        .element(line())
        .toMatchTextContent(/«\s+Livre II\s+»\s+: 2\s+chapitres, 3\s+crédits$/);
      await expect.element(gate().getByRole('button', { name: /^Tout le reste/ })).toBeVisible();
      await axeEverywhere();
      await fitsInto320();
      await line().click();
      await expect.element(dialog()).toMatchTextContent(/Chapitres\s*2/);
      await axeEverywhere();
      open();
      await dialog()
        .getByRole('button', { name: /^Confirmer pour 3/ })
        .click();
      await expect.poll(text).not.toBeNull();
      expect(bodiesOf(unlockNovel)).toEqual([{ credits: 3, part }]);
      await expect
        .element(page.getByRole('status').first())
        .toMatchTextContent(/^2\s+chapitres déverrouillés\.$/);
    });

    test.each([
      ['of this chapter alone', left(1, 1)],
      ['of all that is left', left(3, 4)],
    ])('says nothing of a part %s', async (_, price) => {
      answers(getNovelPrice, price);
      await draw();
      await expect.element(gate().getByRole('button', { name: /^Tout le reste/ })).toBeVisible();
      expect(line().elements()).toEqual([]);
    });

    test('shows another price before it is confirmed again, and nothing is paid', async () => {
      expectMessage(/409/);
      refuses(unlockNovel, 'PRICE_CHANGED', { more: { credits: 2 } });
      await draw();
      await line().click();
      answers(getNovelPrice, left(2, 2));
      await dialog()
        .getByRole('button', { name: /^Confirmer pour 3/ })
        .click();
      await expect
        .element(dialog().getByRole('button', { name: /^Confirmer pour 2/ }))
        .toBeVisible();
      await axeEverywhere();
    });

    test('says so where the part was renamed meanwhile', async () => {
      expectMessage(/409/);
      refuses(unlockNovel, 'PRICE_CHANGED', { more: { credits: 0 } });
      await draw();
      await line().click();
      answers(getNovelPrice, {
        title,
        chapters: 3,
        credits: 4,
        parts: [{ part: 'Livre deux', chapters: 2, credits: 3 }],
      });
      await dialog()
        .getByRole('button', { name: /^Confirmer pour 3/ })
        .click();
      await expect.element(gate().getByText(/^Cette partie a changé/)).toBeVisible();
      expect(line().elements()).toEqual([]);
      await axeEverywhere();
    });
  });
});
