import { withStripeErrors } from './stripe-errors.ts';

/** An instant as Stripe gives it. */
export const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** Parameters of a list from an instant on. */
export const since = (from: Date) => ({ limit: 100, created: { gte: toSeconds(from) } });

/** Iterates over a list of Stripe's, page by page, and parses each of its objects. */
export async function* listed<Received, Value>(
  list: AsyncIterable<Received>,
  read: (page: Received) => Value,
): AsyncGenerator<Value> {
  const pages = list[Symbol.asyncIterator]();
  for (;;) {
    const next = await withStripeErrors(async () => {
      const page = await pages.next();
      return page.done ? null : { value: read(page.value) };
    });
    if (next === null) return;
    yield next.value;
  }
}
