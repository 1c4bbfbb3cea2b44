import { useState } from 'react';
import { useSession } from '../ui/use-session.ts';

/**
 * A number that becomes another one when who reads changes: somebody signs in, out, or makes room
 * for another. Getting to know who it was all along, or that it is nobody, changes nothing. As a
 * `key` it forgets what was shown of the first.
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
