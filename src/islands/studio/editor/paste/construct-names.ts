import { tableLimits } from '#shared/text/text-blocks.ts';
import type { PastePart } from './paste-report.ts';

/** What a part of a paste is called, and what of it the text has now. */
export const partNames: Record<PastePart['kind'], { label: string; left: string }> = {
  note: { label: 'Note de bas de page', left: 'Le texte n’en a pas à cet endroit.' },
  separator: { label: 'Changement de scène', left: 'Il n’a pas sa place ici.' },
  heading: { label: 'Intertitre', left: 'Ses mots sont un paragraphe.' },
  quote: { label: 'Citation', left: 'Ses mots sont des paragraphes.' },
  ruby: { label: 'Lecture d’un mot', left: 'Le mot reste sans elle.' },
  strong: { label: 'Gras', left: 'Les mots restent.' },
  em: { label: 'Italique', left: 'Les mots restent.' },
  table: { label: 'Tableau', left: 'Ses cases sont des paragraphes.' },
  nested: { label: 'Tableau dans une case', left: 'Ses cases sont des lignes de la case.' },
  wide: {
    label: 'Tableau trop large',
    left: `Ce qui suit la ${tableLimits.columns}e colonne est dans la dernière, ligne par ligne.`,
  },
  box: { label: 'Encadré', left: 'Ses paragraphes restent.' },
  innerBox: { label: 'Encadré dans un autre bloc', left: 'Ses mots restent, sans leur cadre.' },
  merged: { label: 'Cases fusionnées', left: 'Le tableau a une case pleine et des cases vides.' },
  verse: { label: 'Vers', left: 'Les lignes restent.' },
  image: {
    label: 'Image',
    left: 'Son fichier n’a pas pu être pris dans la copie\u00A0: enregistrez-la, puis ajoutez-la avec l’outil Image.',
  },
  shape: {
    label: 'Dessin ou zone de texte',
    left: 'Rien n’en reste\u00A0: recopiez ses mots, ou ajoutez-le comme image.',
  },
  equation: {
    label: 'Équation',
    left: 'Ses signes restent s’ils se suivent sur une ligne\u00A0; une fraction, une racine ou un exposant est à récrire.',
  },
  calculated: { label: 'Champ calculé', left: 'Ce qu’il affichait reste, et ne changera plus.' },
  blank: {
    label: 'Lignes vides',
    left: 'Il y en a trop pour des changements de scène\u00A0: elles ne sont pas gardées.',
  },
  undescribed: {
    label: 'Image sans description',
    left: 'Elle est dans le texte\u00A0: dites ce qu’elle montre.',
  },
  media: { label: 'Vidéo, son ou cadre', left: 'Rien n’en reste.' },
  field: { label: 'Objet ou formulaire', left: 'Rien n’en reste.' },
  list: { label: 'Liste', left: 'Ses points sont des paragraphes, sans puces ni numéros.' },
  code: { label: 'Code', left: 'Les mots restent.' },
  link: { label: 'Lien', left: 'Les mots restent, sans l’adresse.' },
  underline: { label: 'Souligné', left: 'Les mots restent.' },
  strike: { label: 'Barré', left: 'Les mots restent.' },
  smallCaps: { label: 'Petites capitales', left: 'Les mots restent.' },
  raised: {
    label: 'Exposant',
    left: 'Les signes restent. Un appel de note se refait avec l’outil Note.',
  },
  lowered: { label: 'Indice', left: 'Les signes restent.' },
  colour: { label: 'Couleur', left: 'Les mots restent.' },
  centred: { label: 'Ligne centrée', left: 'Les mots restent.' },
  right: { label: 'Texte à droite', left: 'Les mots restent, à gauche.' },
  language: { label: 'Autre langue', left: 'Les mots restent, dans la langue du texte.' },
  deleted: { label: 'Passage supprimé', left: 'Il n’est pas revenu dans le texte.' },
  hidden: { label: 'Texte masqué', left: 'Il n’est pas dans le texte.' },
  comment: { label: 'Commentaire', left: 'Il n’est pas dans le texte.' },
};
