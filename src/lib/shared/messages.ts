/** Every French sentence that is used in more than one place, or worded by the specification. */
export const messages = {
  rateLimited:
    'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
  novelsFailed: 'Erreur lors du chargement des romans',
  novelsEmpty: 'Aucun roman trouvé',
  catalogueNothing: 'Aucun roman ne correspond à ces critères.',
  novelMissing: 'Roman non trouvé',
  authorMissing: 'Aucun roman n’est de cette personne.',
  novelGone: 'Ce roman n’existe pas, ou n’est plus en ligne.',
  chaptersEmpty: 'Aucun chapitre disponible',
  chapterMissing: 'Chapitre non trouvé',
  chapterGone: 'Ce chapitre n’existe pas, ou n’est plus en ligne.',
  chapterTakenDown: 'Ce chapitre a été retiré du site, et vos crédits vous ont été rendus.',
  chapterWithdrawn:
    'Son auteur a retiré ce chapitre. Vous l’avez déverrouillé\u00A0: il reste à vous, et à lire ici.',
  copyRefused:
    'Un exemplaire se prend d’un roman terminé dont vous avez déverrouillé tous les chapitres payants, si son auteur le permet.',
  premiumLocked: 'Contenu premium',
  premiumMissing: 'Contenu premium non disponible',
  placeStale: 'Votre place dans ce chapitre a changé sur un autre appareil.',
  commentsEmpty: 'Aucun commentaire pour le moment.',
  commentsSignIn: 'Connectez-vous pour commenter',
  commentsFailed: 'Erreur lors du chargement des commentaires',
  commentsOffline: 'Vous êtes hors ligne. Les commentaires arriveront avec la connexion.',
  commentOffline:
    'Vous êtes hors ligne. Votre texte reste ici\u00A0: envoyez-le avec la connexion.',
  typoMissing: 'Ce signalement n’existe plus.',
  typoUnchanged: 'Cette correction ne change rien.',
  typoTextChanged:
    'Ce passage a changé depuis que vous l’avez ouvert. Rechargez la page, puis recommencez.',
  typosFailed: 'Erreur lors du chargement de vos signalements',
  commentMissing: 'Ce commentaire n’existe plus.',
  commentAnsweredMissing: 'Le commentaire auquel vous répondez n’existe plus.',
  commentRemoved: 'Commentaire supprimé',
  commentHidden: 'Commentaire masqué',
  commentHeld:
    'Votre commentaire attend l’accord de l’auteur. Les autres lecteurs ne le voient pas.',
  commentsClosed: 'Les commentaires de ce chapitre sont fermés.',
  commentsBlocked: 'L’auteur de ce roman vous a bloqué\u00A0: vous ne pouvez plus y commenter.',
  commentHeldFirst: 'Approuvez d’abord ce commentaire.',
  commentOwnAct:
    'Ce commentaire est le vôtre\u00A0: vous pouvez seulement le supprimer, sous le chapitre.',
  commentKeptByAdmin: 'Un administrateur a décidé que ce commentaire reste.',
  commentRemovedByOther: 'Seule la personne qui a supprimé ce commentaire peut le rétablir.',
  noticeMissing: 'Ce signalement n’existe pas.',
  noticeDecided: 'Ce signalement a déjà été traité.',
  noticeFactsMissing: 'Dites les faits sur lesquels repose la décision.',
  noticeRuleMissing: 'Dites la règle\u00A0: l’article de loi, ou le paragraphe des conditions.',
  noticeMeasureElsewhere: 'Cette mesure ne convient pas à ce contenu.',
  noticeNothingToRemove: 'Ce contenu n’est plus là\u00A0: choisissez une autre issue.',
  blockOfAdmin: 'Cette personne ne peut pas être bloquée.',
  announcementMissing: 'Cette annonce n’existe pas, ou n’est plus en ligne.',
  announcementsFailed: 'Erreur lors du chargement des annonces',
  announcementOfDraft: 'Ce roman n’a pas encore de page\u00A0: publiez d’abord un chapitre.',
  announcementSentToday:
    'Une annonce de ce roman a déjà été envoyée aujourd’hui. Publiez celle-ci sans l’envoyer, ou attendez demain.',
  announcementsFull: 'Ce roman a trop d’annonces\u00A0: supprimez-en.',
  writingSuspended: 'Vous êtes suspendu\u00A0: vous ne pouvez rien publier pour l’instant.',
  inboxFailed: 'Erreur lors du chargement des messages',
  commentOwnReport: 'Vous ne pouvez pas signaler votre propre commentaire.',
  accountGone: 'Compte supprimé',
  accountErased: 'Votre compte est supprimé.',
  personMissing: 'Cette personne n’existe pas.',
  personSelfHidden: 'Vous ne pouvez pas vous masquer vous-même.',
  // eslint-disable-next-line no-restricted-syntax -- the specification's text is exact
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
  bodyIncomplete: 'La requête n’est pas arrivée entière. Veuillez réessayer.',
  sessionMissing: 'Cette session n’existe pas.',
  sessionExpired: 'Session expirée',
  sessionRestoring: 'Tentative de rétablissement...',
  sessionUnreadable: 'Session expired, please login again',
  userFailed: 'Erreur lors de la récupération des données utilisateur',
  notSignedIn: "Vous n'êtes pas connecté.",
  profileSaved: 'Profil mis à jour avec succès',
  exportFailed: 'Vos données n’ont pas pu être téléchargées. Veuillez réessayer plus tard.',
  takingFailed: 'Le fichier n’a pas pu être téléchargé. Veuillez réessayer plus tard.',
  erasureWordWrong: 'Tapez le mot SUPPRIMER pour confirmer.',
  noticesFailed: 'Erreur lors du chargement de ce que vous recevez',
  noticesSaved: 'C’est enregistré.',
  notFollowed: 'Vous ne suivez pas cela.',
  pushKey: 'La clé de l’abonnement n’est pas valide.',
  pushEndpoint: 'Ce navigateur ne peut pas recevoir de notifications de ce site.',
  unsubscribed: 'C’est fait\u00A0: vous ne recevrez plus ces e\u2011mails.',
  unsubscribeUnknown: 'Ce lien n’est pas valable.',
  sessionsFailed: 'Erreur lors du chargement des sessions',
  clientTokenInvalid: 'Token client invalide',
  malformed: 'La requête est mal formée.',
  methodNotAllowed: 'Cette méthode n’est pas acceptée ici.',
  novelFailed: 'Erreur lors du chargement du roman',
  chaptersFailed: 'Erreur lors du chargement des chapitres',
  chaptersOffline: 'Vous êtes hors ligne. Le sommaire arrivera avec la connexion.',
  chapterFailed: 'Erreur lors du chargement du chapitre',
  scriptNeeded: 'Cette page a besoin de JavaScript, que votre navigateur n’exécute pas.',
  notFound: 'Cette adresse n’existe pas.',
  changeFailed: 'Ce changement n’a pas pu être enregistré.',
  creditsInsufficient: "Vous n'avez pas assez de crédits.",
  priceChanged: 'Le prix a changé. Vérifiez-le et confirmez à nouveau.',
  unlockFailed: 'Erreur lors du déverrouillage du chapitre',
  /** Error messages of the billing form (specification, section 5). */
  emailAccent:
    'Avant le @, une adresse ne peut pas avoir d’accent ni d’autre lettre que de A à Z\u00A0: nos e-mails n’y arriveraient pas.',
  billing: {
    fullName: 'Veuillez indiquer votre nom complet.',
    email: 'Veuillez indiquer une adresse email valide.',
    address: 'Veuillez indiquer votre adresse.',
    city: 'Veuillez indiquer votre ville.',
    postalCode: 'Veuillez indiquer votre code postal.',
    country: 'Veuillez choisir un pays de la liste.',
    countryCode: 'Veuillez préciser votre pays.',
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
  /** Withdrawals that Stripe refuses to pay: admins settle them by bank transfer. */
  settlement: {
    failed: 'Erreur lors du chargement des remboursements',
    missing: 'Cette rétractation n’existe pas.',
    notRefused: 'Stripe n’a pas refusé ce remboursement : il se fera de lui-même.',
    disputed: 'La banque de l’acheteur n’a pas encore décidé du litige : rien n’est à payer avant.',
    paidOtherwise: 'Cette rétractation a déjà été remboursée autrement.',
    settledOtherwise: 'Cette rétractation est déjà réglée, par un autre virement.',
    changed: 'Le montant à payer a changé. Vérifiez-le et confirmez à nouveau.',
    referenceMissing: 'Indiquez la référence du virement.',
    referenceTooLong: 'La référence a au plus 140 caractères.',
    dayMissing: 'Indiquez le jour du virement.',
    dayOutside: 'Le virement ne peut être ni avant la rétractation, ni dans l’avenir.',
  },
  /** The author's area. */
  bodiesBusy: 'Trop de fichiers arrivent en même temps. Réessayez dans un instant.',
  studio: {
    powerMissing: 'Votre rôle sur ce roman ne permet pas cela. Demandez à son propriétaire.',
    invitationGone:
      'Cette invitation n’est plus valable\u00A0: elle a expiré, a été retirée ou a déjà servi.',
    invitationIncomplete:
      'Le lien de cette invitation est incomplet. Ouvrez-le tel que vous l’avez reçu.',
    memberMissing: 'Cette personne n’est pas de l’équipe du roman.',
    teamFull: 'Ce roman a déjà toutes les personnes et les invitations qu’il peut avoir.',
    offerGone: 'Ce roman ne vous est plus proposé.',
    notAnAuthor:
      'Cette personne n’a pas de compte d’auteur\u00A0: le roman ne peut pas lui être cédé.',
    gone: 'Ce roman ou ce chapitre n’existe pas, ou n’existe plus.',
    versionMissing: 'Cette version n’est plus gardée.',
    chapterStaysFree:
      'Il reste gratuit\u00A0: le jour où il l’est devenu est passé. Ce jour se change dans «\u00A0Prix et partie…\u00A0».',
    typoGone:
      'Ces mots ne sont plus dans le texte en ligne\u00A0: il a changé depuis. Ouvrez l’éditeur pour corriger, ou répondez que c’est déjà corrigé.',
    typoAmbiguous:
      'Ces mots sont maintenant à plusieurs endroits\u00A0: ouvrez l’éditeur pour corriger le bon.',
    typoFormatted:
      'La correction touche une mise en forme (italique, note, ligne)\u00A0: ouvrez l’éditeur pour la faire vous-même.',
    typoOffline: 'Ce chapitre n’est plus en ligne\u00A0: ouvrez l’éditeur pour le corriger.',
    typoTooLong: 'Avec cette correction, le chapitre serait trop long. Ouvrez l’éditeur.',
    typoDecided: 'Ce signalement a déjà reçu une réponse.',
    copyStale: 'Ce chapitre a été modifié dans un autre onglet ou sur un autre appareil.',
    chaptersStale: 'La liste des chapitres a changé. Vérifiez-la et recommencez.',
    chapterIncomplete: 'Ce chapitre n’est pas prêt à être publié.',
    chapterTitleMissing: 'Donnez un titre au chapitre.',
    chapterTextMissing:
      'Le chapitre n’a pas encore de texte. Une image seule ne suffit pas\u00A0: écrivez au moins une phrase.',
    chapterPublished: 'Ce chapitre est déjà publié\u00A0: retirez-le d’abord.',
    chapterUnlocked:
      'Des lecteurs ont déverrouillé ce chapitre\u00A0: il peut être retiré, mais pas supprimé.',
    chapterTakenDown:
      'La rédaction a retiré ce chapitre\u00A0: il ne peut plus être publié. Écrivez-nous si c’est une erreur.',
    leavingRefused:
      'Un retrait se prévoit pour un chapitre publié, dans deux semaines au plus tôt et un an au plus tard.',
    leavingAnnounced:
      'Cette annonce prévient d’un retrait\u00A0: elle reste telle quelle. Annulez le retrait, et une autre le dira.',
    chapterWritten: 'Ce chapitre n’est plus vide\u00A0: il reste.',
    novelPublished: 'Un roman qui a été publié ne peut pas être supprimé.',
    novelsFull: 'Vous avez atteint le nombre de romans possible.',
    chaptersFull:
      'Ce roman a atteint le nombre de chapitres possible\u00A0: continuez dans un nouveau roman, comme un second tome.',
    instantPast: 'Choisissez un instant à venir.',
    slotsMissing: 'Il faut une date de parution pour chaque chapitre choisi.',
    pictureRefused: 'Ce fichier n’est pas une image JPEG, PNG, WebP ou AVIF lisible.',
    pictureTooLarge:
      'Cette image a trop de pixels\u00A0: 25\u202Fmillions au plus, par exemple 5\u202F000 sur 5\u202F000.',
    pictureElsewhere: 'Cette image est sur un autre site, où Feuilleton ne va pas la chercher.',
    pictureNotGiven: 'Google Docs n’a pas donné cette image\u00A0: ajoutez-la avec l’outil Image.',
    tooManyPictures:
      'Ce roman a déjà mille images. Une image libère sa place quand plus aucun texte ni aucune version gardée ne la montre, au plus tôt une semaine après son envoi.',
    cropOutside: 'Le cadrage sort de l’image ou n’a pas les proportions 2:3.',
    uploadMissing: 'Ce livre n’est plus là\u00A0: envoyez-le à nouveau.',
    bookTooSlow: 'Ce livre est trop long à lire.',
    busy: 'D’autres fichiers sont en cours de lecture. Réessayez dans un instant.',
    comparingOthers: 'D’autres comparaisons sont en cours. Réessayez dans un instant.',
  },
  moderationReasonMissing: 'Indiquez un motif.',
  moderationFailed: 'Erreur lors du chargement des signalements',
  moderationPacesFailed: 'Erreur lors du chargement des lectures rapides',
  moderationWordsGone: 'Les mots de ce commentaire ne sont plus gardés.',
  suspensionPast: 'Choisissez une date à venir, dans l’année.',
  suspensionOfAdmin: 'Un administrateur ne peut pas être suspendu.',
  itemMissing: 'Article non trouvé',
  itemFailed: "Erreur lors du chargement de l'article",
  itemSaveFailed: "Erreur lors de l'enregistrement de l'article",
  itemIncomplete: 'Veuillez remplir tous les champs obligatoires',
  itemsFailed: 'Erreur lors du chargement des articles',
  itemsEmpty: 'Aucun article pour le moment.',
  noAnswer: 'Aucune réponse reçue du serveur',
  offline: 'Vous êtes hors ligne. Réessayez plus tard.',
  changeWaits: 'Gardé sur cet appareil\u00A0: ce sera envoyé dès le retour de la connexion.',
  commentWaits: 'Commentaire gardé\u00A0: il partira dès le retour de la connexion.',
  chapterNotDownloaded: 'Vous êtes hors ligne, et ce chapitre n’est pas téléchargé.',
  downloadUnconfirmed:
    'Ce chapitre téléchargé n’a pas été vérifié depuis trente jours. Retrouvez une connexion un instant pour le rouvrir.',
  unavailable: 'Feuilleton est momentanément indisponible. Veuillez réessayer dans un instant.',
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
