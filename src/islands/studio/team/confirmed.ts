import type { Outcome } from '#browser/outcome.ts';

/** For a dialog: null once it is done, else the message. */
export async function confirmed(
  asked: Promise<Outcome<unknown>>,
  onDone: () => void,
): Promise<string | null> {
  const outcome = await asked;
  if (!outcome.ok) return outcome.message;
  onDone();
  return null;
}
