import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** As long as Stripe's, with the account's part in the middle of payment ids. */
const accountPart = 'FEUILLETONsandbx';

/** Random letters and digits, for ids and secrets. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** An id such as `pi_1…`: prefix and random letters, in the form of Stripe's. */
export function newId(
  prefix: 'pi' | 'ch' | 'py' | 're' | 'du' | 'evt' | 'txn' | 'pm' | 'li' | 'price' | 'po',
) {
  return `${prefix}_1${randomLetters(5)}${accountPart}${randomLetters(8)}`;
}

export function newCustomerId(): string {
  return `cus_${randomLetters(14)}`;
}

export function newProductId(): string {
  return `prod_${randomLetters(14)}`;
}

export function newSessionId(): string {
  return `cs_test_a1${randomLetters(56)}`;
}

export function newRequestId(): string {
  return `req_${randomLetters(14)}`;
}
