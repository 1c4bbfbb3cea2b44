import { withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';

export const billingInfo = {
  fullName: 'Léa Martin',
  email: 'lea@feuilleton.test',
  address: '3 rue des Lilas',
  city: 'Lyon',
  postalCode: '69001',
  country: 'France' as const,
};

/** The body of an order from the modal. */
export const order = (planId = 'plan_standard', more: object = {}) => ({
  planId,
  billingInfo,
  withdrawalConsent: withdrawalConsentVersion,
  ...more,
});
