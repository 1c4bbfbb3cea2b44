/** An unsigned token, which a browser without the key cannot tell from a signed one. */
export function handMadeToken(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

/** Unreadable tokens, by what is wrong with them. */
export const unreadableTokens: readonly (readonly [string, string])[] = [
  ['an empty text', ''],
  ['a word', 'jeton'],
  ['two points', '..'],
  ['a payload that is not base64', 'a.é!.b'],
  ['a payload that is not JSON', `a.${btoa('{"exp":')}.b`],
  ['a payload that is null', handMadeToken(null)],
  ['a payload that is a list', handMadeToken([1])],
  ['no expiry', handMadeToken({ sub: 'somebody' })],
  ['an expiry in words', handMadeToken({ exp: 'demain' })],
];
