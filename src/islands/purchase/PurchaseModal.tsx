import { useCallback, useRef, useState, type SubmitEvent } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { WantedRest } from '#browser/purchase/purchase-modal.ts';
import { loadSession, refreshUser } from '#browser/session/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { createCheckoutSession, type PackBody } from '#shared/contracts/credits.ts';
import { plural, formatEuros } from '#shared/site/formats.ts';
import { call } from '#browser/call.ts';
import { nothingSold } from '#shared/money/price-in-euros.ts';
import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { Dialog, type DialogHandle } from '../ui/dialog/Dialog.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useUserKey } from '../ui/use-user-key.ts';
import { useSession } from '../ui/use-session.ts';
import { Button } from '../ui/button/Button.tsx';
import { ExactOffers, exactOffers, ExactTerms, type Buying, type Goods } from './ExactOffers.tsx';
import { loadOffer } from './load-offer.ts';
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

/** `wanted`: the novel whose rest the reader wants. */
type Props = { wanted?: WantedRest | null; onClosed: () => void };

/**
 * The credit purchase modal (specification, sections 2 and 4). The backdrop does not close it;
 * Escape and its button do. Open as long as it is mounted.
 */
export function PurchaseModal({ wanted = null, onClosed }: Props) {
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
      <Contents key={member} wanted={wanted} onRetry={() => dialog.current?.focusTitle()} />
    </Dialog>
  );
}

/**
 * The buyer and the offer, once loaded.
 * @param onRetry the pressed button disappears, with its focus.
 */
function Contents({ wanted, onRetry }: Pick<Buying, 'wanted'> & { onRetry: () => void }) {
  const session = useSession();
  const load = useCallback(() => loadOffer(wanted), [wanted]);
  const [offer, loadAgain, refresh] = useLoaded(load, { keepsLast: true });
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
  return <Steps key={user._id} user={user} offer={offer.data} wanted={wanted} refresh={refresh} />;
}

type Step = 'select-plan' | 'billing-info';

function Steps({ user, offer, wanted, refresh }: Buying) {
  const [step, setStep] = useState<Step>('select-plan');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [changed, setChanged] = useState('');
  const offers = exactOffers(offer, wanted, user.credits);
  const goods = [...offers, ...offer.packs].find(({ id }) => id === chosenId);
  const billing = useBilling(user, offer.lastBilling);
  const title = useRef<HTMLHeadingElement>(null);
  const go = (next: Step) => {
    setStep(next);
    // The focused element went with the step.
    title.current?.focus();
  };
  const isPaying = step === 'billing-info' && goods !== undefined;
  const choose = ({ id }: Goods) => {
    setChosenId(id);
    setChanged('');
    setStep('select-plan');
  };
  return (
    <div className="steps">
      <h3 tabIndex={-1} ref={title}>
        <span>{isPaying ? 'Vos coordonnées de facturation' : 'Choisissez un pack'}</span>
        <span className="muted">{isPaying ? ' (étape 2 sur 2)' : ' (étape 1 sur 2)'}</span>
      </h3>
      {changed !== '' && <FailureNotice sentence={changed} />}
      {isPaying ? (
        <BillingStep
          user={user}
          goods={goods}
          billing={billing}
          onBack={() => go('select-plan')}
          onStale={async (message) => {
            setChanged(message);
            await Promise.all([refreshUser(), refresh()]);
            // Above the new price; where it can no longer be bought so, above the packs.
            title.current?.focus();
          }}
        />
      ) : (
        <>
          <p>
            Vous avez <strong>{plural(user.credits, 'crédit')}</strong>. Un crédit ouvre un chapitre
            une fois pour toutes, sauf si un autre prix y est indiqué.
          </p>
          <ExactOffers
            offers={offers}
            onChoose={(one) => {
              choose(one);
              go('billing-info');
            }}
          />
          <PlanStep
            packs={offer.packs}
            selectedId={chosenId}
            onSelect={choose}
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

type BillingStepProps = {
  user: UserBody;
  goods: Goods;
  billing: Billing;
  onBack: () => void;
  /** The price is no longer the one that is shown. */
  onStale: (message: string) => Promise<void>;
};

/** Step `billing-info` (specification, section 4): a valid submit redirects to Stripe. */
function BillingStep({ user, goods, billing, onBack, onStale }: BillingStepProps) {
  const { state, begin } = useCheckout(user);
  const isBusy = state.kind === 'sending' || state.kind === 'leaving';
  const isToldHere = state.kind === 'failed' && state.failure.error !== 'PRICE_CHANGED';
  const price = formatEuros(goods.amountCents);

  const order = async (form: HTMLFormElement) => {
    const failure = await begin(
      () =>
        call(createCheckoutSession, {
          body: {
            planId: goods.id,
            rest: goods.rest,
            billingInfo: toBillingInfo(billing.form),
            withdrawalConsent: withdrawalConsentVersion,
            checkoutKey: billing.keyFor(goods),
          },
        }),
      billing.draft.forget,
    );
    if (failure?.error === 'PRICE_CHANGED') await onStale(failure.message);
    else if (failure) billing.refuse(refusedFields(failure), form);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && billing.check(event.currentTarget)) void order(event.currentTarget);
  };

  return (
    <form className="order-form" noValidate onSubmit={onSubmit}>
      <OrderSummary
        what={`${goods.name}, ${plural(goods.credits, 'crédit')}`}
        price={`${price} toutes taxes comprises`}
      />
      <ExactTerms goods={goods} />
      <BillingFields billing={billing} />
      <CheckoutStatus
        state={state}
        failureLines={isToldHere ? checkoutFailureLines(state.failure) : []}
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
