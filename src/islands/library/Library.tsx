import { Spinner } from '../ui/Spinner.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { MemberLibrary } from './MemberLibrary.tsx';

/**
 * The library of a signed-in reader. For others the page shows what this device knows
 * (`src/lib/browser/library/device-library.ts`); the style sheet hides this one.
 */
export function Library() {
  const member = useUserKey();
  return member === null ? <Spinner label="Chargement..." /> : <MemberLibrary key={member} />;
}
