/**
 * What each program puts around a copied text on the clipboard, shortened. LibreOffice's is taken from
 * `recorded/`, the others are written after what these programs are known to write.
 */
export const sources = {
  word: {
    name: 'Word',
    frame: (body: string) =>
      `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;} h1 {font-size:16.0pt; color:#2F5496; font-weight:normal;} p.MsoQuote {font-style:italic; color:#404040; text-align:center;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=FR style='tab-interval:35.4pt;word-wrap:break-word'><!--StartFragment-->
${body}
<!--EndFragment--></body></html>`,
  },
  docs: {
    name: 'Google Docs',
    frame: (body: string) =>
      `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5b1f0b8e-7fff-a1">${body}</b><br class="Apple-interchange-newline">`,
  },
  libreOffice: {
    name: 'LibreOffice',
    frame: (body: string) =>
      `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
<style type="text/css">@page { size: 8.27in 11.69in; margin: 0.79in } td p { orphans: 0; widows: 0; background: transparent } h4.western { font-size: 13pt; font-style: italic; font-weight: bold } p.poésie-western { font-style: italic } p.vers { margin-left: 0.39in } p { line-height: 115%; margin-bottom: 0.1in; background: transparent } em { font-style: italic } a.sdfootnoteanc { font-size: 57% }</style></head>
<body lang="fr-FR" link="#000080" vlink="#800000" dir="ltr">${body}</body></html>`,
  },
  scrivener: {
    name: 'Scrivener',
    frame: (body: string) =>
      `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta http-equiv="Content-Style-Type" content="text/css"><title></title><meta name="Generator" content="Cocoa HTML Writer"><meta name="CocoaVersion" content="2487.6">
<style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; text-indent: 36.0px; font: 13.0px Palatino}
p.p2 {margin: 0.0px 0.0px 0.0px 0.0px; text-align: center; font: 13.0px Palatino}
p.p3 {margin: 0.0px 0.0px 0.0px 0.0px; text-align: right; font: 13.0px Palatino}
p.p4 {margin: 0.0px 0.0px 0.0px 0.0px; font: italic 13.0px Palatino}
p.p5 {margin: 0.0px 0.0px 0.0px 0.0px; font: bold 18.0px Helvetica}
span.s1 {font: italic 13.0px Palatino; font-style: italic}
span.s2 {font-weight: bold}
span.s3 {text-decoration: underline}
span.s4 {text-decoration: line-through}
span.s5 {vertical-align: 4.0px; font-size: 9.0px}
span.s6 {vertical-align: -3.0px; font-size: 9.0px}
span.s7 {color: #d62a1e}
span.s8 {font-variant: small-caps}
span.s9 {font: 13.0px Palatino}
table.t1 {border-collapse: collapse}
td.td1 {border-style: solid; border-width: 1.0px}
</style></head><body>
${body}
</body></html>`,
  },
} as const;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];
