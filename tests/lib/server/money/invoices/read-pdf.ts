/** A PDF as its readers get it: people, screen readers, search. */
import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';

const itemSchema = z.object({
  str: z.string(),
  hasEOL: z.boolean(),
  transform: z.array(z.number()).length(6),
  width: z.number(),
});
const infoSchema = z.object({ Title: z.string(), Language: z.string(), CreationDate: z.string() });
/** pdf.js returns maps, whatever its types say. */
const flagsSchema = z.map(z.string(), z.unknown());

/** An element of the structure with its text. */
export type Element = { role: string; scope?: string; text: string; children: Element[] };

export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const content = await page.getTextContent({ includeMarkedContent: true });
  const items = content.items.flatMap((item) => ('str' in item ? [itemSchema.parse(item)] : []));
  const texts = textsOfMarks(content.items);
  const { info, metadata } = await pdf.getMetadata();
  const [, , pageWidth = 0, pageHeight = 0] = page.view;
  const read = {
    pageCount: pdf.numPages,
    pageSize: { width: Math.round(pageWidth), height: Math.round(pageHeight) },
    info: infoSchema.parse(info),
    author: z.array(z.string()).parse(metadata.get('dc:creator')),
    isTagged: flagsSchema.parse(await pdf.getMarkInfo()).get('Marked'),
    showsTitle: flagsSchema.parse(await pdf.getViewerPreferences()).get('DisplayDocTitle'),
    /** Lines in reading order, with plain spaces. */
    lines: items
      .map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''))
      .join('')
      .split('\n')
      .map(plainSpaces)
      .filter((line) => line !== ''),
    structure: elementOf(await page.getStructTree(), texts),
    /** Where ink is, from the lower left corner. */
    extent: {
      left: Math.min(...items.map(({ transform }) => transform[4] ?? 0)),
      right: Math.max(
        ...items.map(
          ({ transform, width, str }) => (str.trim() && (transform[4] ?? 0) + width) || 0,
        ),
      ),
      bottom: Math.min(...items.map(({ transform }) => transform[5] ?? 0)),
      smallestSize: Math.min(
        ...items.filter(({ str }) => str.trim()).map(({ transform }) => transform[3] ?? 0),
      ),
    },
  };
  await pdf.loadingTask.destroy();
  return read;
}

/** The instructions that draw the page: the first stream of the file that has them. */
export function contentOf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const starts = [...file.toString('latin1').matchAll(/\bstream\n/g)].map(
    (match) => match.index + match[0].length,
  );
  const streams = starts.map((start) => {
    const packed = file.subarray(start, file.indexOf('\nendstream', start));
    // zlib's header; the metadata is not compressed.
    return packed[0] === 0x78 ? inflateSync(packed).toString('latin1') : '';
  });
  return streams.find((stream) => stream.includes('BT\n')) ?? '';
}

function plainSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Every element of a role, in reading order. */
export function elements(root: Element, role: string): Element[] {
  const below = root.children.flatMap((child) => elements(child, role));
  return root.role === role ? [root, ...below] : below;
}

const markSchema = z.object({ type: z.string(), id: z.string().nullish() });

/** The text between the beginning and the end of each marked content. */
function textsOfMarks(items: readonly object[]): Map<string, string> {
  const texts = new Map<string, string>();
  const open: (string | null)[] = [];
  for (const item of items) {
    const mark = markSchema.safeParse(item);
    if (mark.success) {
      if (mark.data.type === 'endMarkedContent') open.pop();
      else open.push(mark.data.id ?? null);
    } else {
      const id = open.findLast((one) => one !== null);
      const { str } = itemSchema.parse(item);
      if (id) texts.set(id, `${texts.get(id) ?? ''}${str || ' '}`);
    }
  }
  return texts;
}

const nodeSchema = z.object({
  role: z.string().optional(),
  scope: z.string().optional(),
  id: z.string().optional(),
  children: z.array(z.unknown()).default([]),
});

function elementOf(node: unknown, texts: Map<string, string>): Element {
  const { role, scope, id, children } = nodeSchema.parse(node);
  const below = children.map((child) => elementOf(child, texts));
  const own = id === undefined ? '' : (texts.get(id) ?? '');
  return {
    role: role ?? 'content',
    ...(scope !== undefined && { scope }),
    text: plainSpaces([own, ...below.map(({ text }) => text)].join(' ')),
    children: below,
  };
}
