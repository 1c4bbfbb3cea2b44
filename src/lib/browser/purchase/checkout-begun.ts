import { paths } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import { parseFields, readTab, writeTab } from '../stored-values.ts';

/** In session storage: the buyer returns from Stripe in the same tab. */
const key = 'checkout_begun';

/** What a tab stores while its buyer pays at Stripe. */
export type CheckoutBegun = {
  personId: string;
  /** Their balance before. */
  credits: number;
  /** The page on which they were. */
  returnPath: string;
};

/** Stored when the user leaves for the payment page. */
export function noteCheckoutBegun(begun: CheckoutBegun): void {
  writeTab(key, JSON.stringify(begun));
}

/** What was stored when this user left this tab to pay; null for nothing. */
export function readCheckoutBegun(personId: string): CheckoutBegun | null {
  const { credits, returnPath, ...noted } = parseFields(readTab(key));
  if (noted.personId !== personId || !Number.isSafeInteger(credits)) return null;
  const path = typeof returnPath === 'string' ? safeReturnPath(returnPath) : '/';
  return { personId, credits: Number(credits), returnPath: path };
}

/** The page before the purchase: if that was the purchase page, its address has the path. */
export function pathBeforeBuying({ returnPath }: Pick<CheckoutBegun, 'returnPath'>): string {
  const { pathname, searchParams } = new URL(returnPath, 'https://here.invalid');
  return pathname === paths.payment ? safeReturnPath(searchParams.get('retour')) : returnPath;
}

/** The purchase is over: a later change of the balance is unrelated. */
export function forgetCheckoutBegun(): void {
  writeTab(key, null);
}
