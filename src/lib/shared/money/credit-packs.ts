/** The two price lists of the specification, section 9. `CREDIT_CATALOGUE` puts one on sale. */
export type CreditPack = {
  id: string;
  name: string;
  credits: number;
  amountCents: number;
  popular: boolean;
};

export const creditCatalogues = {
  terms: [
    { id: 'plan_basic', name: 'Pack Basique', credits: 300, amountCents: 499, popular: false },
    { id: 'plan_standard', name: 'Pack Standard', credits: 900, amountCents: 999, popular: true },
    { id: 'plan_premium', name: 'Pack Premium', credits: 2000, amountCents: 1499, popular: false },
  ],
  packs: [
    { id: 'basic', name: 'Basique', credits: 10, amountCents: 500, popular: false },
    { id: 'standard', name: 'Standard', credits: 25, amountCents: 1000, popular: true },
    { id: 'premium', name: 'Premium', credits: 60, amountCents: 2000, popular: false },
    { id: 'ultimate', name: 'Ultime', credits: 150, amountCents: 4500, popular: false },
  ],
} as const satisfies Record<string, readonly CreditPack[]>;

export type CreditCatalogue = keyof typeof creditCatalogues;
