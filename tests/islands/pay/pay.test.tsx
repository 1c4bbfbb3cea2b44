import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Pay, PayScreen, type PayView } from '#islands/pay/Pay.tsx';
import { parseShare } from '#islands/pay/Settings.tsx';
import { closePayMonth, getPay, orderPayouts, type PayBody } from '#shared/contracts/pay.ts';
import { saveUnsavedWork } from '#browser/drafts/unsaved-work.ts';
import { setPayRates } from '#shared/contracts/tax.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const computed = (net: number | null) => ({
  sheet: 'Traitements et salaires, TVA retenue par l’éditeur',
  net,
  lines: [],
  hindrance: net === null ? 'Rien ne resterait.' : '',
});
const nothing: PayBody = {
  months: [],
  closable: null,
  shares: [],
  novels: [],
  authors: [],
  orders: [],
  rates: [],
  missingRates: '',
  isPayerSet: true,
};
const some: PayBody = {
  ...nothing,
  authors: [
    {
      _id: id(1),
      name: 'Élise Plume',
      earned: 5000,
      paid: 1000,
      ordered: 0,
      due: 4000,
      account: {
        maskedIban: 'FR76 •••• 0189',
        updatedAt: '2026-11-20T10:00:00.000Z',
        isRecent: false,
      },
      ...computed(3391),
    },
    {
      _id: id(2),
      name: 'Marc Sans-Compte',
      earned: 300,
      paid: 0,
      ordered: 0,
      due: 300,
      account: null,
      ...computed(254),
    },
    {
      _id: id(3),
      name: 'Zoé Remboursée',
      earned: -120,
      paid: 0,
      ordered: 0,
      due: -120,
      account: {
        maskedIban: 'BE68 •••• 7034',
        updatedAt: '2026-10-02T10:00:00.000Z',
        isRecent: false,
      },
      ...computed(null),
    },
  ],
};

async function draw(view: PayView, pay: PayBody) {
  signIn({ role: 'admin' });
  await render(
    <main>
      <h1>Rémunération</h1>
      <div className="pay">
        <PayScreen
          view={view}
          pay={pay}
          day="2026-11-30"
          onDay={() => undefined}
          onDone={() => Promise.resolve()}
        />
      </div>
    </main>,
  );
}

describe('the publisher’s page of pay', () => {
  test('offers a transfer to whom something is due and who has an account', async () => {
    await draw('', some);
    await expect.element(page.getByRole('checkbox', { name: 'Élise Plume' })).toBeChecked();
    expect(page.getByRole('checkbox').elements()).toHaveLength(1);
    await expect.element(page.getByText(/1\s+virement, 33,91\s+€ en tout\./)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Élise Plume' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Préparer le fichier SEPA' }))
      .toBeDisabled();
    await axeEverywhere();
  });

  test('offers the file for the bank where it was prepared', async () => {
    signIn({ role: 'admin' });
    answers(getPay, some);
    answers(orderPayouts, { _id: id(9) });
    await render(
      <main>
        <h1>Rémunération</h1>
        <Pay role="admin" />
      </main>,
    );
    await page.getByRole('button', { name: 'Préparer le fichier SEPA' }).click();
    await expect.element(page.getByText(/^Le fichier est prêt\./)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Télécharger le fichier' }))
      .toBeVisible();
    await axeEverywhere();
  });

  test('keeps the form and its ticks while a day is typed', async () => {
    signIn({ role: 'admin' });
    answers(getPay, some);
    await render(<Pay role="admin" />);
    await page.getByRole('checkbox', { name: 'Élise Plume' }).click();
    // A year's first digit; a call for that day would be refused.
    await page.getByLabelText('Jour du virement').fill('0002-12-02');
    refuses(getPay, 'MALFORMED');
    await expect.element(page.getByRole('checkbox', { name: 'Élise Plume' })).not.toBeChecked();
    await page.getByRole('checkbox', { name: 'Élise Plume' }).click();
    await page.getByRole('button', { name: 'Préparer le fichier SEPA' }).click();
    await expect.element(page.getByText(/^Le virement ne peut pas être demandé/)).toBeVisible();
    expect(bodiesOf(orderPayouts)).toEqual([]);
  });

  test('gives the heading the focus when the month that was closed has no button left', async () => {
    signIn({ role: 'admin' });
    answers(getPay, { ...nothing, closable: '2026-10' });
    answers(closePayMonth, { done: true });
    location.hash = '#mois';
    await render(<Pay role="admin" />);
    const opens = page.getByRole('button', { name: 'Arrêter octobre 2026' });
    // The second press of a double click confirms nothing.
    await opens.click();
    page
      .getByRole('button', { name: 'Arrêter le mois' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
    expect(bodiesOf(closePayMonth)).toEqual([]);
    answers(getPay, nothing);
    await page.getByRole('button', { name: 'Arrêter le mois' }).click();
    await expect.element(page.getByRole('heading', { name: 'Mois' })).toHaveFocus();
    location.hash = '';
  });

  test('offers the reason again that the end of a session interrupted', async () => {
    const order = { _id: id(9), executesOn: '2026-11-05', createdAt: '2026-11-04T10:00:00.000Z' };
    const payout = {
      ...{ _id: id(4), author: { _id: id(1), name: 'Élise Plume' }, holderName: 'Élise Plume' },
      ...{ maskedIban: 'FR76 •••• 0189', amount: 4000, net: 3638, lines: [] },
    };
    const open = { ...payout, state: 'ordered' as const, paidOn: null };
    await draw('#fichiers', { ...nothing, orders: [{ ...order, payouts: [open] }] });
    const opens = page.getByRole('button', { name: /^Abandonner le fichier/ });
    await opens.click();
    await page.getByLabelText('Motif').fill('La banque ferme ce compte.');
    expect(saveUnsavedWork()).toBe(true);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await opens.click();
    await page.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await expect.element(page.getByLabelText('Motif')).toHaveValue('La banque ferme ce compte.');
  });

  test('says of an author why nothing can be paid, and how an account is given', async () => {
    const [, withoutAccount, nothingDue] = some.authors;
    if (!withoutAccount || !nothingDue) throw new Error('some are owed nothing');
    const underWay = { ...nothingDue, _id: id(4), name: 'Ève Payée', due: 100, ordered: 100 };
    await draw('', { ...some, authors: [withoutAccount, nothingDue, underWay] });
    for (const [name, reason] of [
      ['Marc Sans-Compte', 'Aucun compte bancaire\\s: rien ne peut être viré.'],
      ['Zoé Remboursée', 'Rien à payer pour l’instant.'],
      ['Ève Payée', 'Un virement est déjà en cours.'],
    ] as const) {
      await expect
        .element(page.getByRole('rowheader', { name: new RegExp(`^${name}`) }))
        .toMatchTextContent(new RegExp(`${reason}$`));
    }
    await expect.element(page.getByText(/Un auteur donne son compte bancaire/)).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    expect(page.getByRole('button').elements()).toEqual([]);
    await axeEverywhere();
  });

  test('explains no account where none is missing', async () => {
    await draw('', { ...some, authors: some.authors.filter(({ account }) => account !== null) });
    await expect.element(page.getByRole('checkbox', { name: 'Élise Plume' })).toBeVisible();
    expect(page.getByText(/Un auteur donne son compte bancaire/).elements()).toEqual([]);
  });

  test('pays a recent account only where it is verified, in that version', async () => {
    const [élise] = some.authors;
    if (!élise?.account) throw new Error('there is an account');
    const recent = { ...élise.account, isRecent: true };
    await draw('', { ...some, authors: [{ ...élise, account: recent }] });
    const box = page.getByRole('checkbox', { name: /Élise Plume.*vérifié auprès de l’auteur/ });
    await expect.element(box).not.toBeChecked();
    await expect.element(page.getByText(/^0\s+virement/)).toBeVisible();
    await box.click();
    await expect.element(page.getByText(/1\s+virement, 33,91\s+€ en tout\./)).toBeVisible();
    await axeEverywhere();
  });

  test('says which rates are missing, and pays nobody', async () => {
    const missingRates = 'Aucun fichier pour la banque\u00A0: il manque CSG.';
    const authors = some.authors.map((author) => ({ ...author, ...computed(null) }));
    await draw('', { ...some, authors, missingRates });
    await expect.element(page.getByText(/il manque CSG/)).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    await axeEverywhere();
  });

  test('sends the rates that are written, in hundredths, and keeps a mistyped one', async () => {
    const csg = 'CSG, en\u00A0%';
    answers(setPayRates, { done: true });
    await draw('#taux', nothing);
    await page.getByRole('button', { name: 'Fixer les taux' }).click();
    await expect.element(page.getByText('Indiquez au moins un taux.')).toBeVisible();
    await page.getByLabelText(csg).fill('neuf');
    await page.getByLabelText(/^Plafond annuel/).fill('48 060');
    await page.getByRole('button', { name: 'Fixer les taux' }).click();
    await expect.element(page.getByLabelText(csg)).toHaveFocus();
    await axeEverywhere();
    await page.getByLabelText(csg).fill('9,20');
    await page.getByRole('button', { name: 'Fixer les taux' }).click();
    await expect
      .poll(() => bodiesOf(setPayRates))
      .toMatchObject([
        {
          rates: [
            { kind: 'ceiling', value: 4_806_000 },
            { kind: 'csg', value: 920 },
          ],
        },
      ]);
  });

  test('says that the publisher’s own account is missing', async () => {
    await draw('', { ...some, isPayerSet: false });
    await expect.element(page.getByText(/PAYER_IBAN manque/)).toBeVisible();
    await axeEverywhere();
  });

  test.each(['#fichiers', '#parts', '#taux', '#mois'] as const)(
    'says that %s is empty',
    async (view) => {
      await draw(view, nothing);
      await expect.element(page.getByText(/^Aucun/).first()).toBeVisible();
      await axeEverywhere();
    },
  );

  test('shows what became of each payment', async () => {
    const payout = { author: { _id: id(1), name: 'Élise Plume' }, holderName: 'Élise Plume' };
    const lines = [{ kind: 'csg', base: 3930, rate: 920, amount: 362 } as const];
    const masked = { maskedIban: 'FR76 •••• 0189', amount: 4000, net: 3638, lines };
    await draw('#fichiers', {
      ...nothing,
      orders: [
        {
          _id: id(9),
          executesOn: '2026-11-05',
          createdAt: '2026-11-04T10:00:00.000Z',
          payouts: [
            { ...payout, ...masked, _id: id(4), state: 'ordered', paidOn: null },
            { ...payout, ...masked, _id: id(5), state: 'paid', paidOn: '2026-11-05' },
            { ...payout, ...masked, _id: id(6), state: 'failed', paidOn: null },
          ],
        },
      ],
    });
    await expect.element(page.getByText(/Payé le 5\s+novembre\s+2026\./)).toBeVisible();
    await expect.element(page.getByText(/la somme reste due/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Noter payé/ })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /^Renvoyé par la banque/ }))
      .toBeVisible();
    await page.getByRole('button', { name: /^Corriger le jour/ }).click();
    await expect.element(page.getByLabelText('Payé par la banque le')).toHaveValue('2026-11-05');
    await axeEverywhere();
  });
});

test.each([
  ['52,5', 5250],
  ['52.5 %', 5250],
  ['100', 10_000],
  ['0', 0],
  ['0,01', 1],
  ['100,01', null],
  ['1,234', null],
  ['-5', null],
  ['', null],
  ['la moitié', null],
])('“%s” is %j hundredths of a percent', (text, points) => {
  expect(parseShare(text)).toBe(points);
});
