/** The countries of the billing form (specification, section 5). “Autre” is any other one. */
export const billingCountries = ['France', 'Belgique', 'Suisse', 'Canada', 'Autre'] as const;

export type BillingCountry = (typeof billingCountries)[number];
