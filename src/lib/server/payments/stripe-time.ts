import type Stripe from 'stripe';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** Hears the time at Stripe, to the second, as an answer said that took so long. */
export type StripeTimeHeard = (time: Date, tookMs: number) => void;

/** Has the `Date` of every answer heard, of refusals too; all else stays as it is. */
export function hearingTime(client: HttpClient, onTime: StripeTimeHeard): HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const askedAtMs = performance.now();
    const answer = await makeRequest(...request);
    const { date } = answer.getHeaders();
    const time = typeof date === 'string' ? new Date(date) : null;
    if (time && !Number.isNaN(time.getTime())) onTime(time, performance.now() - askedAtMs);
    return answer;
  };
  return client;
}
