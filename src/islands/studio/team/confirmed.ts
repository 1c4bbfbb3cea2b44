import type { Outcome } from '#browser/outcome.ts';
import type { Refusal } from '#islands/ui/use-action.ts';

/** For a dialog: null once it is done. */
export async function confirmed(
  answer: Promise<Outcome<unknown>>,
  onDone: () => void,
): Promise<Refusal | null> {
  const outcome = await answer;
  if (!outcome.ok) return { sentence: outcome.message };
  onDone();
  return null;
}
