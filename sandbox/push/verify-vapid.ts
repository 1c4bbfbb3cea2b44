import { createPublicKey, verify } from 'node:crypto';

const dayS = 24 * 3_600;

/**
 * Why an `Authorization` header is no proof of who sends (RFC 8292): the header's form, another
 * key, audience or subject, a time that has passed or is too far, the signature. Null where it is one.
 */
export function vapidProblem(
  authorization: string | undefined,
  expected: { publicKey: string; audience: string },
  nowMs: number,
): string | null {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  if (signature === '') return 'no VAPID token';
  if (key !== expected.publicKey) return 'another key';
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  if (claims.aud !== expected.audience) return 'another audience';
  if (typeof claims.sub !== 'string' || !/^(mailto:|https:)/.test(claims.sub)) return 'no subject';
  const leftS = Number(claims.exp) - nowMs / 1000;
  if (!(leftS > 0 && leftS <= dayS)) return 'expired, or valid for more than a day';
  const raw = Buffer.from(key, 'base64url');
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isTrue ? null : 'a wrong signature';
}
