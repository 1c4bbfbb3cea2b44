import type { PayBody } from '#shared/contracts/pay.ts';
import type { OnDone } from '../desk/DeskLoaded.tsx';

/** What the parts of the page share. */
export type PayProps = {
  pay: PayBody;
  /** The day in Paris for which payments are computed, and to ask for another. */
  day: string;
  onDay: (day: string) => void;
  onDone: OnDone;
};
