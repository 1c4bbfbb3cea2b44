import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import StatementsScreen from '#islands/studio/statements/StatementsScreen.tsx';
import { listStatements, seeStatement, type StatementsBody } from '#shared/contracts/pay.ts';
import { savePayoutAccount } from '#shared/contracts/payout-account.ts';
import { saveTaxSheet } from '#shared/contracts/tax.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`;

const nothing: StatementsBody = {
  statements: [],
  payments: [],
  due: 0,
  newStatement: null,
  account: null,
  mayChangeAccount: true,
  owesVat: true,
  sheets: [],
};
const lines = [
  {
    novelId: id(1),
    novelTitle: 'Le Fil',
    basisPoints: 5250,
    paidCredits: 1200,
    freeCredits: 30,
    spentNet: 2000,
    spentVat: 110,
    carriedNet: -400,
    carriedVat: -22,
    due: 840,
  },
  {
    novelId: id(2),
    novelTitle: 'La Halle',
    basisPoints: 5000,
    paidCredits: 0,
    freeCredits: 1,
    spentNet: 0,
    spentVat: 0,
    carriedNet: 0,
    carriedVat: 0,
    due: 0,
  },
];
const year: StatementsBody = {
  statements: [
    {
      month: '2026-10',
      closedAt: '2026-11-01T00:00:00.000Z',
      lines,
      brought: 1000,
      earned: 840,
      paid: 1000,
      balance: 840,
    },
    {
      month: '2026-09',
      closedAt: '2026-10-01T00:00:00.000Z',
      lines: lines.slice(0, 1),
      brought: 0,
      earned: 1000,
      paid: 0,
      balance: 1000,
    },
  ],
  payments: [
    { _id: id(5), amount: 500, net: 500, lines: [], state: 'failed', day: '2026-10-20' },
    {
      _id: id(4),
      amount: 1000,
      net: 910,
      lines: [{ kind: 'csg', base: 983, rate: 920, amount: 90 }],
      state: 'paid',
      day: '2026-10-06',
    },
  ],
  due: 840,
  newStatement: '2026-10',
  account: {
    holderName: 'Élise Plume',
    maskedIban: 'FR76 •••• 0189',
    updatedAt: '2026-10-02T00:00:00.000Z',
  },
  mayChangeAccount: true,
  owesVat: true,
  sheets: [],
};

async function draw(pay: StatementsBody, month: string | null = null) {
  const user = signIn({ role: 'author' });
  answers(listStatements, pay);
  answers(seeStatement, {});
  await render(
    <main>
      <h1>Espace auteur</h1>
      <StatementsScreen month={month} user={user} />
    </main>,
  );
}

/** A row's cells. */
const row = async (name: string) => {
  const header = page.getByRole('rowheader', { name, exact: true });
  const found = page.getByRole('row').filter({ has: header }).first();
  await expect.element(found).toBeVisible();
  return found
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.replaceAll(/\s/g, ' '));
};

describe('the statements', () => {
  test('say what will come where no month is closed', async () => {
    await draw(nothing);
    await expect.element(page.getByText(/Votre premier relevé paraîtra ici/)).toBeVisible();
    await expect.element(page.getByText('€')).not.toBeInTheDocument();
    await expect.element(page.getByText('Mois par mois')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Donner un compte' })).toBeVisible();
    await axeEverywhere();
  });

  test('show sales, what is taken back, the share, and gifts for what they pay', async () => {
    await draw(year);
    expect(await row('Le Fil')).toEqual([
      '8,40 €',
      '52,5 %',
      '1 200 et 30 offerts, qui ne paient rien',
      '20,00 €',
      '1,10 €',
      '\u22124,00 €',
    ]);
    expect(await row('La Halle')).toEqual([
      '0,00 €',
      '50 %',
      '0 et 1 offert, qui ne paie rien',
      '0,00 €',
      '0,00 €',
      '0,00 €',
    ]);
    await expect.element(page.getByText(/pas passé/)).toBeVisible();
    // What the bank paid, and what it was before anything was withheld.
    await expect.element(page.getByText(/^Déjà versé9,10\s€ brut 10,00\s€$/)).toBeVisible();
    await axeEverywhere();
  });

  test('open the newest month, and mark what is new as seen', async () => {
    await draw(year);
    const shown = () => page.getByRole('button', { name: /Télécharger le PDF/ }).elements();
    await expect.poll(() => shown().map((one) => one.textContent)).toHaveLength(1);
    await expect.poll(() => bodiesOf(seeStatement)).toEqual([{ month: '2026-10' }]);
    expect(shown()[0]).toMatchTextContent('octobre 2026');
  });

  test('open the month of the address', async () => {
    await draw({ ...year, newStatement: null }, '2026-09');
    const button = page.getByRole('button', { name: /Télécharger le PDF/ });
    await expect.element(button).toMatchTextContent('septembre 2026');
    expect(bodiesOf(seeStatement)).toEqual([]);
  });

  test('keep a mistyped IBAN in the field, and send nothing', async () => {
    await draw(nothing);
    await page.getByRole('button', { name: 'Donner un compte' }).click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    for (const [name, sentence] of [
      ['Titulaire', /Indiquez le nom du titulaire du compte\.$/],
      ['IBAN', /Indiquez l’IBAN du compte\.$/],
    ] as const) {
      await expect.element(page.getByLabelText(name)).toHaveAccessibleDescription(sentence);
    }
    await page.getByLabelText('Titulaire').fill('Élise Plume');
    await page.getByLabelText('IBAN').fill('FR76 3000 6000 0112 3456 7890 188');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect
      .element(page.getByText('Cet IBAN n’est pas juste', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByLabelText('IBAN')).toHaveFocus();
    await expect
      .element(page.getByLabelText('IBAN'))
      .toHaveValue('FR76 3000 6000 0112 3456 7890 188');
    expect(bodiesOf(savePayoutAccount)).toEqual([]);
    await axeEverywhere();
  });

  test('have the focus in the account that is written, and then where it is shown', async () => {
    await draw(nothing);
    await page.getByRole('button', { name: 'Donner un compte' }).click();
    await expect.element(page.getByLabelText('Titulaire')).toHaveFocus();
    await page.getByLabelText('Titulaire').fill('Élise Plume');
    await page.getByLabelText('IBAN').fill('FR14 2004 1010 0505 0001 3M02 606');
    const { account } = year;
    if (!account) throw new Error('the year has an account');
    answers(savePayoutAccount, account);
    answers(listStatements, { ...nothing, account });
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(page.getByText('Le compte est enregistré.')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Compte bancaire' })).toHaveFocus();
  });

  test('ask for another sign-in before an account is typed', async () => {
    await draw({ ...nothing, mayChangeAccount: false });
    await page.getByRole('button', { name: 'Donner un compte' }).click();
    await expect
      .element(page.getByRole('link', { name: 'Se reconnecter' }))
      .toHaveAttribute('href', '/login?retour=%2Fmy-novels%3Fvue%3Dreleves&motif=confirmation');
    expect(page.getByLabelText('IBAN').elements()).toEqual([]);
    await axeEverywhere();
  });

  test('send a tax sheet with what its choices ask for, and nothing else', async () => {
    await draw(nothing);
    answers(saveTaxSheet, {});
    await page.getByRole('button', { name: 'Remplir la fiche' }).click();
    await page.getByLabelText('Nom et prénoms').fill('Élise Plume');
    await page.getByLabelText('Adresse postale').fill('1 rue de l’Exemple, Lyon');
    await page.getByLabelText('Vous déclarez vos droits en').selectOptions('bnc');
    await page.getByLabelText(/^Numéro de la dispense/).fill('S2062-7');
    await page.getByLabelText('TVA sur vos droits').selectOptions('charged');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(page.getByText(/^Indiquez jusqu’à quel jour vaut/)).toBeVisible();
    await axeEverywhere();
    await page.getByLabelText(/^Année de la dispense/).fill('2026');
    await page.getByLabelText('Renonciation valable jusqu’au').fill('2030-12-31');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect
      .poll(() => bodiesOf(saveTaxSheet))
      .toMatchObject([
        {
          regime: 'bnc',
          exemptionNumber: 'S2062-7',
          exemptionYear: 2026,
          vat: 'charged',
          vatUntil: '2030-12-31',
          abroadUntil: null,
        },
      ]);
    await expect.element(page.getByText(/^La fiche est enregistrée\./)).toBeVisible();
  });

  test('keep the number, and renounce nothing where the publisher owes no VAT', async () => {
    const sheet: StatementsBody['sheets'][number] = {
      _id: id(9),
      startsOn: '2026-10-01',
      legalName: 'Élise Plume',
      address: 'Lyon',
      residence: 'france',
      abroadCertificate: null,
      abroadUntil: null,
      regime: 'wages',
      exemptionNumber: null,
      exemptionYear: null,
      vat: 'withheld',
      vatUntil: null,
      maskedNumber: '•••• 2538',
    };
    await draw({ ...nothing, owesVat: false, sheets: [sheet] });
    answers(saveTaxSheet, {});
    await page.getByRole('button', { name: 'Changer la fiche' }).click();
    await expect.element(page.getByText(/^Laissez vide pour garder •••• 2538\./)).toBeVisible();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect
      .poll(() => bodiesOf(saveTaxSheet))
      .toMatchObject([{ vat: 'franchise', vatUntil: null, legalName: 'Élise Plume' }]);
    expect(bodiesOf(saveTaxSheet)[0]).not.toHaveProperty('socialSecurityNumber');
  });

  test('ask for another sign-in before a certificate', async () => {
    const line = { kind: 'csg', base: 100, rate: 100, amount: 1 } as const;
    const payment = { _id: id(8), amount: 100, net: 99, lines: [line], day: '2026-10-05' };
    const payments = [{ ...payment, state: 'paid' as const }];
    await draw({ ...nothing, payments, mayChangeAccount: false });
    await expect
      .element(page.getByRole('link', { name: /^Se reconnecter pour le certificat/ }))
      .toHaveAttribute('href', '/login?retour=%2Fmy-novels%3Fvue%3Dreleves&motif=confirmation');
  });
});
