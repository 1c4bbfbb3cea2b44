import { hasWords } from '#shared/text/author-note.ts';
import { noteCharactersMax, recapLimits } from '#shared/constants.ts';
import { pictureLimits, storedPicture, unnamedPicture } from '#shared/text/text-pictures.ts';
import { plainText } from '#shared/text/words.ts';
import type { Proposal } from './book.ts';
import type { Removals } from './removals.ts';

/** « 1 image », « 3 images ». */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`;
}

/** French sentences on what the text of the chapters lost. */
export function removalSentences(removed: Removals): string[] {
  const lines: [number, string, string, string][] = [
    [removed.footnotes, 'note que rien n’appelle', 'notes que rien n’appelle', 'retirée'],
    [removed.noteMarks, 'appel de note sans note', 'appels de note sans note', 'retiré'],
    [removed.images, 'image', 'images', 'retirée'],
    [removed.tables, 'tableau remplacé', 'tableaux remplacés', 'par son texte'],
    [removed.links, 'lien remplacé', 'liens remplacés', 'par son texte'],
    [removed.scripts, 'script', 'scripts', 'retiré'],
    [removed.other, 'élément interactif ou sonore', 'éléments interactifs ou sonores', 'retiré'],
  ];
  const moved =
    removed.movedImages > 0
      ? [
          `${plural(removed.movedImages, 'image est placée', 'images sont placées')} après ${removed.movedImages > 1 ? 'leur' : 'son'} tableau.`,
        ]
      : [];
  const lost = lines
    .filter(([count]) => count > 0)
    .map(([count, one, many, outcome]) => {
      const agreed = count > 1 && outcome.startsWith('retir') ? `${outcome}s` : outcome;
      const replaced = count > 1 ? agreed.replace('par son texte', 'par leur texte') : agreed;
      return `${plural(count, one, many)} ${replaced}.`;
    });
  return [...lost, ...moved, ...hiddenSentences(removed.hidden)];
}

const hiddenNamedMax = 3;

/** « 2 passages que la mise en forme cache retirés : « Ce texte… ». » */
function hiddenSentences(passages: readonly string[]): string[] {
  if (passages.length === 0) return [];
  const count = plural(passages.length, 'passage caché', 'passages cachés');
  return [
    `${count} par la mise en forme du livre ${passages.length > 1 ? 'retirés' : 'retiré'}\u00A0: ${listed([...new Set(passages)], hiddenNamedMax)}.`,
  ];
}

function listed(names: readonly string[], namedMax = namedSectionsMax): string {
  const named = names.slice(0, namedMax).map((name) => `«\u00A0${name}\u00A0»`);
  return named.join(', ') + (names.length > named.length ? '…' : '');
}

/** « « Préface » (912 mots) n’est pas compté comme chapitre. »: it is offered still, not selected. */
export function skippedSentence(title: string, words: number): string {
  const size = words > 0 ? ` (${plural(words, 'mot', 'mots')})` : '';
  return `«\u00A0${title}\u00A0»${size} n’est pas compté comme chapitre.`;
}

/** What the table of contents has and the reading order lacks. */
export function addedSentences(labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  const one = labels.length === 1;
  return [
    `${listed(labels)}\u00A0: ${one ? 'absent' : 'absents'} de l’ordre de lecture du livre, ${one ? 'repris' : 'repris tous'} à la place que donne la table des matières.`,
  ];
}

/**
 * Titles of texts that neither the reading order nor the table of contents has, and names that the
 * reading order has for no file.
 */
export function unlistedSentences(titles: readonly string[], unknown: readonly string[]): string[] {
  return [
    ...(titles.length === 0
      ? []
      : [
          `Hors de l’ordre de lecture et de la table des matières, non repris\u00A0: ${listed(titles)}.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [`L’ordre de lecture du livre nomme ce qu’il ne contient pas\u00A0: ${listed(unknown)}.`]),
  ];
}

/** A chapter of the table of contents that has no text. */
export function emptySentence(title: string): string {
  return `«\u00A0${title}\u00A0» ne contient aucun texte et n’est pas devenu un chapitre.`;
}

/** A table of contents after the story. */
export function titleListSentence(titles: readonly string[]): string {
  const [first = ''] = titles;
  const last = titles.at(-1) ?? first;
  return `La liste de ${titles.length} titres à la fin du texte, de «\u00A0${first}\u00A0» à «\u00A0${last}\u00A0», n’a pas été reprise.`;
}

/** Front matter with neither title nor author may have been meant as text. */
export function unreadFieldsSentences(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const named = keys.slice(0, 3).map((key) => `«\u00A0${key.slice(0, 60)}\u00A0»`);
  const rest = keys.length > named.length ? '…' : '';
  return [`L’en-tête du fichier (${named.join(', ')}${rest}) n’a pas été repris.`];
}

/** Signs of Markdown that stay in the text as they are typed. */
export function unreadSignsSentences(names: readonly string[]): string[] {
  const unique = [...new Set(names)];
  return unique.length === 0
    ? []
    : [`Restent dans le texte comme ils sont tapés\u00A0: ${unique.join(', ')}.`];
}

/** Pictures of Markdown texts that were not kept, by their addresses; '' for one within the text. */
export function picturesElsewhereSentences(addresses: readonly string[]): string[] {
  const sorted = addresses.map((address) => address.split('/').at(-1)?.slice(0, 60) ?? '');
  const named = sorted.filter((name) => name !== '').slice(0, namedPicturesMax);
  if (addresses.length === 0) return [];
  const names = named.map((name) => `«\u00A0${name}\u00A0»`).join(', ');
  const others = addresses.length - named.length;
  const rest = others > 0 && names !== '' ? ` et ${plural(others, 'autre', 'autres')}` : '';
  return [
    `${plural(addresses.length, 'image n’a pas été trouvée ou lue', 'images n’ont pas été trouvées ou lues')}${names === '' ? '' : `\u00A0: ${names}${rest}`}. Celles d’un autre site ne sont pas cherchées\u00A0; celles de votre ordinateur se joignent au texte dans une archive ZIP.`,
  ];
}

/** Files of an archive that are about it, not of its story. */
export function leftFilesSentences(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, 5).map((name) => `«\u00A0${name.slice(-60)}\u00A0»`);
  const rest = names.length > named.length ? '…' : '';
  return [`Non repris de l’archive\u00A0: ${named.join(', ')}${rest}.`];
}

/** Files of drawings, which are no pictures of ours; by their paths. */
export function drawingsSentences(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, namedPicturesMax).map((path) => path.split('/').at(-1) ?? path);
  const others = paths.length - named.length;
  const rest = others > 0 ? ` et ${plural(others, 'autre', 'autres')}` : '';
  const names = named.map((name) => `«\u00A0${name.slice(0, 60)}\u00A0»`).join(', ');
  return [
    `Les dessins SVG ne sont pas repris\u00A0: ${names}${rest}. Convertis en PNG, ils s’ajoutent avec l’outil Image.`,
  ];
}

/** Titled sections that contain only notes; `titles` may repeat each other. */
export function notesSectionsSentences(titles: readonly string[]): string[] {
  const unique = [...new Set(titles.map((title) => `«\u00A0${title.trim()}\u00A0»`))];
  if (unique.length <= namedSectionsMax)
    return unique.map(
      (title) =>
        `La section ${title} n’est pas devenue un chapitre\u00A0: ses notes suivent les chapitres qui les appellent.`,
    );
  const named = unique.slice(0, namedSectionsMax).join(', ');
  const others = plural(unique.length - namedSectionsMax, 'autre', 'autres');
  return [
    `Les sections ${named} et ${others} ne sont pas devenues des chapitres\u00A0: leurs notes suivent les chapitres qui les appellent.`,
  ];
}

const namedSectionsMax = 3;

/** « 12 chapitres trouvés, dont 2 à vérifier. »; none where all are certain. */
export function confidenceSentences(proposals: readonly Proposal[]): string[] {
  const taken = proposals.filter(({ isTaken }) => isTaken);
  const unsure = taken.filter(({ confidence }) => confidence !== 'certain').length;
  if (unsure === 0) return [];
  const found = plural(taken.length, 'chapitre trouvé', 'chapitres trouvés');
  const some =
    unsure < taken.length ? `dont ${unsure.toLocaleString('fr-FR')} ` : unsure > 1 ? 'tous ' : '';
  return [`${found}, ${some}à vérifier.`];
}

/**
 * « 12 images gardées dans le texte. », which ones have no file that can be read, and how many are more
 * than a chapter may have (`normalizeBlocks` leaves them out).
 */
export function picturesSentences(
  proposals: readonly Proposal[],
  stored: ReadonlySet<string>,
): string[] {
  let count = 0;
  const missing: string[] = [];
  const beyond: string[] = [];
  for (const { html, title } of proposals) {
    const all = [...html.matchAll(storedPicture)];
    const more = all.length - pictureLimits.perChapter;
    if (more > 0) beyond.push(beyondSentence(title, more));
    for (const [, hash = '', alt = ''] of all.slice(0, pictureLimits.perChapter)) {
      if (stored.has(hash)) count += 1;
      else missing.push(`«\u00A0${plainText(alt)}\u00A0» («\u00A0${title}\u00A0»)`);
    }
  }
  const named = missing.slice(0, namedPicturesMax).join(', ');
  const others = missing.length - namedPicturesMax;
  const rest = others > 0 ? ` et ${plural(others, 'autre', 'autres')}` : '';
  return [
    ...(count > 0 ? [`${plural(count, 'image gardée', 'images gardées')} dans le texte.`] : []),
    ...(missing.length > 0
      ? [
          `${plural(missing.length, 'image manque', 'images manquent')} dans le fichier\u00A0: ${named}${rest}.`,
        ]
      : []),
    ...beyond,
  ];
}

const beyondSentence = (title: string, more: number): string =>
  `«\u00A0${title}\u00A0» a plus de ${plural(pictureLimits.perChapter, 'image', 'images')}, le plus qu’un chapitre puisse avoir\u00A0: ${
    more > 1 ? `les ${more} dernières ne sont pas reprises` : 'la dernière n’est pas reprise'
  }. Pour les garder toutes, divisez ce chapitre dans votre fichier.`;

const namedPicturesMax = 10;

/** How many pictures have no words of their own, chapter by chapter. */
export function unnamedSentences(proposals: readonly Proposal[]): string[] {
  const counted = proposals
    .map(({ html, title }) => {
      const shown = [...html.matchAll(storedPicture)].slice(0, pictureLimits.perChapter);
      return { title, count: shown.filter(([, , alt]) => alt === unnamedPicture).length };
    })
    .filter(({ count }) => count > 0);
  if (counted.length === 0) return [];
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const named = counted
    .slice(0, namedPicturesMax)
    .map(({ title, count }) => `${count} dans «\u00A0${title}\u00A0»`)
    .join(', ');
  const others = counted.length - namedPicturesMax;
  const rest = others > 0 ? ` et ${plural(others, 'autre chapitre', 'autres chapitres')}` : '';
  const have =
    total > 1 ? 'n’ont pas de description et s’appellent' : 'n’a pas de description et s’appelle';
  return [
    `${plural(total, 'image', 'images')} ${have} «\u00A0${unnamedPicture}\u00A0»\u00A0: ${named}${rest}. «\u00A0Relire la typographie\u00A0», dans l’éditeur, mène à chacune.`,
  ];
}

/** Characters whose bytes are lost, which the text shows as « � ». */
export function unreadableSentences(proposals: readonly Proposal[]): string[] {
  const places = proposals.filter(({ html }) => html.includes('\ufffd'));
  const count = places.reduce((sum, { html }) => sum + html.split('\ufffd').length - 1, 0);
  if (count === 0) return [];
  const named = places.slice(0, namedSectionsMax).map(({ title }) => `«\u00A0${title}\u00A0»`);
  const rest = places.length > named.length ? '…' : '';
  return [
    `${plural(count, 'caractère illisible', 'caractères illisibles')} («\u00A0\ufffd\u00A0») dans ${named.join(', ')}${rest}.`,
  ];
}

/** « 3 chapitres ont une note de l’auteur, à part de leur texte. » */
export function authorNotesSentences(proposals: readonly Proposal[]): string[] {
  const count = proposals.filter(({ authorNotes: notes }) => notes && hasWords(notes)).length;
  if (count === 0) return [];
  const whose = count > 1 ? 'ont une note de l’auteur' : 'a une note de l’auteur';
  return [
    `${plural(count, 'chapitre', 'chapitres')} ${whose}, à part ${count > 1 ? 'de leur' : 'du'} texte.`,
  ];
}

/** « Une note de l’auteur a plus de 1 000 caractères… » */
export const noteTooLongSentence = (place: string): string =>
  `Une note de l’auteur a plus de ${plural(noteCharactersMax, 'caractère', 'caractères')} et n’a pas été reprise\u00A0: «\u00A0${place}\u00A0».`;

/** What of a chapter's recap and persons was left out. */
export const besideLeftSentence = (field: 'recap' | 'cast', place: string): string =>
  field === 'recap'
    ? `Un rappel («\u00A0Précédemment\u00A0») n’est pas un texte, ou a plus de ${plural(recapLimits.characters, 'caractère', 'caractères')}, et n’a pas été repris\u00A0: «\u00A0${place}\u00A0».`
    : `Des personnages n’ont pas la forme «\u00A0Nom (autres noms)\u00A0: présentation\u00A0», ou plus de ${plural(recapLimits.castCharacters, 'caractère', 'caractères')}, et n’ont pas été repris\u00A0: «\u00A0${place}\u00A0».`;

/** « 3 notes gardées à la fin des chapitres. » */
export function noteSentences(proposals: readonly Proposal[]): string[] {
  let notes = 0;
  for (const { html } of proposals) notes += html.split('<aside id="note-').length - 1;
  return notes === 0
    ? []
    : [`${plural(notes, 'note gardée', 'notes gardées')} en fin de chapitre.`];
}
