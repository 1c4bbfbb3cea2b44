/**
 * The paste matrix: what each program writes for a construct, and what the editor makes of it. Read by
 * the test in a browser and by the test of the table in the documentation.
 */
import type { ConstructKind } from '#islands/studio/editor/paste/constructs.ts';
import type { SourceName } from './sources.ts';

/** What the program writes, what the chapter has then, and what the report names. */
export type Cell = {
  copied: string;
  pasted: string;
  named?: readonly ConstructKind[];
};

export type Row = {
  construct: string;
  /** The same thing, or another that the subset has for it; cells with `named` are dropped. */
  as: 'kept' | 'changed';
  /** What it becomes, when that is not itself. */
  into?: string;
  /** Null where the program has no such thing on the clipboard. */
  cells: Record<SourceName, Cell | null>;
};

const same = (cell: Cell): Record<SourceName, Cell> => ({
  word: cell,
  docs: cell,
  libreOffice: cell,
  scrivener: cell,
});
const word = (text: string) => `<p class=MsoNormal>${text}<o:p></o:p></p>`;
const docs = (text: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${text}</p>`;
const docsText = (text: string, style = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`;
const libre = (text: string) => `<p>${text}</p>`;
const cocoa = (text: string) => `<p class="p1">${text}</p>`;

/** A word in the midst of a sentence. */
const inline = (
  wordTag: string,
  docsStyle: string,
  libreTag: string,
  cocoaTag: string,
  { pasted, named }: { pasted: string; named?: readonly ConstructKind[] },
): Row['cells'] => {
  const made = (copied: string): Cell => ({
    copied,
    pasted: `<p>Il dit ${pasted} et partit.</p>`,
    ...(named && { named }),
  });
  return {
    word: made(word(`Il dit ${wordTag} et partit.`)),
    docs: made(
      docs(`${docsText('Il dit ')}${docsText('non', docsStyle)}${docsText(' et partit.')}`),
    ),
    libreOffice: made(libre(`Il dit ${libreTag} et partit.`)),
    scrivener: made(cocoa(`Il dit ${cocoaTag} et partit.`)),
  };
};
const plain = (kind: ConstructKind) => ({ pasted: 'non', named: [kind] });

/** After the server has kept it. */
const card = `<figure><img data-picture="${'a'.repeat(32)}" alt="Une carte" width="9" height="9"></figure>`;
const noted =
  '<p>Le mot<sup><a href="#note-1">1</a></sup> juste.</p>\n<aside id="note-1"><p>Sa note.</p></aside>';
const quoted = '<blockquote><p>Vers un</p><p>Vers deux</p></blockquote>';
const table = '<table><tr><td>Force</td><td>12</td></tr><tr><td>Ruse</td><td>7</td></tr></table>';
const box = '<div class="box"><p>Niveau 3 atteint</p></div>';

const numbered = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index + 1)).join('');

export const matrix: readonly Row[] = [
  {
    construct: 'Paragraphs (their spaces and indents are the page’s)',
    as: 'kept',
    cells: {
      word: {
        copied: `${word("<span style='mso-spacerun:yes'>Un.</span>")}<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal style='text-indent:14.2pt'>Deux.</p>`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>',
      },
      docs: {
        copied: `${docs(docsText('Un.'))}<br />${docs(docsText('Deux.'))}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>',
      },
      libreOffice: {
        copied: `<p style="line-height: 100%; margin-bottom: 0in">
Un.</p>${libre('<br/>\n<br/>\n\n')}<p align="justify" style="text-indent: 0.2in">Deux.</p>`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>',
      },
      scrivener: {
        copied: `${cocoa('Un.')}<p class="p1"><br></p>${cocoa('Deux.')}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>',
      },
    },
  },
  {
    construct: 'A rare blank line (those between all paragraphs are spacing)',
    as: 'changed',
    into: 'scene break',
    cells: {
      word: {
        copied: `${word('Un.')}${word('Deux.')}<p class=MsoNormal style='margin-bottom:0cm'><o:p>&nbsp;</o:p></p>${word('Trois.')}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>\n<hr>\n<p>Trois.</p>',
      },
      docs: {
        copied: `${docs(docsText('Un.'))}${docs(docsText('Deux.'))}<br />${docs(docsText('Trois.'))}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>\n<hr>\n<p>Trois.</p>',
      },
      libreOffice: {
        copied: `${libre('Un.')}${libre('Deux.')}<p style="line-height: 100%"><br/>\n\n</p>${libre('Trois.')}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>\n<hr>\n<p>Trois.</p>',
      },
      scrivener: {
        copied: `${cocoa('Un.')}${cocoa('Deux.')}<p class="p2"><br></p>${cocoa('Trois.')}`,
        pasted: '<p>Un.</p>\n<p>Deux.</p>\n<hr>\n<p>Trois.</p>',
      },
    },
  },
  {
    construct: 'Blank lines between most paragraphs, not all',
    as: 'kept',
    cells: same({
      copied: '<p>Un.</p><p>&nbsp;</p><p>Deux.</p><p>&nbsp;</p><p>Trois.</p><p>Quatre.</p>',
      pasted: '<p>Un.</p>\n<p>Deux.</p>\n<p>Trois.</p>\n<p>Quatre.</p>',
      named: ['blank'],
    }),
  },
  {
    construct: 'A paragraph in italics but for a word',
    as: 'kept',
    cells: {
      word: {
        copied:
          "<p class=MsoNormal><i>Ne dis <span style='font-style:normal'>rien</span>.<o:p></o:p></i></p>",
        pasted: '<p><em>Ne dis </em>rien<em>.</em></p>',
      },
      docs: {
        copied: docs(
          `${docsText('Ne dis ', 'font-style:italic;')}${docsText('rien')}${docsText('.', 'font-style:italic;')}`,
        ),
        pasted: '<p><em>Ne dis </em>rien<em>.</em></p>',
      },
      libreOffice: {
        copied: '<p><i>Ne dis <span style="font-style: normal">rien</span>.</i></p>',
        pasted: '<p><em>Ne dis </em>rien<em>.</em></p>',
      },
      scrivener: {
        copied: '<p class="p4">Ne dis <span class="s9">rien</span>.</p>',
        pasted: '<p><em>Ne dis </em>rien<em>.</em></p>',
      },
    },
  },
  {
    construct: 'Emoji that is a picture',
    as: 'changed',
    into: 'character',
    cells: same({
      copied: '<p>Il écrivit <img class="emoji" alt="🙂" src="https://example.invalid/x.png">.</p>',
      pasted: '<p>Il écrivit 🙂.</p>',
    }),
  },
  {
    construct: 'Callout, as of Notion',
    as: 'changed',
    into: 'box',
    cells: same({
      copied: '<p>Un.</p><aside>💡<p>Niveau 3</p><p>Force 12</p></aside><p>Deux.</p>',
      pasted:
        '<p>Un.</p>\n<div class="box"><p>💡&nbsp;Niveau 3</p><p>Force 12</p></div>\n<p>Deux.</p>',
    }),
  },
  {
    construct: 'Part that is shown by its title (toggle)',
    as: 'changed',
    into: 'paragraph for the title, and its text',
    cells: same({
      copied:
        '<ul class="toggle"><li><details open><summary>Le calendrier</summary><p>Rien.</p><details><summary>Au dos</summary>Une date.</details></details></li></ul><p>Fin.</p>',
      pasted: '<p>Le calendrier</p>\n<p>Rien.</p>\n<p>Au dos</p>\n<p>Une date.</p>\n<p>Fin.</p>',
    }),
  },
  {
    construct: 'Content control (text, list, date, box to tick)',
    as: 'kept',
    cells: {
      word: {
        copied: `<w:Sdt DocPart="AB" ID="-12">${word('Nom : <w:Sdt ID="11"><span lang=FR>Odile</span><w:sdtPr></w:sdtPr></w:Sdt> <w:Sdt CheckBox="t" ID="2"><span>☒</span></w:Sdt> <w:Sdt DropDown="t"><w:ListItem ListValue="Non" DataValue="n"></w:ListItem>Oui</w:Sdt>')}<w:sdtPr></w:sdtPr></w:Sdt>`,
        pasted: '<p>Nom : Odile ☒ Oui</p>',
      },
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Equation',
    as: 'kept',
    cells: {
      word: {
        copied: word(
          'Il fallait <!--[if gte msEquation 12]><m:oMath><m:r>3</m:r></m:oMath><![endif]--><![if !msEquation]><img src="file:///C:/i.png"><![endif]> cuillers et <m:oMath><m:f><m:num><m:r>1</m:r></m:num><m:den><m:r>2</m:r></m:den></m:f></m:oMath> tasse.',
        ),
        pasted: '<p>Il fallait 3 cuillers et tasse.</p>',
        named: ['equation', 'equation'],
      },
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Drawn shape, words in a text box',
    as: 'kept',
    cells: {
      word: {
        // The second is of a program that has no comment around it.
        copied: word(
          '<!--[if gte vml 1]><v:shape id="S1"><v:textbox><p class=MsoNormal>Dans le cadre</p></v:textbox></v:shape><![endif]-->Une <v:rect id="S2"></v:rect>rue.',
        ),
        pasted: '<p>Une rue.</p>',
        named: ['shape', 'shape'],
      },
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Calculated field (what it shows stays)',
    as: 'kept',
    cells: {
      word: {
        copied: word(
          "Page <!--[if supportFields]><span style='mso-element:field-begin'></span> PAGE <span style='mso-element:field-separator'></span><![endif]-->12<!--[if supportFields]><span style='mso-element:field-end'></span><![endif]-->.",
        ),
        pasted: '<p>Page 12.</p>',
        named: ['calculated'],
      },
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Italics',
    as: 'kept',
    cells: inline(
      "<i style='mso-bidi-font-style:normal'>non</i>",
      'font-style:italic;',
      '<i>non</i>',
      '<span class="s1">non</span>',
      { pasted: '<em>non</em>' },
    ),
  },
  {
    construct: 'Bold',
    as: 'kept',
    cells: inline('<b>non</b>', 'font-weight:700;', '<b>non</b>', '<span class="s2">non</span>', {
      pasted: '<strong>non</strong>',
    }),
  },
  {
    construct: 'Headings 1 and 2',
    as: 'changed',
    into: 'heading',
    cells: {
      word: {
        copied:
          "<h1 style='margin-top:12.0pt'><span style='color:#2F5496'>La tempête<o:p></o:p></span></h1><h2>Le port</h2>",
        pasted: '<h2>La tempête</h2>\n<h2>Le port</h2>',
      },
      docs: {
        copied: `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;">${docsText('La tempête', 'font-size:20pt;')}</h1><h2 dir="ltr">${docsText('Le port')}</h2>`,
        pasted: '<h2>La tempête</h2>\n<h2>Le port</h2>',
      },
      libreOffice: {
        copied: '<h1 class="western">La tempête</h1><h2 class="western">Le port</h2>',
        pasted: '<h2>La tempête</h2>\n<h2>Le port</h2>',
      },
      // Its titles are names in the binder, not in the text.
      scrivener: null,
    },
  },
  {
    construct: 'Headings 3 to 6',
    as: 'changed',
    into: 'small heading',
    cells: {
      word: { copied: '<h4>Le quai<o:p></o:p></h4>', pasted: '<h3>Le quai</h3>' },
      docs: {
        copied: `<h3 dir="ltr">${docsText('Le quai', 'color:#434343;')}</h3>`,
        pasted: '<h3>Le quai</h3>',
      },
      libreOffice: { copied: '<h3 class="western">Le quai</h3>', pasted: '<h3>Le quai</h3>' },
      scrivener: null,
    },
  },
  {
    construct: 'The style “Title”',
    as: 'changed',
    into: 'heading',
    cells: {
      word: { copied: '<p class=MsoTitle>Le phare<o:p></o:p></p>', pasted: '<h2>Le phare</h2>' },
      // These two write a large paragraph, which says nothing.
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Quotation (style)',
    as: 'kept',
    cells: {
      word: {
        copied:
          '<p class=MsoQuote>Vers un<o:p></o:p></p><p class=MsoQuote>Vers deux<o:p></o:p></p>',
        pasted: quoted,
      },
      docs: null,
      libreOffice: {
        copied: '<blockquote>Vers un</blockquote><blockquote>Vers deux</blockquote>',
        pasted: quoted,
      },
      scrivener: null,
    },
  },
  {
    construct: 'A line of asterisks or ornaments',
    as: 'changed',
    into: 'scene break',
    cells: {
      word: {
        copied: `${word('Un.')}<p class=MsoNormal align=center style='text-align:center'>* * *<o:p></o:p></p>${word('Deux.')}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
      docs: {
        copied: `${docs(docsText('Un.'))}<p dir="ltr" style="text-align: center;">${docsText('***')}</p>${docs(docsText('Deux.'))}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
      libreOffice: {
        copied: `${libre('Un.')}<p align="center">⁂</p>${libre('Deux.')}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
      scrivener: {
        copied: `${cocoa('Un.')}<p class="p2">#&nbsp;#&nbsp;#</p>${cocoa('Deux.')}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
    },
  },
  {
    construct: 'Horizontal line',
    as: 'changed',
    into: 'scene break',
    cells: {
      word: {
        copied: `<div style='mso-element:para-border-div;border:none;border-bottom:solid windowtext 1.0pt;padding:0cm 0cm 1.0pt 0cm'><p class=MsoNormal style='border:none'>Un.<o:p></o:p></p></div>${word('Deux.')}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
      docs: {
        copied: `${docs(docsText('Un.'))}<hr />${docs(docsText('Deux.'))}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>',
      },
      libreOffice: {
        // The style, and what three hyphens become while typing.
        copied: `${libre('Un.')}<hr/><p style="border-top: none; border-bottom: 0.75pt solid #000000; border-left: none; border-right: none; padding-top: 0in; padding-bottom: 0.03in; padding-left: 0in; padding-right: 0in">
Deux.</p>${libre('Trois.')}`,
        pasted: '<p>Un.</p>\n<hr>\n<p>Deux.</p>\n<hr>\n<p>Trois.</p>',
      },
      scrivener: null,
    },
  },
  {
    construct: 'Line breaks in a paragraph',
    as: 'kept',
    cells: {
      word: { copied: word('Un<br>\nDeux'), pasted: '<p>Un<br>Deux</p>' },
      docs: {
        copied: docs(`${docsText('Un')}${docsText('<br />')}${docsText('Deux')}`),
        pasted: '<p>Un<br>Deux</p>',
      },
      libreOffice: { copied: libre('Un<br/>\nDeux'), pasted: '<p>Un<br>Deux</p>' },
      scrivener: { copied: cocoa('Un<br>\nDeux'), pasted: '<p>Un<br>Deux</p>' },
    },
  },
  {
    construct: 'A style named “Vers” or “Poésie”',
    as: 'kept',
    cells: {
      word: {
        copied: '<p class=Vers>Un<br>Deux<o:p></o:p></p>',
        pasted: '<p class="verse">Un<br>Deux</p>',
      },
      docs: null,
      libreOffice: {
        // It names styles that are based on “Text Body”, not those on “Default Paragraph Style”.
        copied: '<p class="vers">Un<br/>\nDeux</p><p class="poésie-western">Trois<br/>\nQuatre</p>',
        pasted: '<p class="verse">Un<br>Deux</p>\n<p class="verse"><em>Trois<br>Quatre</em></p>',
      },
      scrivener: null,
    },
  },
  {
    construct: 'Footnote',
    as: 'kept',
    cells: {
      word: {
        copied: `<p class=MsoNormal>Le mot<a style='mso-footnote-id:ftn1' href="file:///C:/Users/a/clip.htm#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> juste.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="file:///C:/Users/a/clip.htm#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Sa note.<o:p></o:p></p></div></div>`,
        pasted: noted,
      },
      docs: {
        copied: docs(
          `${docsText('Le mot')}${docsText('1', 'font-size:0.6em;vertical-align:super;')}${docsText(' juste.')}`,
        ),
        // Google Docs leaves the words of a note behind.
        pasted: '<p>Le mot1 juste.</p>',
        named: ['raised'],
      },
      libreOffice: {
        copied: `<p>Le mot<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>
juste.</p>
<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Sa note.</p></div>`,
        pasted: noted,
      },
      // It leaves the notes out of what it copies.
      scrivener: null,
    },
  },
  {
    construct: 'Endnote',
    as: 'kept',
    cells: {
      word: {
        copied: `<p class=MsoNormal>Le mot<a style='mso-endnote-id:edn1' href="file:///C:/Users/a/clip.htm#_edn1" name="_ednref1" title=""><span class=MsoEndnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoEndnoteReference><span style='font-size:11.0pt'>[i]</span></span><![endif]></span></span></a> juste.</p>
<div style='mso-element:endnote-list'><![if !supportEndnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText><a style='mso-endnote-id:edn1' href="file:///C:/Users/a/clip.htm#_ednref1" name="_edn1" title=""><span class=MsoEndnoteReference>[i]</span></a> Sa note.<o:p></o:p></p></div></div>`,
        pasted: noted,
      },
      docs: null,
      libreOffice: {
        copied: `<p>Le mot<a class="sdendnoteanc" name="sdendnote1anc" href="#sdendnote1sym"><sup>i</sup></a>
juste.</p>
<div id="sdendnote1"><p class="sdendnote"><a class="sdendnotesym" name="sdendnote1sym" href="#sdendnote1anc">i</a>Sa
	note.</p>
</div>`,
        pasted: noted,
      },
      scrivener: null,
    },
  },
  {
    construct: 'Centred line',
    as: 'kept',
    cells: {
      word: {
        copied: "<p class=MsoNormal align=center style='text-align:center'>Fin<o:p></o:p></p>",
        pasted: '<p class="centered">Fin</p>',
      },
      docs: {
        copied: `<p dir="ltr" style="line-height:1.38;text-align: center;">${docsText('Fin')}</p>`,
        pasted: '<p class="centered">Fin</p>',
      },
      libreOffice: {
        copied: '<p align="center">Fin</p>',
        pasted: '<p class="centered">Fin</p>',
      },
      scrivener: { copied: '<p class="p2">Fin</p>', pasted: '<p class="centered">Fin</p>' },
    },
  },
  {
    construct: 'Table',
    as: 'kept',
    cells: {
      word: {
        copied: `<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;border:none'><tr style='mso-yfti-irow:0'><td width=302 valign=top style='width:226.55pt;border:solid windowtext 1.0pt'>${word('Force')}</td><td width=302>${word('12')}</td></tr><tr><td>${word('Ruse')}</td><td>${word('7')}</td></tr></table>`,
        pasted: table,
      },
      docs: {
        copied: `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;">${docs(docsText('Force'))}</td><td>${docs(docsText('12'))}</td></tr><tr><td>${docs(docsText('Ruse'))}</td><td>${docs(docsText('7'))}</td></tr></tbody></table></div>`,
        pasted: table,
      },
      libreOffice: {
        copied:
          '<table width="100%" cellpadding="4" cellspacing="0">\n\t<col width="128*"/>\n\n\t<col width="128*"/>\n\n\t<tr valign="top">\n\t\t<td width="50%" style="border: 1px solid #000000; padding: 0.04in"><p>\n\t\t\tForce</p>\n\t\t</td>\n\t\t<td><p align="center">\n\t\t\t12</p></td></tr><tr><td><p>Ruse</p></td><td><p>7</p></td></tr></table>',
        pasted: table,
      },
      scrivener: {
        copied:
          '<table cellspacing="0" cellpadding="0" class="t1"><tbody><tr><td valign="top" class="td1"><p class="p1">Force</p></td><td><p class="p1">12</p></td></tr><tr><td><p class="p1">Ruse</p></td><td><p class="p1">7</p></td></tr></tbody></table>',
        pasted: table,
      },
    },
  },
  {
    construct: 'Merged cells',
    as: 'kept',
    cells: same({
      copied:
        '<table><tr><td colspan="2"><p>Statut</p></td></tr><tr><td><p>Force</p></td><td><p>12</p></td></tr></table>',
      pasted: '<table><tr><td>Statut</td><td></td></tr><tr><td>Force</td><td>12</td></tr></table>',
      named: ['merged'],
    }),
  },
  {
    construct: 'Table in a cell (its cells become lines)',
    as: 'kept',
    cells: same({
      copied:
        '<table><tr><td><p>Sac</p></td><td><table><tr><td><p>or</p></td><td><p>3</p></td></tr><tr><td><p>clé</p></td><td><p>1</p></td></tr></table><p>fin</p></td></tr><tr><td><p>Force</p></td><td><p>12</p></td></tr></table>',
      pasted:
        '<table><tr><td>Sac</td><td>or<br>3<br>clé<br>1<br>fin</td></tr><tr><td>Force</td><td>12</td></tr></table>',
      named: ['nested'],
    }),
  },
  {
    construct: 'Table of more than 12 columns',
    as: 'kept',
    cells: same({
      copied: `<table><tr>${numbered(14, (count) => `<td><p>${count}</p></td>`)}</tr></table>`,
      pasted: `<table><tr>${numbered(11, (count) => `<td>${count}</td>`)}<td>12<br>13<br>14</td></tr></table>`,
      named: ['wide'],
    }),
  },
  {
    construct: 'Bordered paragraph, table of one cell',
    as: 'changed',
    into: 'box',
    cells: {
      word: {
        copied: `<div style='mso-element:para-border-div;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:1.0pt 4.0pt 1.0pt 4.0pt'><p class=MsoNormal style='border:none;mso-border-alt:solid windowtext .5pt;padding:0cm'>Niveau 3 atteint<o:p></o:p></p></div>`,
        pasted: box,
      },
      docs: {
        copied: `<div dir="ltr" align="left"><table style="border:none;"><tbody><tr><td style="border:solid #000000 1pt;">${docs(docsText('Niveau 3 atteint'))}</td></tr></tbody></table></div>`,
        pasted: box,
      },
      libreOffice: {
        // The second is a frame.
        copied: `<p style="border: 1px solid #000000; padding: 0.04in">Niveau 3
atteint</p>
<p>Un.</p>
<p><span id="Cadre1" dir="ltr" style="float: left; width: 2.36in; border: 1px solid #000000; padding: 0.04in; background: #ffffff"><p style="line-height: 100%; margin-bottom: 0in">
	Niveau 3 atteint</p>
</span><br clear="left">Deux.
</p>`,
        pasted: `${box}\n<p>Un.</p>\n${box}\n<p>Deux.</p>`,
      },
      scrivener: {
        copied:
          '<table class="t1"><tbody><tr><td class="td1"><p class="p1">Niveau 3 atteint</p></td></tr></tbody></table>',
        pasted: box,
      },
    },
  },
  {
    construct: 'Box in a box',
    as: 'kept',
    cells: {
      word: {
        copied: `<table class=MsoTableGrid border=1><tr><td width=302 valign=top>${word('Niveau 3')}<div style='mso-element:para-border-div;border:solid windowtext 1.0pt;padding:1.0pt 4.0pt 1.0pt 4.0pt'><p class=MsoNormal style='border:none;padding:0cm'>Force 12<o:p></o:p></p></div></td></tr></table>`,
        pasted: '<div class="box"><p>Niveau 3</p><p>Force 12</p></div>',
        named: ['innerBox'],
      },
      docs: {
        // A table of one cell in another: the inner one stays a table.
        copied: `<table><tbody><tr><td>${docs(docsText('Niveau 3'))}<table><tbody><tr><td>${docs(docsText('Force 12'))}</td></tr></tbody></table></td></tr></tbody></table>`,
        pasted: '<div class="box"><p>Niveau 3</p><table><tr><td>Force 12</td></tr></table></div>',
      },
      libreOffice: {
        copied:
          '<table><tr><td><p>Niveau 3</p><p style="border: 1px solid #000000; padding: 0.04in">Force 12</p></td></tr></table>',
        pasted: '<div class="box"><p>Niveau 3</p><p>Force 12</p></div>',
        named: ['innerBox'],
      },
      scrivener: null,
    },
  },
  {
    construct: 'Picture',
    as: 'kept',
    cells: {
      word: {
        copied: word(
          '<!--[if gte vml 1]><v:shape id="Image_x0020_1"><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=64 height=48 src="file:///C:/clip_image001.png" alt="Une carte" v:shapes="Image_x0020_1"><![endif]>Une rue.',
        ),
        pasted: '<p>Une rue.</p>',
        named: ['image'],
      },
      docs: {
        copied: docs(
          `<span style="border:none;display:inline-block;overflow:hidden;"><img alt="Une carte" src="https://lh7-rt.googleusercontent.com/docsz/AD_4" width="64" height="48" /></span>${docsText('Une rue.')}`,
        ),
        pasted: `${card}\n<p>Une rue.</p>`,
      },
      libreOffice: {
        // One that floats at the first letter.
        copied: `<p>U<img src="file:///tmp/lu1.tmp/lu1_tmp_1.png" name="Image1" alt="Une carte" align="left" width="67" height="50">
  <br clear="left"/>
</img>
ne rue.</p>`,
        pasted: '<p>Une rue.</p>',
        named: ['image'],
      },
      scrivener: {
        copied: '<p class="p1"><img src="file:///carte.png" alt="carte.png">Une rue.</p>',
        pasted: '<p>Une rue.</p>',
        named: ['image'],
      },
    },
  },
  {
    construct: 'List (its items become paragraphs)',
    as: 'kept',
    cells: {
      word: {
        copied: `<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>Un point</p><p class=MsoListParagraphCxSpLast><![if !supportLists]><span>·&nbsp;</span><![endif]>Un autre</p>`,
        pasted: '<p>Un point</p>\n<p>Un autre</p>',
        named: ['list'],
      },
      docs: {
        copied: `<ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${docsText('Un point')}</p></li><li dir="ltr"><p dir="ltr">${docsText('Un autre')}</p></li></ul>`,
        pasted: '<p>Un point</p>\n<p>Un autre</p>',
        named: ['list'],
      },
      libreOffice: {
        copied: '<ul>\n\t<li><p>Un point</p>\n\t<li><p>Un autre</p>\n</ul>',
        pasted: '<p>Un point</p>\n<p>Un autre</p>',
        named: ['list'],
      },
      scrivener: {
        copied: '<ul class="ul1"><li class="li1">Un point</li><li class="li1">Un autre</li></ul>',
        pasted: '<p>Un point</p>\n<p>Un autre</p>',
        named: ['list'],
      },
    },
  },
  {
    construct: 'Link (its words stay)',
    as: 'kept',
    cells: {
      ...inline(
        '<a href="https://exemple.fr/">non</a>',
        '',
        '<a href="https://exemple.fr/">non</a>',
        '<a href="https://exemple.fr/"><span class="s3">non</span></a>',
        plain('link'),
      ),
      docs: {
        copied: docs(
          `${docsText('Il dit ')}<a href="https://exemple.fr/" style="text-decoration:none;">${docsText('non', 'color:#1155cc;text-decoration:underline;')}</a>${docsText(' et partit.')}`,
        ),
        pasted: '<p>Il dit non et partit.</p>',
        named: ['link'],
      },
    },
  },
  {
    construct: 'Underlined',
    as: 'kept',
    cells: inline(
      '<u>non</u>',
      'text-decoration:underline;text-decoration-skip-ink:none;',
      '<u>non</u>',
      '<span class="s3">non</span>',
      plain('underline'),
    ),
  },
  {
    construct: 'Struck out',
    as: 'kept',
    cells: inline(
      '<s>non</s>',
      'text-decoration:line-through;',
      '<strike>non</strike>',
      '<span class="s4">non</span>',
      plain('strike'),
    ),
  },
  {
    construct: 'Small capitals',
    as: 'kept',
    cells: inline(
      "<span style='font-variant:small-caps'>non</span>",
      'font-variant:small-caps;',
      '<span style="font-variant: small-caps">non</span>',
      '<span class="s8">non</span>',
      plain('smallCaps'),
    ),
  },
  {
    construct: 'Superscript',
    as: 'kept',
    cells: inline(
      '<sup>non</sup>',
      'vertical-align:super;',
      '<sup>non</sup>',
      '<span class="s5">non</span>',
      plain('raised'),
    ),
  },
  {
    construct: 'Subscript',
    as: 'kept',
    cells: inline(
      '<sub>non</sub>',
      'vertical-align:sub;',
      '<sub>non</sub>',
      '<span class="s6">non</span>',
      plain('lowered'),
    ),
  },
  {
    construct: 'Colour, highlighting',
    as: 'kept',
    cells: inline(
      "<span style='background:yellow;mso-highlight:yellow'>non</span>",
      'color:#cc0000;',
      '<font color="#c9211e">non</font>',
      '<span class="s7">non</span>',
      plain('colour'),
    ),
  },
  {
    construct: 'Paragraph on the right',
    as: 'kept',
    cells: {
      word: {
        copied: "<p class=MsoNormal align=right style='text-align:right'>Paul<o:p></o:p></p>",
        pasted: '<p>Paul</p>',
        named: ['right'],
      },
      docs: {
        copied: `<p dir="ltr" style="text-align: right;">${docsText('Paul')}</p>`,
        pasted: '<p>Paul</p>',
        named: ['right'],
      },
      libreOffice: { copied: '<p align="right">Paul</p>', pasted: '<p>Paul</p>', named: ['right'] },
      scrivener: { copied: '<p class="p3">Paul</p>', pasted: '<p>Paul</p>', named: ['right'] },
    },
  },
  {
    construct: 'Passage in another language',
    as: 'kept',
    cells: {
      word: {
        copied: word("Il dit <span lang=EN-GB style='mso-ansi-language:EN-GB'>never</span>."),
        pasted: '<p>Il dit never.</p>',
        named: ['language'],
      },
      docs: null,
      libreOffice: {
        copied: libre('Il dit <span lang="en-GB">never</span>.'),
        pasted: '<p>Il dit never.</p>',
        named: ['language'],
      },
      scrivener: null,
    },
  },
  {
    construct: 'Passage in another language, in italics',
    as: 'kept',
    cells: {
      word: {
        copied: word('Il dit <i><span lang=EN-GB>never</span></i>.'),
        pasted: '<p>Il dit <em>never</em>.</p>',
        named: ['language'],
      },
      docs: null,
      libreOffice: {
        copied: libre('Il dit <span lang="en-GB"><i>never</i></span>.'),
        pasted: '<p>Il dit <em lang="en-GB">never</em>.</p>',
      },
      scrivener: null,
    },
  },
  {
    construct: 'Reading of a word (ruby)',
    as: 'kept',
    cells: {
      word: {
        copied: word(
          "Le <ruby style='ruby-align:center'>漢<rp>(</rp><rt style='font-size:5.0pt'>kan</rt><rp>)</rp></ruby> vient.",
        ),
        pasted: '<p>Le <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> vient.</p>',
      },
      docs: null,
      // It leaves them out of what it copies.
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Hidden text',
    as: 'kept',
    cells: {
      word: {
        copied: word("Il sort.<span style='display:none;mso-hide:all'> Et revient.</span>"),
        pasted: '<p>Il sort.</p>',
        named: ['hidden'],
      },
      docs: null,
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Deleted passage (tracked changes)',
    as: 'kept',
    cells: {
      word: {
        copied: word(
          'Il <del cite="mailto:A" datetime="2026-01-01T10:00">court</del><ins cite="mailto:A">marche</ins>.',
        ),
        pasted: '<p>Il marche.</p>',
        named: ['deleted'],
      },
      docs: null,
      // It leaves them out of what it copies.
      libreOffice: null,
      scrivener: null,
    },
  },
  {
    construct: 'Comment in the margin',
    as: 'kept',
    cells: {
      word: {
        copied: `<p class=MsoNormal><a style='mso-comment-reference:A_1'>Paul</a><span class=MsoCommentReference><span style='mso-special-character:comment'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a></span></span> sort.</p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Qui est Paul ?</p></div></div></div>`,
        pasted: '<p>Paul sort.</p>',
        named: ['comment'],
      },
      docs: null,
      libreOffice: {
        copied: libre('Paul<!-- Qui est Paul ? --> sort.'),
        pasted: '<p>Paul sort.</p>',
        named: ['comment'],
      },
      scrivener: null,
    },
  },
];

/** What the table in the documentation says of a cell. */
export function verdictOf({ as, into }: Row, cell: Cell | null): string {
  if (!cell) return '–';
  if (cell.named) return 'named as dropped';
  return as === 'kept' ? 'kept' : `becomes a ${into ?? ''}`;
}
