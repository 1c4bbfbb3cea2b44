import { escapeXml } from '#server/core/escape-html.ts';
import { authorNoteLabel, noteParagraphs, recapLabel } from '#shared/text/author-note.ts';
import { contentNotice } from '#shared/site/content-warnings.ts';
import { genreLabel } from '#shared/site/genres.ts';
import { directionOf } from '#shared/site/languages.ts';
import { epubNoteClasses } from '../book/author-notes.ts';
import type { NovelRow } from '#server/people/novel-powers/own-work.ts';
import type { LeavingChapter } from './contents.ts';

/** A chapter and the name of its file in the book. */
export type BookFile = { file: string; chapter: LeavingChapter };

/** The file of a picture in the book. */
export const pictureFile = (hash: string): string => `images/${hash}.jpg`;

export const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/livre.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

export const bookStyles = `body { margin: 0 5%; line-height: 1.5; }
h1, h2, h3 { text-align: center; line-height: 1.2; }
p { margin: 0; text-indent: 1.5em; }
h1 + p, h2 + p, h3 + p, hr + p { text-indent: 0; }
p.verse { margin: 1em 0 1em 2em; text-indent: 0; }
blockquote { margin: 1em 2em; }
p.centered { margin: 1em 0; text-align: center; text-indent: 0; }
.box { margin: 1em 0; padding: 0.5em 1em; border: 1px solid; }
.box p { text-indent: 0; }
table { margin: 1em auto; border-collapse: collapse; }
th, td { padding: 0.3em 0.6em; border: 1px solid; text-align: left; vertical-align: top; }
hr { width: 20%; margin: 1.5em auto; }
aside { margin: 1em 0; font-size: 0.9em; }
.author-note { margin: 1.5em 0; padding-left: 1em; border-left: 3px solid; }
.author-note p { margin: 0.3em 0; text-indent: 0; }
.author-note + p { text-indent: 0; }
img { max-width: 100%; }
figure { margin: 1em 0; text-align: center; }
.cover { margin: 0; text-align: center; }
`;

const isRightToLeft = (language: string): boolean => directionOf(language) === 'rtl';

/** One page of the book. `body` is XHTML. */
export function page(language: string, title: string, body: string): string {
  const lang = escapeXml(language);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="styles.css"/></head>
<body>
${body}
</body>
</html>
`;
}

export const coverPage = ({ language, title }: NovelRow): string =>
  page(
    language,
    title,
    `<p class="cover" epub:type="cover"><img src="couverture.jpg" alt="Couverture de ${escapeXml(title)}"/></p>`,
  );

/** Title, author, translator, whose copy it is, and summary. */
export function titlePage(novel: NovelRow, ownerName?: string): string {
  const translated =
    novel.translatorName === ''
      ? ''
      : `<p>Traduction\u00A0: ${escapeXml(novel.translatorName)}</p>\n`;
  const notice = contentNotice(novel);
  const owner =
    ownerName === undefined
      ? ''
      : `<p lang="fr" xml:lang="fr">Exemplaire personnel de ${escapeXml(ownerName)}</p>\n`;
  const summary = novel.description
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeXml(line)}</p>`);
  return page(
    novel.language,
    novel.title,
    `<section epub:type="titlepage">
<h1>${escapeXml(novel.title)}</h1>
<p>${escapeXml(novel.authorName)}</p>
${translated}${owner}${notice === null ? '' : `<p lang="fr" xml:lang="fr">${escapeXml(notice)}</p>\n`}${summary.join('\n')}
</section>`,
  );
}

/**
 * The author's note before or after a text, as its page has it, or the recap of the chapter before it: an
 * aside, from which the importer takes it back, or nothing for ''.
 */
export function authorNote(
  note: string,
  side: keyof typeof epubNoteClasses,
  language: string,
): string[] {
  if (note === '') return [];
  const label = side === 'recap' ? recapLabel : authorNoteLabel;
  const paragraphs = noteParagraphs(note, language).map(
    (lines) => `<p>${lines.map(escapeXml).join('<br/>')}</p>`,
  );
  return [
    `<aside class="author-note ${epubNoteClasses[side]}" aria-label="${label}">`,
    `<p lang="fr" xml:lang="fr"><strong>${label}</strong></p>`,
    ...paragraphs,
    '</aside>',
  ];
}

/** The table of contents: chapters of a part stand in a list under its name. */
export function navigation(novel: NovelRow, files: readonly BookFile[]): string {
  const lines: string[] = [];
  let open: string | null = null;
  for (const { file, chapter } of files) {
    if (chapter.part !== open) {
      if (open !== null) lines.push('</ol></li>');
      open = chapter.part;
      if (open !== null) lines.push(`<li><span>${escapeXml(open)}</span><ol>`);
    }
    lines.push(`<li><a href="${file}">${escapeXml(chapter.title)}</a></li>`);
  }
  if (open !== null) lines.push('</ol></li>');
  if (files.length === 0) lines.push('<li><a href="titre.xhtml">Page de titre</a></li>');
  return page(
    novel.language,
    novel.title,
    `<nav epub:type="toc" id="toc">\n<h1>Table</h1>\n<ol>\n${lines.join('\n')}\n</ol>\n</nav>`,
  );
}

type BookFacts = {
  hasCover: boolean;
  /** Of the chapters, by their names, and whether each of them has a description. */
  pictures: readonly string[];
  areDescribed: boolean;
  /** Where the reservation of text and data mining is explained. */
  policy: string;
  now: Date;
};

/**
 * How the book can be read, in the words of the vocabularies (https://www.w3.org/TR/epub-a11y-11/).
 * It claims no conformance (`dcterms:conformsTo`): nobody has checked the author's texts. A cover
 * alone makes no book visual.
 */
function accessibility({ pictures, areDescribed }: BookFacts): string[] {
  const hasPictures = pictures.length > 0;
  const values: [string, string][] = [
    ['accessMode', 'textual'],
    ...(hasPictures ? [['accessMode', 'visual'] as [string, string]] : []),
    ['accessModeSufficient', hasPictures && !areDescribed ? 'textual,visual' : 'textual'],
    ['accessibilityFeature', 'tableOfContents'],
    ['accessibilityFeature', 'readingOrder'],
    ['accessibilityFeature', 'structuralNavigation'],
    ['accessibilityFeature', 'displayTransformability'],
    ...(hasPictures && areDescribed
      ? [['accessibilityFeature', 'alternativeText'] as [string, string]]
      : []),
    ['accessibilityHazard', 'none'],
  ];
  const summary = [
    'Le texte se lit en entier par un lecteur d’écran, et sa présentation se règle.',
    'La table mène à chaque chapitre.',
    ...(hasPictures
      ? [
          areDescribed
            ? 'Les images ont une description écrite par l’auteur.'
            : 'Des images n’ont pas de description.',
        ]
      : []),
    'La conformité de ce livre à une norme d’accessibilité n’a pas été évaluée.',
  ];
  return [
    ...values.map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`),
    `<meta property="schema:accessibilitySummary" xml:lang="fr">${summary.join(' ')}</meta>`,
  ];
}

/** The package document: what the book is, its files, their order. */
export function packageDocument(
  novel: NovelRow,
  files: readonly BookFile[],
  facts: BookFacts,
): string {
  const { hasCover, pictures, now } = facts;
  const modified = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const metadata = [
    `<dc:identifier id="id">urn:uuid:${novel.id}</dc:identifier>`,
    `<dc:title>${escapeXml(novel.title)}</dc:title>`,
    `<dc:language>${escapeXml(novel.language)}</dc:language>`,
    `<dc:creator id="author">${escapeXml(novel.authorName)}</dc:creator>`,
    '<meta refines="#author" property="role" scheme="marc:relators">aut</meta>',
    ...(novel.translatorName === ''
      ? []
      : [
          `<dc:contributor id="translator">${escapeXml(novel.translatorName)}</dc:contributor>`,
          '<meta refines="#translator" property="role" scheme="marc:relators">trl</meta>',
        ]),
    ...(novel.description.trim() === ''
      ? []
      : [`<dc:description>${escapeXml(novel.description)}</dc:description>`]),
    ...[...novel.genres.map(genreLabel), ...novel.tags].map(
      (subject) => `<dc:subject>${escapeXml(subject)}</dc:subject>`,
    ),
    `<meta property="dcterms:modified">${modified}</meta>`,
    ...accessibility(facts),
    // https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
    '<meta property="tdm:reservation">1</meta>',
    `<meta property="tdm:policy">${escapeXml(facts.policy)}</meta>`,
  ];
  const xhtml = 'media-type="application/xhtml+xml"';
  const manifest = [
    `<item id="nav" href="table.xhtml" ${xhtml} properties="nav"/>`,
    '<item id="styles" href="styles.css" media-type="text/css"/>',
    ...(hasCover
      ? [
          '<item id="cover" href="couverture.jpg" media-type="image/jpeg" properties="cover-image"/>',
          `<item id="cover-page" href="couverture.xhtml" ${xhtml}/>`,
        ]
      : []),
    `<item id="title" href="titre.xhtml" ${xhtml}/>`,
    ...pictures.map(
      (hash) => `<item id="i${hash}" href="${pictureFile(hash)}" media-type="image/jpeg"/>`,
    ),
    ...files.map(({ file }, index) => `<item id="c${index + 1}" href="${file}" ${xhtml}/>`),
  ];
  const spine = [
    ...(hasCover ? ['<itemref idref="cover-page"/>'] : []),
    '<itemref idref="title"/>',
    '<itemref idref="nav"/>',
    ...files.map((_, index) => `<itemref idref="c${index + 1}"/>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="tdm: http://www.w3.org/ns/tdmrep#" xml:lang="${escapeXml(novel.language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.join('\n')}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine${isRightToLeft(novel.language) ? ' page-progression-direction="rtl"' : ''}>
${spine.join('\n')}
</spine>
</package>
`;
}
