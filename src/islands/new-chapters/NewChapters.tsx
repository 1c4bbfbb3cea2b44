import { useUserKey } from '../ui/use-user-key.ts';
import { MemberNewChapters } from './MemberNewChapters.tsx';
import { NewChaptersSection } from './NewChaptersSection.tsx';

/**
 * “Nouveaux chapitres” of somebody signed in: what came out in their favourites since they last
 * opened them (decision 38). One line high whatever it holds, so that nothing below it moves; the
 * style sheet shows it to nobody else.
 */
export function NewChapters() {
  const member = useUserKey();
  return member === null ? <NewChaptersSection isToCome /> : <MemberNewChapters key={member} />;
}
