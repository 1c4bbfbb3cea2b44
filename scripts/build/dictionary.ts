/**
 * What all pages of chapters have in common, as a dictionary that browsers decompress the next one with
 * (RFC 9842, decision 162).
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';

const page = 'src/pages/chapter/[id]';

const stylesSchema = z.array(z.object({ content: z.string() }));

/**
 * Writes `chapter.<hash>.dict` beside the scripts of a built site: the same for the same sources. It is
 * taken from the compiled page, so that it needs no novel and no settings; a piece too many costs some
 * bytes and changes no page.
 */
export async function writeDictionary(folder: string): Promise<void> {
  const entry = await readFile(join(folder, 'server/entry.mjs'), 'utf8');
  const isRoute = (text: string) => text.includes(`"component":"${page}.astro"`);
  const route = entry.split('{"file":').find(isRoute) ?? '';
  const styles = /"styles":(\[.*?\]),"routeData"/s.exec(route)?.[1];
  const chunk = entry.split(`${page}@_@astro":"`)[1]?.split('"')[0];
  if (styles === undefined || chunk === undefined) throw new Error(`${page} is not in the build`);
  const own = await readPieces(join(folder, 'server', chunk));
  const shown = await Promise.all(own.imports.map(readPieces));
  const markup = [own, ...shown].flatMap(({ pieces }) => pieces);
  const all = [...markup, ...stylesSchema.parse(JSON.parse(styles)).map(({ content }) => content)];
  const dictionary = [...new Set(all)].join('');
  const hash = createHash('sha256').update(dictionary).digest('hex').slice(0, 8);
  await writeFile(join(folder, 'client/_astro', `chapter.${hash}.dict`), dictionary);
}

/** What a compiled component sends as it is written, markup and scripts, and the chunks that it imports. */
async function readPieces(file: string) {
  const pieces: string[] = [];
  const imports: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, source } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration') {
      const path = (source as { value: string }).value;
      if (path.startsWith('.')) imports.push(join(file, '..', path));
      return;
    }
    const text = type === 'TemplateElement' ? (value as { cooked: string }).cooked : value;
    const isSent = typeof text === 'string' && /<\/?[a-z]|function\(\)/.test(text);
    // Styles that an island brings when it is opened.
    if (isSent && !text.includes('@layer')) pieces.push(text);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, await readFile(file, 'utf8')).program);
  return { pieces, imports };
}
