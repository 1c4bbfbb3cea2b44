import { paths } from '#shared/paths.ts';
import { safeReturnPath } from '#shared/return-path.ts';

/** In the storage of the tab alone: the buyer comes back from Stripe in the same one. */
const key = 'checkout_begun';

/** What a tab remembers while its buyer pays at Stripe's. */
export type CheckoutBegun = {
  personId: string;
  /** Their balance before. */
  credits: number;
  /** The page on which they were. */
  returnPath: string;
};

/** Somebody leaves for the page on which they pay. */
export function noteCheckoutBegun(begun: CheckoutBegun): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(begun));
  } catch {
    // Closed storage: the balance before is not known afterwards, and decides nothing.
  }
}

/** What was noted when this person left this tab to pay; null where nothing was. */
export function readCheckoutBegun(personId: string): CheckoutBegun | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { credits, returnPath, ...noted }: Record<string, unknown> = { ...value };
    if (noted.personId !== personId || !Number.isSafeInteger(credits)) return null;
    const path = typeof returnPath === 'string' ? safeReturnPath(returnPath) : '/';
    return { personId, credits: Number(credits), returnPath: path };
  } catch {
    return null;
  }
}

/** Where one was before one came to buy: the purchase page is on the way, and its address knows. */
export function pathBeforeBuying({ returnPath }: Pick<CheckoutBegun, 'returnPath'>): string {
  const { pathname, searchParams } = new URL(returnPath, 'https://here.invalid');
  return pathname === paths.payment ? safeReturnPath(searchParams.get('retour')) : returnPath;
}

/** The purchase has come to its end: a later rise of the balance is none of its. */
export function forgetCheckoutBegun(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Closed storage holds nothing.
  }
}
