/**
 * One A4 page, tagged for screen readers (PDF/UA, ISO 14289-1). Deterministic: the same content
 * gives the same bytes, with dates from the document and nothing random.
 */
import PDFDocument from 'pdfkit';
import { registerFonts, type Face } from './pdf-fonts.ts';
import { breakText, drawText, type Place, type TextBlock, type TextStyle } from './pdf-text.ts';

export const colors = {
  ink: '#1d1a16',
  muted: '#6b6459',
  rule: '#d9cfbd',
  accent: '#a4243b',
} as const;

const style = (face: Face, sizePoints: number, color: string, leading?: number): TextStyle => ({
  face,
  sizePoints,
  color,
  ...(leading !== undefined && { leading }),
});

export const styles = {
  publisher: style('title', 11, colors.ink),
  title: style('title', 24, colors.accent, 1.25),
  heading: style('strong', 8.5, colors.accent),
  label: style('body', 8, colors.muted),
  body: style('body', 9.5, colors.ink),
  strong: style('strong', 9.5, colors.ink),
  small: style('body', 8, colors.muted, 1.45),
  total: style('strong', 11, colors.ink),
} as const satisfies Record<string, TextStyle>;

/** The file's metadata; the title is plain text without markup. */
export type PageInfo = { title: string; author: string; createdAt: Date };

export type Page = {
  /** The content area, in points. */
  left: number;
  top: number;
  bottom: number;
  widthPoints: number;
  /** Lengths and sizes times the page's scale. */
  scaled: (points: number) => number;
  block: (text: string, style: TextStyle, widthPoints?: number) => TextBlock;
  /** Draws a block as an element of its own. Returns where it ends. */
  write: (tag: 'H1' | 'H2' | 'P', block: TextBlock, place: Place) => number;
  /** An element with drawn content; drawn when it is added. */
  element: (tag: string, draw: () => void, scope?: 'Row' | 'Column') => PDFKit.PDFStructureElement;
  group: (tag: string, parts: PDFKit.PDFStructureElement[]) => PDFKit.PDFStructureElement;
  add: (element: PDFKit.PDFStructureElement) => void;
  draw: (block: TextBlock, place: Place) => void;
  /** Decoration without meaning for a screen reader. */
  rule: (line: {
    x: number;
    y: number;
    widthPoints: number;
    color?: string;
    heightPoints?: number;
  }) => void;
};

const marginPoints = { side: 56, top: 52, bottom: 44 };
/** Texts longer than the forms allow are drawn smaller rather than on a second page. */
const scales = [1, 0.88, 0.76, 0.64];

/**
 * Makes a PDF of one page.
 * @param compose draws on the page and returns where it ends; called again with smaller letters
 *   when that is below the page
 */
export async function renderPage(
  info: PageInfo,
  compose: (page: Page) => number,
): Promise<Uint8Array> {
  let last: PDFKit.PDFDocument | undefined;
  for (const scale of scales) {
    const doc = openDocument(info);
    const page = makePage(doc, scale);
    last = doc;
    // Sums of fractions may end slightly below.
    if (compose(page) <= page.bottom + 0.01) break;
  }
  if (!last) throw new Error('No page was made');
  return finish(last);
}

function openDocument(info: PageInfo): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'fr-FR',
    displayTitle: true,
    // No font of pdfkit's own: it would be loaded for nothing.
    font: '',
    info: {
      Title: info.title,
      Creator: 'Feuilleton',
      Producer: 'PDFKit',
      CreationDate: info.createdAt,
      ModDate: info.createdAt,
    },
  });
  registerFonts(doc);
  // The author is set here and not in `info`, which pdfkit would copy into the XML unescaped.
  doc.appendXML(`
    <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      <pdfuaid:part>1</pdfuaid:part>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:creator><rdf:Seq><rdf:li>${escapeXml(info.author)}</rdf:li></rdf:Seq></dc:creator>
      <dc:language><rdf:Bag><rdf:li>fr-FR</rdf:li></rdf:Bag></dc:language>
    </rdf:Description>`);
  return doc;
}

function makePage(doc: PDFKit.PDFDocument, scale: number): Page {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const widthPoints = doc.page.width - 2 * marginPoints.side;
  const page: Page = {
    left: marginPoints.side,
    top: marginPoints.top,
    bottom: doc.page.height - marginPoints.bottom,
    widthPoints,
    scaled: (points) => points * scale,
    block: (text, { sizePoints, ...style }, width = widthPoints) =>
      breakText(doc, text, { ...style, sizePoints: sizePoints * scale }, width),
    write(tag, block, place) {
      page.add(page.element(tag, () => drawText(doc, block, place)));
      return place.y + block.heightPoints;
    },
    element: (tag, draw, scope) => doc.struct(tag, scope ? { scope } : {}, [draw]),
    group: (tag, parts) => doc.struct(tag, {}, parts),
    add: (element) => void root.add(element),
    draw: (block, place) => drawText(doc, block, place),
    rule({ x, y, widthPoints, color = colors.rule, heightPoints = 0.75 }) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.rect(x, y - heightPoints / 2, widthPoints, heightPoints).fill(color);
      doc.endMarkedContent();
    },
  };
  return page;
}

function finish(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character);
}
