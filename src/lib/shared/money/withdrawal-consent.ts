/**
 * What the buyer ticks before paying (design section 10): immediate access, and the loss of the
 * right of withdrawal for what is unlocked. The version is stored with the transaction; a change of
 * the text is a new version, and the old ones stay here, because invoices quote them.
 */
export const withdrawalConsents = {
  '2026-11':
    'Je demande l’accès immédiat aux chapitres que je déverrouillerai et je reconnais perdre mon droit de rétractation pour les crédits que j’aurai dépensés. Je le garde pendant quatorze jours pour les crédits non dépensés.',
} as const;

export type WithdrawalConsentVersion = keyof typeof withdrawalConsents;

/** The version that is shown today. */
export const withdrawalConsentVersion: WithdrawalConsentVersion = '2026-11';
