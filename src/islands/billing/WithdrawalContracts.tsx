import { loadSession } from '#browser/session/session-calls.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useSession } from '../ui/use-session.ts';
import { BillingHistory } from './BillingHistory.tsx';

/** The signed-in user's contracts that can be withdrawn from; for others the page has a form. */
export function WithdrawalContracts() {
  const session = useSession();
  switch (session.kind) {
    case 'signed-in':
      return <BillingHistory key={session.user._id} user={session.user} isWithdrawing />;
    case 'loading':
      return <Spinner label="Chargement..." />;
    case 'failed':
      return <LoadFailure message={session.message} onRetry={() => void loadSession()} />;
    case 'anonymous':
      return null;
  }
}
