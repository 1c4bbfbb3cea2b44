import { useUserKey } from '../ui/use-user-key.ts';
import { MemberNewChapters } from './MemberNewChapters.tsx';
import { NewChaptersSection } from './NewChaptersSection.tsx';

/**
 * “Nouveaux chapitres” of a signed-in user: chapters published in their favourites since they last
 * opened them (decision 38). Always one line high, to avoid a layout shift; the style sheet hides
 * it for others.
 */
export function NewChapters() {
  const member = useUserKey();
  return member === null ? <NewChaptersSection isToCome /> : <MemberNewChapters key={member} />;
}
