import { addDays } from '../time/add-days.ts';
import { parisDay } from '../site/formats.ts';

/** How long before its day a payment may be prepared: what is due then would be another sum. */
const payDaysAhead = 30;

/** The last day in Paris, as `2026-10-01`, for which a payment may be prepared now. */
export const lastPayDay = (now: Date): string => addDays(parisDay(now), payDaysAhead);
