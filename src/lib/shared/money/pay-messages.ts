/** What authors and admins read about pay; apart from `messages`, which public pages load. */
export const payMessages = {
  payerMissing: 'Le compte de l’éditeur n’est pas réglé : PAYER_IBAN manque dans la configuration.',
  dueChanged: 'Le montant à payer a changé. Rechargez la page et vérifiez-le.',
  accountChanged:
    'Un auteur vient de changer de compte bancaire\u00A0: rechargez la page et vérifiez-le avant de payer.',
  accountRecent:
    'Un compte bancaire a été donné il y a moins de trois jours : vérifiez-le auprès de l’auteur et confirmez-le avant de payer.',
  sheetMissing: 'Pas de fiche fiscale : l’auteur la remplit sous « Relevés ».',
  abroadUncertain:
    'Cet auteur vit à l’étranger, et son attestation ne vaut pas pour ce jour : à calculer et à payer hors du site.',
  vatUncertain:
    'L’éditeur ne doit pas la TVA (VAT_RATES=none) et ne retient pas celle des auteurs : la fiche de celui-ci doit dire s’il la facture ou s’il est en franchise.',
  nothingLeft: 'Rien ne resterait à virer après les retenues.',
  netChanged:
    'Ce que reçoit un auteur a changé (taux, fiche fiscale ou plafond). Rechargez la page et vérifiez-le.',
  rateForm: 'Un taux va de 0 à 100 %, à deux décimales au plus\u00A0; le plafond est en euros.',
  ratesIncomplete: 'Des taux manquent pour ce jour.',
  ratesMissing: 'Indiquez au moins un taux.',
  legalNameForm: 'Indiquez vos nom et prénoms, en 140 caractères au plus.',
  addressForm: 'Indiquez votre adresse postale, en 300 caractères au plus.',
  numberForm: 'Ce numéro de sécurité sociale n’est pas juste : quinze chiffres, la clé comprise.',
  abroadForm: 'Indiquez l’attestation, en 100 caractères au plus, et son dernier jour.',
  exemptionForm:
    'Indiquez le numéro de la dispense et son année : seuls les bénéfices non commerciaux en ont une.',
  vatUntilMissing: 'Indiquez jusqu’à quel jour vaut votre renonciation.',
  sheetPast: 'Une fiche vaut au plus tôt à partir d’aujourd’hui.',
  signInStale:
    'Pour changer de compte bancaire, reconnectez-vous d’abord : votre connexion a plus de dix minutes. Rien n’a changé.',
  certificateStale:
    'Pour télécharger un certificat, reconnectez-vous d’abord\u00A0: votre connexion a plus de dix minutes.',
  sheetsTooMany: 'Vous avez rempli trop de fiches fiscales\u00A0: écrivez à l’éditeur.',
  certificateMissing: 'Il n’y a pas de certificat pour ce virement.',
  quarterForm: 'Un trimestre s’écrit 2026-T4.',
  quarterOpen:
    'Des virements de ce trimestre attendent encore la réponse de la banque : notez-la d’abord.',
  underWay: 'Un virement est déjà en cours pour cet auteur : notez d’abord s’il est passé.',
  payoutMissing: 'Ce virement n’existe pas.',
  payoutFailed: 'Ce virement est noté comme refusé par la banque : préparez-en un autre.',
  orderBegun:
    'La banque a déjà ce fichier\u00A0: notez plutôt ce qu’elle a fait de chaque virement.',
  orderGivenUp:
    'Rien de ce fichier n’a été payé, et tout est de nouveau dû\u00A0: préparez-en un autre.',
  orderMissing: 'Ce fichier de virements n’existe pas.',
  statementMissing: 'Il n’y a pas de relevé pour ce mois.',
  ibanWrong:
    'Cet IBAN n’est pas juste, ou n’est pas d’un pays de la zone SEPA. Recopiez-le depuis votre relevé d’identité bancaire.',
  ibanMissing: 'Indiquez l’IBAN du compte.',
  holderMissing: 'Indiquez le nom du titulaire du compte.',
  holderTooLong: 'Le nom du titulaire a au plus 70 caractères.',
  loadFailed: 'Erreur lors du chargement des relevés',
  monthForm: 'Un mois s’écrit 2026-10.',
  dayForm: 'Un jour s’écrit 2026-10-01.',
  dayPast: 'Le virement ne peut pas être demandé pour un jour passé.',
  dayFar: 'Le virement se demande au plus trente jours à l’avance.',
  dayClosed:
    'C’est un samedi, un dimanche ou un jour férié\u00A0: la banque ne paiera que le jour ouvré suivant.',
  dayOutside: 'Un virement ne peut avoir été payé ni avant sa préparation, ni dans l’avenir.',
  monthEarly: 'Ce mois n’est pas fini depuis une heure : rien n’a changé.',
  monthOrder: 'Les mois se clôturent dans l’ordre, l’un après l’autre : rien n’a changé.',
  shareForm: 'La part va de 0 à 100 %, à deux décimales au plus.',
  shareScope: 'Choisissez un roman ou un auteur qui existe, pas les deux à la fois.',
  paidTwice: 'Un même auteur est choisi deux fois.',
  erasureUnderWay:
    'Un virement est en cours vers votre compte bancaire : attendez qu’il soit arrivé.',
  erasureDue:
    'Vos relevés vous doivent encore de l’argent, qui vous sera viré. Pour y renoncer, retirez d’abord votre compte bancaire dans « Relevés ».',
  erasureUnstated:
    'Des chapitres ont été déverrouillés depuis votre dernier relevé : attendez le prochain pour être payé. Pour y renoncer, retirez d’abord votre compte bancaire dans « Relevés ».',
} as const;
