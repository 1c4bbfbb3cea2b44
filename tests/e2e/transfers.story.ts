import type { Page } from 'playwright/test';
import { z } from 'zod';
import { stripeUrl } from './addresses.ts';
import { buyPack, expectBalance } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { menuButton } from './sign-in.ts';

const sessionsSchema = z.object({
  sessions: z.array(z.object({ id: z.string(), client_reference_id: z.string().nullable() })),
});
const disputeSchema = z.object({ dispute: z.object({ id: z.string() }) });

/** What the buyer's bank does, at the stand-in for Stripe. */
async function atStripe(command: string, wish: object): Promise<unknown> {
  const response = await fetch(`${stripeUrl}/_sandbox/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
  return response.json();
}

/** The buyer's bank disputes a purchase; gives the dispute's id. */
async function dispute(transactionId: string): Promise<string> {
  const { sessions } = sessionsSchema.parse(await atStripe('list', {}));
  const sessionId = sessions.find((one) => one.client_reference_id === transactionId)?.id;
  const opened = disputeSchema.parse(await atStripe('open-dispute', { sessionId }));
  await atStripe('idle', {});
  return opened.dispute.id;
}

const history = (page: Page) => page.getByRole('tabpanel', { name: 'Historique de facturation' });

test('what Stripe will not pay back is paid by bank transfer, and the buyer reads so', async ({
  page,
  signInAs,
}) => {
  const buyer = await signInAs({ name: 'Nora Virement' });
  const bought = await buyPack(page, buyer.id, 'plan_basic');
  const disputeId = await dispute(bought);
  await page.goto('/profile#historique');
  await expect(history(page)).toContainText(
    /Paiement contesté auprès de votre banque le .*: 300\s+crédits de cet achat sont bloqués jusqu’à sa décision\./,
  );
  await expectBalance(page, 0);
  await atStripe('close-dispute', { disputeId, outcome: 'won' });
  await atStripe('idle', {});
  await page.reload();
  await expectBalance(page, 300);
  await history(page)
    .getByRole('button', { name: /^Renoncer au contrat ici/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(dialog.getByRole('heading', { name: 'Rétractation enregistrée' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(history(page)).toContainText('vous serez remboursé par virement');

  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: 'Bureau' }).click();
  await page.getByRole('link', { name: 'Virements' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remboursements par virement');
  const owed = page.getByRole('row', { name: /Nora Virement/ });
  await expect(owed).toContainText(/4,99\s+€/);
  await expect(owed).toContainText('Stripe ne peut plus le rembourser');
  await owed.getByRole('button', { name: /^Noter le virement/ }).click();
  await dialog.getByLabel('Référence du virement').fill('VIR 2026-17');
  await expect(dialog).toContainText(/Vous confirmez avoir viré 4,99\s+€ à Nora Virement le /);
  await dialog.getByRole('button', { name: 'Confirmer le virement' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Virement noté' })).toBeVisible();
  await page.getByRole('link', { name: 'Réglés' }).click();
  await expect(owed).toContainText(
    /Viré le .*, référence «\s*VIR 2026-17\s*»\. Noté par La rédaction/,
  );

  await signInAs({ id: buyer.id });
  await page.goto('/profile#historique');
  await expect(history(page)).toContainText(
    /Remboursé par virement le .*, référence\s+VIR 2026-17\./,
  );
  await expect(history(page)).toContainText(/dont 4,99\s+€ remboursés/);
});
