import { useCallback, useRef, useState, type SubmitEvent } from 'react';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { purchaseCredits, type PackBody } from '#shared/contracts/credits.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { nothingSold } from '#shared/money/price-in-euros.ts';
import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import './purchase.css';
import { BillingFields } from './BillingFields.tsx';
import { CheckoutStatus, OrderSummary } from './CheckoutStatus.tsx';
import { purchaseFailureSentence, refusedFields } from './checkout-failure.ts';
import { ExactOffers, exactOffers, ExactTerms, type Buying, type Goods } from './ExactOffers.tsx';
import { loadOffer } from './load-offer.ts';
import { toBillingInfo } from './billing-form.ts';
import { useBilling } from './use-billing.ts';
import { useCheckout } from './use-checkout.ts';
import { PackFacts } from './PackFacts.tsx';
import { bestValueId } from './pack-words.ts';

/** The credit purchase page (specification, section 2). */
export function PaymentPage() {
  return <RequireUser>{(user) => <Purchase key={user._id} user={user} />}</RequireUser>;
}

function Purchase({ user }: { user: UserBody }) {
  // The novel that the address names (`paths.paymentFrom`).
  const [wanted] = useState(() => {
    const query = new URLSearchParams(location.search);
    const novelId = query.get('roman');
    return novelId === null ? null : { novelId, part: query.get('partie') ?? undefined };
  });
  const load = useCallback(() => loadOffer(wanted), [wanted]);
  const [offer, loadAgain, refresh] = useLoaded(load, { keepsLast: true });
  const balance = useRef<HTMLParagraphElement>(null);
  const retry = () => {
    loadAgain();
    // The pressed button disappears, with its focus.
    balance.current?.focus();
  };
  return (
    <div className="purchase purchase-page">
      <p className="balance" tabIndex={-1} ref={balance}>
        Crédits actuels{'\u00A0'}: <strong>{plural(user.credits, 'crédit')}</strong>
      </p>
      <p>
        Un crédit déverrouille un chapitre premium de façon permanente, sauf si un autre prix y est
        indiqué{'\u00A0'}: ce chapitre reste à vous, sur tous vos appareils.
      </p>
      {offer.kind === 'loading' && <Spinner label="Chargement..." />}
      {offer.kind === 'failed' && <LoadFailure message={offer.failure.message} onRetry={retry} />}
      {offer.kind === 'loaded' &&
        (offer.data.packs.length === 0 ? (
          <p>{nothingSold}</p>
        ) : (
          <PurchaseForm user={user} offer={offer.data} wanted={wanted} refresh={refresh} />
        ))}
    </div>
  );
}

/** Idle, pack selected, processing (specification, section 4): the form grows step by step. */
function PurchaseForm({ user, offer, wanted, refresh }: Buying) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const offers = exactOffers(offer, wanted, user.credits);
  const goods = [...offers, ...offer.packs].find(({ id }) => id === chosenId);
  const [isPackMissing, setPackMissing] = useState(false);
  const billing = useBilling(user, offer.lastBilling);
  const { state, begin, forgive } = useCheckout(user);
  const isBusy = state.kind === 'sending' || state.kind === 'leaving';

  const select = ({ id }: Goods) => {
    // Only an order of the shown pack can be under way.
    if (isBusy) return;
    setChosenId(id);
    setPackMissing(false);
    forgive();
  };
  const buy = async (form: HTMLFormElement, { id, credits, rest }: Goods) => {
    const failure = await begin(
      () =>
        call(purchaseCredits, {
          body: {
            packageId: id,
            amount: credits,
            rest,
            billingInfo: toBillingInfo(billing.form),
            withdrawalConsent: withdrawalConsentVersion,
            checkoutKey: billing.keyFor({ id, rest }),
          },
        }),
      billing.draft.forget,
    );
    if (failure?.error === 'PRICE_CHANGED') void Promise.all([refreshUser(), refresh()]);
    if (failure) billing.refuse(refusedFields(failure), form);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (goods === undefined) setPackMissing(true);
    else if (billing.check(event.currentTarget)) void buy(event.currentTarget, goods);
  };

  return (
    <form className="order-form" noValidate onSubmit={onSubmit}>
      <ExactOffers offers={offers} chosenId={chosenId} onChoose={select} />
      <PackChoice packs={offer.packs} selectedId={chosenId} onSelect={select} />
      {goods && (
        <section aria-labelledby="facturation">
          <h2 id="facturation">Vos coordonnées de facturation</h2>
          <BillingFields billing={billing} />
          <OrderSummary
            what={`${goods.name}, ${plural(goods.credits, 'crédit')}`}
            price={`${formatEuros(goods.amountCents)} toutes taxes comprises`}
          />
          <ExactTerms goods={goods} />
        </section>
      )}
      <CheckoutStatus state={state} failureLines={failureLines()} />
      <div className="actions">
        {/* Not `disabled`: it keeps the focus, and says why it is unavailable. */}
        <Button type="submit" aria-disabled={goods === undefined || isBusy}>
          {isBusy ? 'Traitement en cours...' : 'Acheter maintenant'}
        </Button>
      </div>
      <p className="muted">
        {goods
          ? 'Commande avec obligation de paiement. Vous payez sur la page sécurisée de Stripe.'
          : 'Choisissez d’abord un pack.'}
      </p>
    </form>
  );

  function failureLines(): string[] {
    if (isPackMissing) return [messages.packMissing];
    return state.kind === 'failed' ? [purchaseFailureSentence(state.failure)] : [];
  }
}

type Props = {
  packs: readonly PackBody[];
  selectedId: string | null;
  onSelect: (pack: PackBody) => void;
};

/** The purchase page's pack cards, one of which is selected. */
function PackChoice({ packs, selectedId, onSelect }: Props) {
  const best = bestValueId(packs);
  return (
    <fieldset>
      <legend>Choisissez un pack</legend>
      <div className="packs">
        {packs.map((pack) => (
          <label key={pack.id} className="pack">
            <input
              type="radio"
              name="packageId"
              value={pack.id}
              checked={pack.id === selectedId}
              onChange={() => onSelect(pack)}
            />
            <PackFacts
              pack={pack}
              popularLabel="Le plus populaire"
              isBestValue={pack.id === best}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
