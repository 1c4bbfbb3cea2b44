import { useRef, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { loadSession } from '#browser/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { PackBody } from '#shared/contracts/credits.ts';
import { plural } from '#shared/site/formats.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { useSession } from '../ui/use-session.ts';
import { BillingStep } from './BillingStep.tsx';
import { loadOffer, type Offer } from './load-offer.ts';
import { PlanStep } from './PlanStep.tsx';
import styles from './purchase.css?inline';
import { useBilling } from './use-billing.ts';

adoptStyles(styles);

type Props = { onClosed: () => void };

/**
 * The credit purchase modal (specification, sections 2 and 4). The backdrop does not close it;
 * Escape and its button do. Open as long as it is mounted.
 */
export function PurchaseModal({ onClosed }: Props) {
  const dialog = useRef<DialogHandle>(null);
  const member = useUserKey();
  return (
    <Dialog
      className="purchase purchase-modal"
      title="Acheter des crédits"
      hasCross
      ref={dialog}
      onClosed={onClosed}
    >
      {/* Remounted when another user signs in in another tab: drops the first one's billing data. */}
      <Contents key={member} onRetry={() => dialog.current?.focusTitle()} />
    </Dialog>
  );
}

/**
 * The buyer and the offer, once loaded.
 * @param onRetry the pressed button disappears, with its focus.
 */
function Contents({ onRetry }: { onRetry: () => void }) {
  const session = useSession();
  const [offer, loadAgain] = useLoaded(loadOffer);
  const retry = (load: () => unknown) => () => {
    load();
    onRetry();
  };
  if (session.kind === 'failed') {
    return <LoadFailure message={session.message} onRetry={retry(loadSession)} />;
  }
  if (offer.kind === 'failed') {
    return <LoadFailure message={offer.failure.message} onRetry={retry(loadAgain)} />;
  }
  if (session.kind !== 'signed-in' || offer.kind === 'loading') {
    return <Spinner label="Chargement..." />;
  }
  const { user } = session;
  return <Steps key={user._id} user={user} offer={offer.data} />;
}

type Step = 'select-plan' | 'billing-info';

function Steps({ user, offer }: { user: UserBody; offer: Offer }) {
  const [step, setStep] = useState<Step>('select-plan');
  const [pack, setPack] = useState<PackBody | null>(null);
  const billing = useBilling(user, offer.lastBilling);
  const title = useRef<HTMLHeadingElement>(null);
  const go = (next: Step) => {
    setStep(next);
    // The focused element went with the step.
    title.current?.focus();
  };
  const isPaying = step === 'billing-info' && pack !== null;
  return (
    <div className="steps">
      <h3 tabIndex={-1} ref={title}>
        <span>{isPaying ? 'Vos coordonnées de facturation' : 'Choisissez un pack'}</span>
        <span className="muted">{isPaying ? ' (étape 2 sur 2)' : ' (étape 1 sur 2)'}</span>
      </h3>
      {isPaying ? (
        <BillingStep {...{ user, pack, billing }} onBack={() => go('select-plan')} />
      ) : (
        <>
          <p>
            Vous avez <strong>{plural(user.credits, 'crédit')}</strong>. Un crédit ouvre un chapitre
            une fois pour toutes, sauf si un autre prix y est indiqué.
          </p>
          <PlanStep
            packs={offer.packs}
            selectedId={pack?.id ?? null}
            onSelect={setPack}
            onConfirm={() => go('billing-info')}
          />
        </>
      )}
    </div>
  );
}
