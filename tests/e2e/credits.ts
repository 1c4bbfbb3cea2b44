import { expect, type Locator, type Page } from 'playwright/test';
import { z } from 'zod';
import { knock } from './challenges.ts';

/** Gives somebody credits, or takes some, behind the page's back. */
export async function giveCredits(page: Page, userId: string, credits: number): Promise<void> {
  await knock(page, 'credits', { userId, credits });
}

/** Buys a pack for somebody and pays it; gives the purchase's id. */
export async function buyPack(page: Page, userId: string, packId: string): Promise<string> {
  const { id } = z
    .object({ id: z.uuid() })
    .parse(await knock(page, 'purchase', { userId, packId }));
  return id;
}

/** The balance as the top bar tells it. */
const balance = (page: Page): Locator => page.locator('.top-bar .credits');

/** The top bar tells so many credits. */
export async function expectBalance(page: Page, credits: number): Promise<void> {
  await expect(balance(page)).toHaveText(new RegExp(`^${credits}\\s?crédits?$`));
}
