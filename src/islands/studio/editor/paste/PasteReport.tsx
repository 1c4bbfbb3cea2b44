import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { plural } from '#shared/site/formats.ts';
import { tableLimits } from '#shared/text/text-blocks.ts';
import { FindingsPanel, type FindingView } from '../check/FindingsPanel.tsx';
import { goToPlace } from '../check/go-to-place.ts';
import { requestPicture } from '../picture-commands.ts';
import { dismissReport, pasteParts, type PastePart } from './paste-report.ts';

type Props = {
  view: EditorView;
  state: EditorState;
  /** Another panel has its place. */
  isCovered: boolean;
};

/** What the last paste lost, and which of its pictures need words, with the way to each place. */
export function PasteReport({ view, state, isCovered }: Props) {
  const parts = pasteParts(state);
  const title = parts.length === 0 ? '' : titleOf(parts);
  return (
    <>
      {/* A picture may be refused long after the paste. */}
      <p className="visually-hidden" role="status">
        {title}
      </p>
      {parts.length > 0 && !isCovered && (
        <FindingsPanel
          title={title}
          onClosed={() => {
            view.dispatch(dismissReport(view.state));
            view.focus();
          }}
          items={parts.map((part, index) => itemOf(view, part, index))}
        />
      )}
    </>
  );
}

function itemOf(view: EditorView, part: PastePart, index: number): FindingView {
  const { label, left } = partNames[part.kind];
  const words = beginningOf(part);
  const goThere = () => goToPlace(view, part.at);
  const describe = () => {
    goThere();
    requestPicture(view.state, view.dispatch, view);
  };
  return {
    key: `${index}-${part.kind}`,
    label,
    advice: part.reason ?? left,
    shown: words === '' ? '' : `«\u00A0${words}\u00A0»`,
    // Several pictures may follow the same words.
    name: [label, words, part.kind === 'undescribed' && `${index + 1}`].filter(Boolean).join(', '),
    onGo: goThere,
    ...(part.kind === 'undescribed' && { action: { label: 'Décrire', onPress: describe } }),
  };
}

function titleOf(parts: readonly PastePart[]): string {
  const { length: pictures } = parts.filter(({ kind }) => kind === 'undescribed');
  const lost = parts.length - pictures;
  const said = [
    lost > 0 &&
      `${plural(lost, 'élément')} ${lost < 2 ? 'n’a pas été gardé' : 'n’ont pas été gardés'}`,
    pictures > 0 && plural(pictures, 'image à décrire', 'images à décrire'),
  ];
  return said.filter((one) => one !== false).join(', ');
}

const shownLength = 60;

const beginningOf = ({ shown }: PastePart): string =>
  shown.length > shownLength ? `${shown.slice(0, shownLength).trimEnd()}…` : shown;

/** What a part of a paste is called, and what of it the text has now. */
const partNames: Record<PastePart['kind'], { label: string; left: string }> = {
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
