import type { PayBody } from '#shared/contracts/pay.ts';

/** What the parts of the page share. */
export type PayProps = {
  pay: PayBody;
  /** The day in Paris for which payments are computed, and to ask for another. */
  day: string;
  onDay: (day: string) => void;
  /** What to say of what was done, and the order that it has made. */
  onDone: (sentence: string, orderId?: string) => Promise<void>;
};
