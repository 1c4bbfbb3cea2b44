import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { pasteParts, pasteReport } from '#islands/studio/editor/paste/paste-report.ts';
import recorded from './recorded/libreoffice-7.4.html?raw';

/** What the chapter has of the recorded clipboard, in its order. */
const kept: readonly [construct: string, html: string][] = [
  [
    'style “Title”, centred and bold',
    '<p class="centered"><strong>Le phare de Kermor</strong></p>',
  ],
  ['style “Subtitle”', '<p class="centered">Premier cahier</p>'],
  ['heading 1', '<h2>La tempête</h2>'],
  ['heading 2', '<h2>Le port</h2>'],
  ['paragraph, then an empty one', '<p>Un soir, la mer monta.</p>'],
  ['the empty one, alone among all paragraphs', '<hr>'],
  ['justified and indented', '<p>Deux barques rentrèrent, dans le brouillard.</p>'],
  ['heading 3', '<h3>Le quai</h3>'],
  ['heading 4', '<h3>La cale</h3>'],
  ['italics', '<p>Il dit <em>non</em> et partit.</p>'],
  ['bold', '<p>Il dit <strong>non</strong> et partit.</p>'],
  ['both', '<p>Il dit <em><strong>non, jamais</strong></em> et partit.</p>'],
  ['style “Emphasis”', '<p>Il dit <em>peut-être</em> et partit.</p>'],
  ['style “Strong Emphasis”', '<p>Il dit <strong>bientôt</strong> et partit.</p>'],
  ['italic paragraph', '<p><em>Toute la lettre était penchée, sauf un mot.</em></p>'],
  ['another language', '<p>Elle lut <em lang="en-GB">the tide is high</em> sur la plaque.</p>'],
  ['dialogue', '<p>—&nbsp;Tu viens\u202F? demanda Jeanne.</p>'],
  [
    'no-break spaces',
    '<p>—&nbsp;Attends\u202F! «&nbsp;La mer&nbsp;»\u202F: c’est tout ce qu’il voit, à 18&nbsp;h.</p>',
  ],
  ['style “Quotations”', '<blockquote><p>Vers un</p><p>Vers deux</p></blockquote>'],
  ['asterisks', '<p>La nuit passa.</p>\n<hr>\n<p>Le jour vint.</p>'],
  ['ornament', '<hr>\n<p>Midi sonna.</p>'],
  ['style “Horizontal Line”', '<hr>\n<p>Le soir revint.</p>'],
  ['line below a paragraph', '<p>La marée redescendit.</p>\n<hr>\n<p>On rangea les filets.</p>'],
  ['line break', '<p>Première ligne<br>Deuxième ligne</p>'],
  ['style “Vers” based on “Text Body”', '<p class="verse">Ô vague<br>Ô vent</p>'],
  ['style “Strophe” based on “Default Paragraph Style”', '<p>Ô grève<br>Ô sable</p>'],
  ['style “Poésie”, italic', '<p class="verse"><em>Ô phare<br>Ô nuit</em></p>'],
  [
    'footnotes',
    '<p>Le mot<sup><a href="#note-1">1</a></sup> juste, puis l’autre<sup><a href="#note-2">2</a></sup>.</p>',
  ],
  ['endnote', '<p>Et la fin<sup><a href="#note-3">3</a></sup> du mot.</p>'],
  ['centred', '<p class="centered">Fin de la scène</p>'],
  ['on the right', '<p>Paul, à droite</p>'],
  [
    'table with heads',
    '<table><tr><th>Trait</th><th>Valeur</th></tr><tr><td>Force</td><td>12</td></tr><tr><td>Ruse</td><td>7</td></tr></table>\n<p>Puis les équipages.</p>',
  ],
  [
    'merged cells',
    '<table><tr><td>Équipage</td><td></td></tr><tr><td>Anne</td><td>Yves</td></tr></table>\n<p>Puis un avis.</p>',
  ],
  [
    'table of one cell',
    '<div class="box"><p>Niveau 3 atteint</p></div>\n<p>Puis un autre avis.</p>',
  ],
  ['bordered paragraphs', '<div class="box"><p>Niveau 4 atteint</p><p>Gain de force</p></div>'],
  ['picture as a character', '<p>Une rue longeait la grève.</p>'],
  ['picture at a character', '<p>Au loin, le phare.</p>'],
  ['picture at a paragraph', '<p>Près du bord, une barque.</p>'],
  [
    'frame',
    '<div class="box"><p>Mots d’un cadre</p></div>\n<p>Un cadre flotte près de ces mots.</p>',
  ],
  ['drawn text box, not in what is copied', '<p>Une zone de texte flotte près de ceux-ci.</p>'],
  ['bullets, nested', '<p>Un point</p>\n<p>Un autre</p>\n<p>Un point dessous</p>'],
  ['numbers', '<p>Puis, dans l’ordre.</p>\n<p>Larguer</p>\n<p>Hisser</p>'],
  ['link', '<p>Il dit ce lien et partit.</p>'],
  ['underlined', '<p>Il dit ce souligné et partit.</p>'],
  ['struck out', '<p>Il dit ce barré et partit.</p>'],
  ['small capitals', '<p>Il dit ces capitales et partit.</p>'],
  ['ordinal, superscript', '<p>Le 1er mai, Il dit xexposant et partit.</p>'],
  ['subscript', '<p>Il dit HindiceO et partit.</p>'],
  ['coloured', '<p>Il dit ce rouge et partit.</p>'],
  ['highlighted', '<p>Il dit ce surligné et partit.</p>'],
  ['large', '<p>Il dit ce grand mot et partit.</p>'],
  ['another font', '<p>Il dit cette police et partit.</p>'],
  ['tracked changes, the deleted word not in what is copied', '<p>Il marche vers la grève.</p>'],
  ['comment', '<p>Paul sort.</p>'],
  ['reading of a word, not in what is copied', '<p>Le nom 海 veut dire la mer.</p>'],
  ['style “Preformatted Text”', '<p>for (;;) attendre();</p>\n<p>Dernier mot.</p>'],
  ['words of the first note', '<aside id="note-1"><p>Sa note, avec <em>un mot</em>.</p></aside>'],
  ['words of the second note', '<aside id="note-2"><p>Une seconde note.</p></aside>'],
  ['words of the endnote', '<aside id="note-3"><p>Une note de fin.</p></aside>'],
];

const named = [
  ['right', 'Paul, à droite', 'Paul, à'],
  ['merged', 'Équipage', 'Équipag'],
  ['image', 'Carte', 'Une rue'],
  ['image', 'Phare', 'u loin,'],
  ['image', 'Barque', 'Près du'],
  ['list', 'Un point Un autre Un point dessous', 'Un poin'],
  ['list', 'Larguer Hisser', 'Larguer'],
  ['link', 'https://exemple.fr/marees', 'ce lien'],
  ['underline', 'ce souligné', 'ce soul'],
  ['strike', 'ce barré', 'ce barr'],
  ['smallCaps', 'ces capitales', 'ces cap'],
  ['raised', 'exposant', 'exposan'],
  ['lowered', 'indice', 'indiceO'],
  ['colour', 'ce rouge', 'ce roug'],
  ['colour', 'ce surligné', 'ce surl'],
  ['comment', 'Qui est Paul ?', 'sort.|L'],
  ['language', '海', '海 veut '],
  ['code', 'for (;;) attendre();', 'for (;;'],
];

function paste() {
  const doc = parseChapter('<p></p>');
  const state = EditorState.create({ doc, plugins: [pasteReport(createPictureQueue('c'))] });
  const view = new EditorView(document.createElement('div'), { state });
  view.pasteHTML(recorded);
  return view.state;
}

test('a recorded copy of LibreOffice becomes this text, construct by construct', () => {
  let rest = chapterHtml(paste().doc);
  for (const [construct, html] of kept) {
    expect({ construct, html: rest.slice(0, html.length) }).toEqual({ construct, html });
    rest = rest.slice(html.length + 1);
  }
  expect(rest).toBe('');
});

test('what a recorded copy of LibreOffice loses is named, with its place', () => {
  const state = paste();
  const report = pasteParts(state).map(({ kind, shown, at }) => [
    kind,
    shown,
    state.doc.textBetween(at, at + 8, '|').slice(0, 7),
  ]);
  expect(report).toEqual(named);
});
