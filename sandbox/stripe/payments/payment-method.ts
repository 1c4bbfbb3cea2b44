import type { Charge } from '../wire.ts';

/** The buyer's details, as entered on the page. */
export type Buyer = Pick<Charge['billing_details'], 'address' | 'email' | 'name'>;

/** A bank's refusal: Stripe's codes, its message for the site's log, and ours for the buyer. */
export type Decline = {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc';
  declineCode: string;
  message: string;
};

export type Card = {
  type: 'card';
  brand: 'visa' | 'mastercard';
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  decline: Decline | null;
  needsAuthentication: boolean;
};

export type PaymentMethod = Card | { type: 'sepa_debit' };

/** What test numbers do: https://docs.stripe.com/testing */
const behaviours: Record<
  string,
  Partial<Pick<Card, 'brand' | 'decline' | 'needsAuthentication'>>
> = {
  '4242424242424242': {},
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': { decline: decline('generic_decline') },
  '4000000000009995': {
    decline: decline('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    decline: {
      code: 'expired_card',
      declineCode: 'expired_card',
      message: 'Your card has expired.',
    },
  },
  '4000000000000127': {
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000002500003155': { needsAuthentication: true },
};

/** Any other number could be a real card. */
const notATestCard = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
);

function decline(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', declineCode, message };
}

/** The card of a number (digits only), with its bank's behaviour. */
export function cardOf(number: string, expiry: { month: number; year: number }): Card {
  const behaviour = Object.hasOwn(behaviours, number)
    ? behaviours[number]
    : { decline: notATestCard };
  return {
    type: 'card',
    brand: 'visa',
    last4: number.slice(-4),
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    decline: null,
    needsAuthentication: false,
    ...behaviour,
  };
}

/** The payment methods that the page offers with one click, and that tests name. */
const readyMethods = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002500003155',
  sepa: null,
} as const;

export type ReadyMethod = keyof typeof readyMethods;

export function isReadyMethod(name: string): name is ReadyMethod {
  return Object.hasOwn(readyMethods, name);
}

/** One of them, with a card valid until the end of the third year from now. */
export function readyMethod(name: ReadyMethod, nowSeconds: number): PaymentMethod {
  const number = readyMethods[name];
  if (number === null) return { type: 'sepa_debit' };
  const year = new Date(nowSeconds * 1000).getUTCFullYear() + 3;
  return cardOf(number, { month: 12, year });
}
