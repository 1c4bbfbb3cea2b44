import type { SubmitEvent } from 'react';
import { call } from '#browser/call.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { createCheckoutSession, PackBody } from '#shared/contracts/credits.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { Button } from '../ui/button/Button.tsx';
import { BillingFields } from './BillingFields.tsx';
import { CheckoutStatus, OrderSummary } from './CheckoutStatus.tsx';
import { checkoutFailureLines, refusedFields } from './checkout-failure.ts';
import type { Billing } from './use-billing.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { user: UserBody; pack: PackBody; billing: Billing; onBack: () => void };

/** Step `billing-info` (specification, section 4): a valid submit redirects to Stripe. */
export function BillingStep({ user, pack, billing, onBack }: Props) {
  const { state, begin } = useCheckout(user);
  const isBusy = state.kind === 'sending' || state.kind === 'leaving';
  const price = formatEuros(pack.amountCents);

  const order = async (form: HTMLFormElement) => {
    const failure = await begin(
      () =>
        call<typeof createCheckoutSession>('POST', '/api/credit/create-checkout-session', {
          body: {
            planId: pack.id,
            billingInfo: billing.form,
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
