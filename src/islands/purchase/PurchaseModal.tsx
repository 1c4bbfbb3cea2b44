import { useRef, useState, type SubmitEvent } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { loadSession } from '#browser/session/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { createCheckoutSession, type PackBody } from '#shared/contracts/credits.ts';
import { plural, formatEuros } from '#shared/site/formats.ts';
import { call } from '#browser/call.ts';
import { nothingSold } from '#shared/money/price-in-euros.ts';
import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { useSession } from '../ui/use-session.ts';
import { Button } from '../ui/button/Button.tsx';
import { loadOffer, type Offer } from './load-offer.ts';
import styles from './purchase.css?inline';
import { toBillingInfo } from './billing-form.ts';
import { useBilling, type Billing } from './use-billing.ts';
import { PackFacts } from './PackFacts.tsx';
import { bestValueId } from './pack-words.ts';
import { BillingFields } from './BillingFields.tsx';
import { CheckoutStatus, OrderSummary } from './CheckoutStatus.tsx';
import { checkoutFailureLines, refusedFields } from './checkout-failure.ts';
import { useCheckout } from './use-checkout.ts';

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
  if (offer.data.packs.length === 0) {
    return (
      <>
        <p>
          Vous avez <strong>{plural(user.credits, 'crédit')}</strong>.
        </p>
        <p>{nothingSold}</p>
      </>
    );
  }
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
        <BillingStep user={user} pack={pack} billing={billing} onBack={() => go('select-plan')} />
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

type PlanStepProps = {
  packs: readonly PackBody[];
  selectedId: string | null;
  onSelect: (pack: PackBody) => void;
  /** The selected plan was clicked again. */
  onConfirm: () => void;
};

/** Step `select-plan` (specification, section 4): a click selects a plan, a second one moves on. */
function PlanStep({ packs, selectedId, onSelect, onConfirm }: PlanStepProps) {
  const best = bestValueId(packs);
  const selected = packs.find(({ id }) => id === selectedId);
  return (
    <>
      <ul className="packs">
        {packs.map((pack) => {
          const isSelected = pack.id === selectedId;
          return (
            <li key={pack.id} className="pack" data-selected={isSelected || undefined}>
              <PackFacts pack={pack} popularLabel="Populaire" isBestValue={pack.id === best} />
              {/* The style sheet stretches it over the card as a pointer target. */}
              <Button
                variant={isSelected ? 'primary' : 'quiet'}
                onClick={() => (isSelected ? onConfirm() : onSelect(pack))}
              >
                <span>{isSelected ? 'Valider' : 'Choisir'}</span>
                <span className="visually-hidden">{` le ${pack.name}`}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {selected && `${selected.name} sélectionné.`}
      </p>
    </>
  );
}

type BillingStepProps = { user: UserBody; pack: PackBody; billing: Billing; onBack: () => void };

/** Step `billing-info` (specification, section 4): a valid submit redirects to Stripe. */
function BillingStep({ user, pack, billing, onBack }: BillingStepProps) {
  const { state, begin } = useCheckout(user);
  const isBusy = state.kind === 'sending' || state.kind === 'leaving';
  const price = formatEuros(pack.amountCents);

  const order = async (form: HTMLFormElement) => {
    const failure = await begin(
      () =>
        call(createCheckoutSession, {
          body: {
            planId: pack.id,
            billingInfo: toBillingInfo(billing.form),
            withdrawalConsent: withdrawalConsentVersion,
            checkoutKey: billing.keyFor(pack.id),
          },
        }),
      billing.draft.forget,
    );
    if (failure) billing.refuse(refusedFields(failure), form);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && billing.check(event.currentTarget)) void order(event.currentTarget);
  };

  return (
    <form className="order-form" noValidate onSubmit={onSubmit}>
      <OrderSummary
        what={`${pack.name}, ${plural(pack.credits, 'crédit')}`}
        price={`${price} toutes taxes comprises`}
      />
      <BillingFields billing={billing} />
      <CheckoutStatus
        state={state}
        failureLines={state.kind === 'failed' ? checkoutFailureLines(state.failure) : []}
      />
      <div className="actions">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Traitement en cours...' : `Payer ${price}`}
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || onBack()}>
          Retour
        </Button>
      </div>
      <p className="muted">
        Commande avec obligation de paiement. Vous payez sur la page sécurisée de Stripe.
      </p>
    </form>
  );
}
