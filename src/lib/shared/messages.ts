/** Every French sentence that the product says in more than one place, or that the specification words. */
export const messages = {
  rateLimited:
    'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
  novelsFailed: 'Erreur lors du chargement des romans',
  novelsEmpty: 'Aucun roman trouvé',
  catalogueNothing: 'Aucun roman ne correspond à ces critères.',
  novelMissing: 'Roman non trouvé',
  chaptersEmpty: 'Aucun chapitre disponible',
  chapterMissing: 'Chapitre non trouvé',
  premiumLocked: 'Contenu premium',
  premiumMissing: 'Contenu premium non disponible',
  placeStale: 'Votre place dans ce chapitre a changé sur un autre appareil.',
  commentsEmpty: 'Aucun commentaire pour le moment.',
  commentsSignIn: 'Connectez-vous pour commenter',
  commentsFailed: 'Erreur lors du chargement des commentaires',
  commentMissing: 'Ce commentaire n’existe plus.',
  commentAnsweredMissing: 'Le commentaire auquel vous répondez n’existe plus.',
  commentRemoved: 'Commentaire supprimé',
  commentHidden: 'Commentaire masqué',
  commentOwnReport: 'Vous ne pouvez pas signaler votre propre commentaire.',
  accountGone: 'Compte supprimé',
  personMissing: 'Cette personne n’existe pas.',
  personSelfHidden: 'Vous ne pouvez pas vous masquer vous-même.',
  challengeCorrect: 'Correct !',
  challengeIncorrect: 'Incorrect, essayez à nouveau.',
  challengeFailed: 'Vérification échouée. Réessayez!',
  challengeRequired: 'Répondez à une question pour lire ce chapitre.',
  challengeGone: 'Cette question n’est plus valable. Demandez-en une autre.',
  challengeExpired: 'Cette question a expiré. En voici une autre.',
  challengeNotNeeded: 'Votre accès n’est pas suspendu.',
  accessLocked: 'Accès temporairement suspendu',
  accessLockedReason:
    "Pour des raisons de sécurité, l'accès aux romans a été temporairement suspendu.",
  unknownDate: 'Date inconnue',
  signInRequired: 'Connectez-vous pour continuer.',
  tokenExpired: 'Token expiré',
  tokenInvalid: 'Token invalide',
  authorsOnly: 'Cette page est réservée aux auteurs.',
  forbidden: 'Vous n’avez pas le droit de faire cela.',
  csrfInvalid: 'Jeton CSRF manquant ou invalide.',
  bodyTooLarge: 'La requête est trop longue.',
  sessionMissing: 'Cette session n’existe pas.',
  sessionExpired: 'Session expirée',
  sessionRestoring: 'Tentative de rétablissement...',
  sessionUnreadable: 'Session expired, please login again',
  userFailed: 'Erreur lors de la récupération des données utilisateur',
  notSignedIn: "Vous n'êtes pas connecté.",
  profileSaved: 'Profil mis à jour avec succès',
  sessionsFailed: 'Erreur lors du chargement des sessions',
  clientTokenInvalid: 'Token client invalide',
  malformed: 'La requête est mal formée.',
  methodNotAllowed: 'Cette méthode n’est pas acceptée ici.',
  novelFailed: 'Erreur lors du chargement du roman',
  chaptersFailed: 'Erreur lors du chargement des chapitres',
  chapterFailed: 'Erreur lors du chargement du chapitre',
  scriptNeeded: 'Cette page a besoin de JavaScript, que votre navigateur n’exécute pas.',
  notFound: 'Cette adresse n’existe pas.',
  changeFailed: 'Ce changement n’a pas pu être enregistré.',
  creditsInsufficient: "Vous n'avez pas assez de crédits.",
  priceChanged: 'Le prix a changé. Vérifiez-le et confirmez à nouveau.',
  unlockFailed: 'Erreur lors du déverrouillage du chapitre',
  /** What is wrong with a field of the billing form (specification, section 5). */
  billing: {
    fullName: 'Veuillez indiquer votre nom complet.',
    email: 'Veuillez indiquer une adresse email valide.',
    address: 'Veuillez indiquer votre adresse.',
    city: 'Veuillez indiquer votre ville.',
    postalCode: 'Veuillez indiquer votre code postal.',
    country: 'Veuillez choisir un pays de la liste.',
    vatNumber: 'Le numéro de TVA a au plus 20 caractères.',
  },
  withdrawalConsentMissing: 'Cochez la case pour commander.',
  packMissing: 'Veuillez sélectionner un pack de crédits',
  checkoutFailed: 'Erreur lors de la création de la session de paiement',
  purchaseFailed: 'Une erreur est survenue lors du traitement de votre paiement',
  paymentUnavailable: 'Le service de paiement ne répond pas. Veuillez réessayer dans un instant.',
  transactionMissing: 'Transaction non trouvée.',
  transactionsFailed: "Impossible de charger l'historique de vos transactions.",
  transactionsEmpty: "Vous n'avez pas encore effectué d'achat de crédits.",
  invoiceFailed: 'Erreur lors du téléchargement de la facture. Veuillez réessayer plus tard.',
  documentFailed: 'Erreur lors du téléchargement du document. Veuillez réessayer plus tard.',
  invoiceMissing: 'Cette facture n’existe pas.',
  withdrawalTooLate: 'Le délai de rétractation de cet achat est passé.',
  withdrawalNothingLeft: 'Il ne reste de cet achat aucun crédit à rembourser.',
  withdrawalChanged: 'Vos crédits ont changé. Vérifiez le montant et confirmez à nouveau.',
  noAnswer: 'Aucune réponse reçue du serveur',
  internal: 'Une erreur est survenue de notre côté. Veuillez réessayer dans un instant.',
} as const;

/** Badge of a novel's status; any other value shows no badge (specification, section 4). */
export function statusLabel(status: string): string | null {
  switch (status) {
    case 'ongoing':
      return 'En cours';
    case 'completed':
      return 'Terminé';
    case 'hiatus':
      return 'En pause';
    default:
      return null;
  }
}
