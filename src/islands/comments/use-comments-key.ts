import { useState } from 'react';
import { useSession } from '../ui/use-session.ts';

/**
 * A number that changes when the user does: on sign-in, sign-out, or a switch of account. The session
 * check that first resolves who it is changes nothing. Used as a `key`, it discards the previous
 * user's state.
 */
export function useCommentsKey(): number {
  const session = useSession();
  const [seen, setSeen] = useState<{ reader: string | null; round: number }>({
    reader: null,
    round: 0,
  });
  let { reader } = seen;
  if (session.kind === 'signed-in') reader = session.user._id;
  if (session.kind === 'anonymous') reader = 'nobody';
  if (reader === seen.reader) return seen.round;
  const round = seen.reader === null ? 0 : seen.round + 1;
  setSeen({ reader, round });
  return round;
}
