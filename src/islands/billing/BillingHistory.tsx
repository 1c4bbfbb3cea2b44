import './billing.css';
import { useRef, useState } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { PurchaseList, PurchaseTable } from './PurchaseList.tsx';
import { usePurchases } from './use-purchases.ts';
import { useWide } from './use-wide.ts';
import { WithdrawalDialog } from './WithdrawalDialog.tsx';

/** The tab “Historique de facturation” (specification, section 2: profile). */
export function BillingHistory({ user }: { user: UserBody }) {
  const [state, retry, refresh] = usePurchases(user._id, user.credits);
  const isWide = useWide();
  const [withdrawnId, setWithdrawnId] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const Purchases = isWide ? PurchaseTable : PurchaseList;
  const purchases = state.kind === 'loaded' ? state.data : [];
  const withdrawn = purchases.find(({ _id }) => _id === withdrawnId);
  return (
    <section className="billing" aria-labelledby="achats">
      <h2 id="achats" tabIndex={-1} ref={heading}>
        Vos achats
      </h2>
      {state.kind === 'loading' && <Spinner label="Chargement de vos achats..." />}
      {state.kind === 'failed' && (
        <LoadFailure
          message={failureSentence(state.failure)}
          onRetry={() => {
            retry();
            heading.current?.focus();
          }}
        />
      )}
      {state.kind === 'loaded' && purchases.length === 0 && (
        <EmptyState sentence={messages.transactionsEmpty}>
          <ButtonLink href={paths.payment}>Acheter des crédits</ButtonLink>
        </EmptyState>
      )}
      {purchases.length > 0 && <Purchases purchases={purchases} onWithdraw={setWithdrawnId} />}
      {withdrawn && (
        <WithdrawalDialog
          purchase={withdrawn}
          user={user}
          onChanged={refresh}
          onClosed={() => {
            setWithdrawnId(null);
            // The opener, which had the focus, may be gone.
            if (withdrawn.withdrawable === null) heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

const failureSentence = ({ isRateLimited, message }: Failure): string =>
  isRateLimited ? message : messages.transactionsFailed;
