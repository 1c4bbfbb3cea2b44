/** What a visitor allowed, as it is stored (specification, section 3). */
export type Consent = OptionalConsent & {
  necessary: true;
  /** When the choice was made, an ISO date. */
  accepted: string;
};

/** The kinds that wait for consent. */
export type OptionalConsent = { analytics: boolean; preferences: boolean; marketing: boolean };

/** Accepting the minimum, and accepting everything. */
export const minimumConsent = { analytics: false, preferences: false, marketing: false };
export const fullConsent = { analytics: true, preferences: true, marketing: true };

/** Reads a stored choice; null where there is none or it is broken: then it has to be asked for. */
export function parseConsent(stored: string | null): Consent | null {
  try {
    // What is missing is parsed as null, which has no properties.
    const value = JSON.parse(String(stored)) as Record<keyof Consent, unknown> & {
      accepted: string;
    };
    const { analytics, preferences, marketing, accepted } = value;
    const isWhole =
      value.necessary === true &&
      [analytics, preferences, marketing].every((kind) => kind === !!kind) &&
      // Whatever it is, it is read as a text.
      /^\d+-/.test(accepted) &&
      Date.parse(accepted) > 0;
    return isWhole ? (value as Consent) : null;
  } catch {
    return null;
  }
}
