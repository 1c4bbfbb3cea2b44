/**
 * The reason for showing the sign-in page: `?motif=`. A code, so that a link cannot inject text.
 */
export const signInReasons = {
  connexion: 'Connectez-vous pour continuer.',
  // Also for who is signed in.
  confirmation: 'Reconnectez-vous pour confirmer que c’est bien vous.',
  // Specification, section 2.
  inscription:
    "L'inscription directe n'est plus disponible. Veuillez utiliser Google ou Apple pour vous connecter.",
  session: 'Votre session a pris fin. Veuillez vous reconnecter.',
  brouillon:
    'Votre session a pris fin. Ce que vous écriviez est gardé sur cet appareil\u00A0: reconnectez-vous pour le reprendre.',
  annulee: 'La connexion a été annulée. Rien n’a changé.',
  perimee: 'Cette connexion a expiré ou a déjà servi. Veuillez recommencer.',
  refusee: 'La connexion n’a pas pu être vérifiée. Veuillez recommencer.',
  // Names neither the address nor the provider of the account: another person may own an old
  // address.
  premiere:
    'Un compte utilise déjà l’adresse e\u2011mail que ce service nous donne, mais rien ne nous prouve qu’elle est toujours la vôtre. Connectez-vous une fois comme la première fois\u00A0: ensuite, les deux façons ouvriront le même compte. Si vous ne le pouvez plus, écrivez-nous\u00A0: notre adresse est dans les mentions légales.',
  indisponible: 'Le service de connexion ne répond pas. Veuillez réessayer dans un instant.',
  jeton: 'Invalid authentication token',
} as const;

export type SignInReason = keyof typeof signInReasons;
