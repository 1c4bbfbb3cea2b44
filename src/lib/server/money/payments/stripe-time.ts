import type Stripe from 'stripe';

type HttpClient = ReturnType<typeof Stripe.createFetchHttpClient>;

/** Receives Stripe's time, to the second, from a response that took this long. */
export type StripeTimeHeard = (time: Date, tookMs: number) => void;

/** Reports the `Date` of every response, refusals included; all else is passed through. */
export function hearingTime(client: HttpClient, onTime: StripeTimeHeard): HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const startedMs = performance.now();
    const answer = await makeRequest(...request);
    const { date } = answer.getHeaders();
    const time = typeof date === 'string' ? new Date(date) : null;
    if (time && !Number.isNaN(time.getTime())) onTime(time, performance.now() - startedMs);
    return answer;
  };
  return client;
}
