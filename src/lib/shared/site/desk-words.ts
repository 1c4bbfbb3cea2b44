/** The French words of the publisher's desk, for its pages, its answers and its files. */

export const deskMessages = {
  forbidden: 'Cette page est réservée à l’équipe.',
  ofAdmins: 'Cette page est réservée aux administrateurs.',
  searchMissing: 'Indiquez un nom, une adresse, un numéro ou un titre.',
  searchLong: 'Cherchez 200 caractères au plus.',
  orderMissing: 'Cette commande n’existe pas.',
  searchFailed: 'La recherche n’a pas abouti.',
  personFailed: 'Erreur lors du chargement de cette personne',
  orderFailed: 'Erreur lors du chargement de cette commande',
  logFailed: 'Erreur lors du chargement du journal',
  waitingFailed: 'Erreur lors du chargement de ce qui attend',
  noteMissing: 'Écrivez une note.',
  notesFull: 'Il y a déjà 500 notes sur cette personne.',
  creditsWrong: 'Indiquez un nombre entier de crédits, de -100 000 à 100 000, autre que zéro.',
  creditsTooFew: 'Cette personne n’a pas assez de crédits\u00A0: rien n’a changé.',
  staffErased: 'Le compte d’un membre de l’équipe ne s’efface pas d’ici.',
  erasureCauseMissing: 'Dites qui a décidé cet effacement.',
  invoiceMissing: 'Cette commande n’a pas de facture, ou son compte est supprimé.',
  refundAmountWrong: 'Indiquez un montant, d’un centime à ce qui reste de la commande.',
  refundLeft: (euros: string) => `Il reste ${euros} à rembourser au plus.`,
  refundedByBank:
    'La banque a rendu la somme à l’acheteur\u00A0: ne remboursez rien, ni par Stripe ni par virement.',
  refundRefused:
    'Stripe refuse ce remboursement. Si la somme est due, faites un virement\u00A0; rien n’a été remboursé.',
  refundNotPaid: 'Cette commande n’est pas payée, ou ne l’a pas été par Stripe.',
  refundOwed:
    'Une rétractation ou une contestation est en cours sur cette commande\u00A0: elle décide d’abord.',
  refundsBlocked: 'Les remboursements de cette commande sont bloqués : levez d’abord le blocage.',
  blockUnchanged: 'C’est déjà le cas : rien n’a changé.',
  refundUnderWay:
    'Un remboursement de cette commande vient d’être demandé, ou ce formulaire est trop ancien. Rechargez la page\u00A0: si l’issue n’y est pas, attendez cinq minutes.',
  orderNotPending: 'Cette commande est payée, ou son paiement est en cours.',
  formUsed:
    'Ce formulaire a déjà été envoyé avec d’autres indications. Fermez-le et lisez le journal avant de recommencer.',
  noPayments: 'Stripe n’est pas réglé sur ce site.',
} as const;

/** Roles as the desk names them. */
export const roleWords: Readonly<Record<string, string>> = {
  reader: 'Lecteur',
  author: 'Auteur',
  support: 'Support',
  admin: 'Administrateur',
};

/** Where a purchase stands. */
export const orderWords: Readonly<Record<string, string>> = {
  pending: 'En attente de paiement',
  completed: 'Payée',
  failed: 'Non payée',
};

/** What an e-mail was about. */
export const mailWords: Readonly<Record<string, string>> = {
  release: 'Parution',
  receipt: 'Facture',
  withdrawal: 'Rétractation',
  sign_in: 'Nouvelle connexion',
  account_deleted: 'Compte supprimé',
  statement: 'Relevé d’auteur',
  payout_account: 'Compte bancaire',
  offer_answer: 'Réponse à une proposition',
  name_use: 'Nom d’auteur',
  push_ended: 'Fin des notifications',
  declaration: 'Rétractation déclarée',
  notice_received: 'Signalement reçu',
  notice_decided: 'Décision sur un signalement',
  account_unused: 'Compte inutilisé',
  restriction: 'Décision motivée',
};

/** What may wait for a person (`waitingSources` of the server). */
export const waitingWords: Readonly<Record<string, string>> = {
  transfer: 'Remboursement à virer',
  dispute: 'Paiement contesté',
  comments: 'Commentaires signalés',
  notice: 'Contenus illicites signalés',
  declaration: 'Rétractation à vérifier',
  payment: 'Commande en attente depuis un jour',
  author: 'Auteur qui ne peut être payé',
  threshold: 'Seuil des ventes dans l’Union (10 000\u00A0€), à 80\u00A0% ou plus',
  check: 'Contrôle des livres qui ne tombe pas juste',
  bounce: 'Adresses qui refusent nos e-mails',
  mail: 'Messages en retard d’une heure',
  chapter: 'Chapitre programmé, pas encore paru',
  job: 'Tâche du serveur en retard',
  clock: 'Horloge fausse',
};

/** What the log says of each kind of entry: acts of staff and authors, then movements of money. */
export const logWords: Readonly<Record<string, string>> = {
  'comment.removed': 'Commentaire supprimé',
  'comment.restored': 'Commentaire rétabli',
  'comment.kept': 'Signalement classé sans suite',
  'person.blocked': 'Personne bloquée pour un auteur',
  'person.unblocked': 'Personne débloquée pour un auteur',
  'person.suspended': 'Personne suspendue',
  'person.allowed': 'Suspension levée',
  'name.given': 'Nom donné à un compte',
  'name.ended': 'Nom retiré à un compte',
  'notice.decided': 'Contenu illicite\u00A0: décision',
  'payout.dated': 'Jour d’un paiement d’auteur corrigé',
  'payout.paid': 'Virement d’auteur payé',
  'payout.failed': 'Virement d’auteur refusé, renvoyé ou abandonné',
  'declaration.answered': 'Rétractation déclarée\u00A0: réponse notée',
  'accounts.set': 'Comptes du journal changés',
  'month.closed': 'Mois d’auteurs clôturé',
  'credits.adjusted': 'Crédits donnés ou repris',
  'sessions.ended': 'Sessions terminées',
  'locks.lifted': 'Verrou levé',
  'invoice.sent': 'Facture renvoyée',
  'account.exported': 'Données exportées',
  'account.erased': 'Compte effacé',
  'order.refunded': 'Remboursement demandé à Stripe',
  'order.refund_refused': 'Remboursement refusé par Stripe',
  'refunds.blocked': 'Remboursements bloqués',
  'refunds.allowed': 'Blocage des remboursements levé',
  'order.ended': 'Commande abandonnée',
  'order.checked': 'État redemandé à Stripe',
  'money.purchase': 'Achat',
  'money.refund': 'Crédits repris, remboursement',
  'money.dispute': 'Crédits repris, contestation perdue',
  'money.withdrawal': 'Crédits repris, rétractation',
  'money.adjustment': 'Ajustement de crédits',
  'money.dispute_freeze': 'Crédits gelés, contestation',
  'money.dispute_release': 'Crédits dégelés',
  'money.unlock_return': 'Crédits rendus, chapitre retiré',
  'money.credit_note': 'Avoir émis',
  'money.dispute_lost': 'Contestation perdue',
  'money.transfer': 'Remboursement payé par virement',
  'money.payout_order': 'Virement d’auteur préparé',
  'money.payout_paid': 'Virement d’auteur payé',
  'money.payout_failed': 'Virement d’auteur refusé',
  'money.share': 'Part d’auteur fixée',
  'money.rate': 'Taux fixé',
};

/** The accounts of the journal of sales, by what is booked on them. */
export const bookRoleWords = {
  customers: 'Clients',
  sales: 'Ventes',
  vat: 'TVA',
  bank: 'Compte Stripe',
  fees: 'Frais',
  deferred: 'Crédits non dépensés',
} as const;

/** A purchase by the number that its buyer sees. */
export const orderNumber = (id: string): string => `Commande ${id.slice(0, 8).toUpperCase()}`;
