/** Why somebody stands on the sign-in page: `?motif=`. A code, so that a link cannot put words there. */
export const signInReasons = {
  connexion: 'Connectez-vous pour continuer.',
  // Specification, section 2.
  inscription:
    "L'inscription directe n'est plus disponible. Veuillez utiliser Google ou Apple pour vous connecter.",
  session: 'Votre session a pris fin. Veuillez vous reconnecter.',
  annulee: 'La connexion a été annulée. Rien n’a changé.',
  perimee: 'Cette connexion a expiré ou a déjà servi. Veuillez recommencer.',
  refusee: 'La connexion n’a pas pu être vérifiée. Veuillez recommencer.',
  indisponible: 'Le service de connexion ne répond pas. Veuillez réessayer dans un instant.',
  jeton: 'Invalid authentication token',
} as const;

export type SignInReason = keyof typeof signInReasons;

/** The sentence for a code, or null for none that we know. */
export function signInMessage(code: string | null): string | null {
  return code !== null && Object.hasOwn(signInReasons, code)
    ? signInReasons[code as SignInReason]
    : null;
}
