/** The tables by the name in their address, and their titles. */
export const bookTables = {
  ventes: 'Ventes',
  encaissements: 'Encaissements et frais',
  versements: 'Versements à la banque',
  credits: 'Crédits',
  'non-depenses': 'Crédits non dépensés',
  'e-reporting': 'E-reporting, ventes (10.3)',
  'e-reporting-pro': 'Ventes avec un numéro de TVA',
  'e-reporting-paiements': 'E-reporting, paiements (10.4)',
  oss: 'Union européenne, par trimestre',
  'seuil-oss': 'Seuil de 10 000 €',
  pays: 'Pays qui se contredisent',
  controles: 'Contrôles',
} as const;
/** The verdict of a check that does not come out. */
export const verdictWrong = 'À vérifier';
export type BookTableName = keyof typeof bookTables;
