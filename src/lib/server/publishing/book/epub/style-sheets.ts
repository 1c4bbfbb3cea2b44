import type { ClassStyle } from '../element-style.ts';
import { isBookRefused } from '../refusals.ts';
import type { Archive } from './archive.ts';
import type { PackageDocument } from './package.ts';

const sheetsMax = 20;
const sheetBytesMax = 300_000;
const classesMax = 2_000;

const rule = /([^{}]{1,500})\{([^{}]{0,2000})\}/g;
/** `.x` or `span.x` alone; compound selectors are ignored. */
const classSelector = /^(?:span|font)?\.([\w-]{1,60})$/;

/**
 * Classes that the style sheets make bold or italic: word processors write « calibre5 », not
 * `strong`. A missing, damaged or very large sheet is ignored.
 */
export async function readClassStyle(archive: Archive, book: PackageDocument): Promise<ClassStyle> {
  const bold = new Set<string>();
  const italic = new Set<string>();
  const sheets = [...book.manifest.values()].filter(({ mediaType }) => mediaType === 'text/css');
  for (const { path } of sheets.slice(0, sheetsMax)) {
    if (path === null || archive.sizeBytes(path) > sheetBytesMax) continue;
    const css = await readSheet(archive, path);
    for (const [, selectors = '', body = ''] of css.matchAll(rule)) {
      const isBold = /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i.test(body);
      const isItalic = /font-style\s*:\s*(?:italic|oblique)/i.test(body);
      if (!isBold && !isItalic) continue;
      for (const selector of selectors.split(',')) {
        const name = classSelector.exec(selector.trim())?.[1];
        if (name === undefined || bold.size + italic.size > classesMax) continue;
        if (isBold) bold.add(name);
        if (isItalic) italic.add(name);
      }
    }
  }
  return { bold, italic };
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
