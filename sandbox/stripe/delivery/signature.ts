import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` for a body: https://docs.stripe.com/webhooks#verify-manually */
export function signatureHeader(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}
