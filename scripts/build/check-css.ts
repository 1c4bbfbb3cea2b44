import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cssLayers } from './css-layers.ts';

/** A file of the sources, by its path. */
export type Source = { path: string; text: string };

/** Set by packages on elements that they make: prosemirror-view. */
const libraryPrefix = 'ProseMirror-';

/**
 * What is wrong with the style sheets of these sources: names that nothing has, sheets that nothing
 * takes in, `!important`, layers that are not declared. Empty for nothing.
 */
export function findCssProblems(sources: readonly Source[]): string[] {
  const sheets = sources.flatMap(sheetsOf);
  const code = sources.filter(({ path }) => !path.endsWith('.css')).map(withoutStyles);
  const words = new Set(code.flatMap(quotedWords));
  const beginnings = code.flatMap((text) =>
    [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning = '']) => beginning),
  );
  const isNamed = (name: string) =>
    words.has(name) ||
    name.startsWith(libraryPrefix) ||
    beginnings.some((beginning) => name.startsWith(beginning));
  return sheets.flatMap(({ path, text }) => {
    const css = text.replace(/\/\*[\s\S]*?\*\//g, '');
    const isTakenIn = !path.endsWith('.css') || code.some((one) => one.includes(basename(path)));
    return [
      ...(isTakenIn ? [] : [`${path}: no module takes this sheet in`]),
      ...(css.includes('!important') ? [`${path}: !important`] : []),
      ...layerProblems(css).map((problem) => `${path}: ${problem}`),
      ...selectorNames(css)
        .filter((name) => !isNamed(name.slice(1)))
        .map((name) => `${path}: nothing has ${name}`),
    ];
  });
}

/** Words in quotes of any kind, also over several lines, and the keys of `class:list`. */
function quotedWords(text: string): string[] {
  const quoted = text.match(/'[^'\n]*'|"[^"]*"|`[^`]*`/g) ?? [];
  const lists = text.match(/class:list=\{[^}]*\}/g) ?? [];
  return [...quoted, ...lists].flatMap((part) => part.match(/[\w-]+/g) ?? []);
}

/** The classes and ids that a sheet's selectors name, as `.button` and `#menu`. */
export function selectorNames(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(["']).*?\1/g, '""');
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)].map(([, before = '']) => before.trim());
  const names = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.match(/[.#][A-Za-z_][\w-]*/g) ?? []);
  return [...new Set(names)];
}

/** What is outside of all blocks: the beginnings of a sheet's outermost rules. */
function outermost(css: string): string[] {
  let depth = 0;
  let text = '';
  for (const sign of css) {
    if (sign === '{') depth += 1;
    if (depth === 0 || (sign === '{' && depth === 1)) text += sign;
    if (sign === '}') depth -= 1;
  }
  return text.split(/[{;]/).map((rule) => rule.trim());
}

const needsNoLayer = /^(?:@layer|@view-transition|@font-face|$)/;

function layerProblems(css: string): string[] {
  if (!css.includes('@layer')) return [];
  const known: readonly string[] = cssLayers;
  const layers = [...css.matchAll(/@layer\s+([^;{]+)([;{])/g)];
  return [
    ...outermost(css)
      .filter((rule) => !needsNoLayer.test(rule))
      .map((rule) => `${rule} is in no layer, other rules of the sheet are`),
    ...layers
      .filter(([, names = '', end]) => end === ';' || !known.includes(names.trim()))
      .map(([rule]) => `${rule.trim()} is not of scripts/build/css-layers.ts`),
  ];
}

const styleTag = /<style\b[^>]*>([\s\S]*?)<\/style>/g;

function sheetsOf({ path, text }: Source): Source[] {
  if (path.endsWith('.css')) return [{ path, text }];
  if (!path.endsWith('.astro')) return [];
  return [...text.matchAll(styleTag)].map(([, css = '']) => ({ path, text: css }));
}

/** The code of a file, without its style and its comments. */
const withoutStyles = ({ text }: Source): string =>
  text.replace(styleTag, '').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Fails where the sheets below `root` have problems. */
export async function checkCss(root: string): Promise<void> {
  const names = await readdir(join(root, 'src'), { recursive: true });
  const paths = names.filter((name) => /\.(?:css|astro|tsx?|js)$/.test(name));
  const sources = await Promise.all(
    paths.map(async (name) => {
      const path = join('src', name);
      return { path, text: await readFile(join(root, path), 'utf8') };
    }),
  );
  const problems = findCssProblems(sources);
  if (problems.length > 0) throw new Error(`Feuilles de style :\n${problems.join('\n')}`);
}
