/**
 * Whether a text is a French social security number (NIR) of fifteen characters without spaces: its key
 * is 97 less the rest of the thirteen before, in which Corsica's 2A and 2B are 19 and 18.
 */
export function isSocialSecurityNumber(text: string): boolean {
  if (!/^[1-8]\d{4}(\d{2}|2[AB])\d{8}$/.test(text)) return false;
  const number = Number(text.slice(0, 13).replace('2A', '19').replace('2B', '18'));
  return 97 - (number % 97) === Number(text.slice(13));
}
