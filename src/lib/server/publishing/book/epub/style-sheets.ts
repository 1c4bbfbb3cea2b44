import { hasBorder } from '../boxes.ts';
import type { ClassStyle } from '../element-style.ts';
import { isBookRefused } from '../refusals.ts';
import type { Archive } from './archive.ts';
import type { PackageDocument } from './package.ts';

const sheetsMax = 20;
const sheetBytesMax = 300_000;
const classesMax = 2_000;

const rule = /([^{}]{1,500})\{([^{}]{0,2000})\}/g;
/** `.x`, `span.x` or `p.x` alone; compound selectors are ignored. */
const classSelector = /^(span|font|p|div|section|aside|table)?\.([\w-]{1,60})$/;
const tableSelector = /^(?:table\s+)?(?:table|t[dh])$/;
const inlineNames = new Set(['', 'span', 'font']);

/**
 * Classes that the style sheets make bold or italic, centre or draw a border around: word processors
 * write « calibre5 », not `strong`. A missing, damaged or very large sheet is ignored.
 */
export async function readClassStyle(archive: Archive, book: PackageDocument): Promise<ClassStyle> {
  const style = { bold: new Set<string>(), italic: new Set<string>() };
  const blocks = { centered: new Set<string>(), bordered: new Set<string>() };
  let framesTables = false;
  const sheets = [...book.manifest.values()].filter(({ mediaType }) => mediaType === 'text/css');
  for (const { path } of sheets.slice(0, sheetsMax)) {
    if (path === null || archive.sizeBytes(path) > sheetBytesMax) continue;
    const css = await readSheet(archive, path);
    for (const [, selectors = '', body = ''] of css.matchAll(rule)) {
      const inline = [
        ...(/font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i.test(body) ? [style.bold] : []),
        ...(/font-style\s*:\s*(?:italic|oblique)/i.test(body) ? [style.italic] : []),
      ];
      const block = [
        ...(/text-align\s*:\s*center/i.test(body) ? [blocks.centered] : []),
        ...(hasBorder(body) ? [blocks.bordered] : []),
      ];
      framesTables ||=
        hasBorder(body) && selectors.split(',').some((one) => tableSelector.test(one.trim()));
      if (inline.length + block.length > 0) addSelectors(selectors, inline, block);
    }
  }
  return { ...style, ...blocks, framesTables };
}

function addSelectors(
  selectors: string,
  inline: readonly Set<string>[],
  block: readonly Set<string>[],
): void {
  for (const selector of selectors.split(',')) {
    const [, element = '', name] = classSelector.exec(selector.trim()) ?? [];
    if (name === undefined) continue;
    const isInline = inlineNames.has(element);
    const sets = [...(isInline ? inline : []), ...(element === '' || !isInline ? block : [])];
    for (const set of sets) if (set.size < classesMax) set.add(name);
  }
}

async function readSheet(archive: Archive, path: string): Promise<string> {
  try {
    const bytes = await archive.read(path, sheetBytesMax);
    return bytes ? withoutComments(new TextDecoder().decode(bytes)) : '';
  } catch (error) {
    // A zip bomb is refused wherever it is.
    if (isBookRefused(error) && error.refusal.code === 'HOSTILE_FILE') throw error;
    return '';
  }
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return first + others.map((text) => text.split('*/').slice(1).join('')).join('');
}
