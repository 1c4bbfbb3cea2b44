import { parse } from 'yaml';
import { z } from 'zod';
import { cleanText } from './inline.ts';

export type FrontMatter = {
  title: string;
  authorName: string;
  language: string;
  description: string;
  identifier: string;
  /** The text below the front matter. */
  body: string;
  /** Its keys, if none of them is one that a book uses. */
  unread: string[];
};

/** A scalar, or a list whose items are scalars or `{ name }` (pandoc's forms). */
const words = z
  .union([
    z.string(),
    z.number().transform(String),
    z
      .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
      .transform((names) => names.join(', ')),
    z.object({ name: z.string() }).transform(({ name }) => name),
  ])
  .catch('');
const fields = z.record(z.string(), z.unknown());

const fence = /^\s*---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** How front matter begins; a story after a rule begins otherwise. */
const opening = /^[\p{L}_"'][\p{L}\p{N}_ .'"-]{0,60}:(?:\s|$)/u;

const names = {
  title: ['title', 'titre'],
  authorName: ['author', 'authors', 'auteur', 'creator'],
  language: ['lang', 'language', 'langue'],
  description: ['description', 'abstract', 'summary', 'résumé', 'resume'],
  identifier: ['identifier', 'isbn', 'uuid', 'id'],
} as const;
const known = new Set<string>(Object.values(names).flat());

/**
 * Splits YAML front matter from the text. Front matter begins with a key and has fields; anything
 * else between two rules is text. Aliases are bounded, so that they cannot expand.
 */
export function readFrontMatter(text: string): FrontMatter {
  const found = fence.exec(text);
  const read = found ? readFields(found[1] ?? '') : null;
  const raw = read ?? {};
  const field = (forms: readonly string[]): string => {
    for (const name of forms) {
      const value = cleanText(words.parse(raw[name])).trim();
      if (value !== '') return value;
    }
    return '';
  };
  return {
    title: field(names.title),
    authorName: field(names.authorName),
    language: field(names.language),
    description: field(names.description),
    identifier: field(names.identifier),
    body: found && read ? text.slice(found[0].length) : text,
    unread: Object.keys(raw).some((name) => known.has(name)) ? [] : Object.keys(raw),
  };
}

function readFields(source: string): Record<string, unknown> | null {
  if (source.length > 64_000 || !opening.test(source)) return null;
  try {
    return fields.safeParse(parse(source, { maxAliasCount: 10 })).data ?? null;
  } catch {
    return readLines(source);
  }
}

const line = /^([\p{L}_]+):[ \t]+([^\s[{&*|>!%@`"'#].*)$/u;

/** « title: Paris: la nuit » is invalid YAML, but readable if each line is a key and its text. */
function readLines(source: string): Record<string, string> | null {
  const found = source.split('\n').map((text) => line.exec(text));
  const read = found.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : []));
  const isWhole = read.length === found.length && read.some(([name]) => known.has(name));
  return isWhole ? Object.fromEntries(read) : null;
}
