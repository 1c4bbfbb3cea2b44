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
const fields = z.record(z.string(), z.unknown()).catch({});

/**
 * Splits YAML front matter from the text. Front matter that is not valid YAML is left out
 * of the text and its fields stay empty. Aliases are bounded, so that they cannot expand.
 */
export function readFrontMatter(text: string): FrontMatter {
  const found = /^\s*---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const raw = fields.parse(found ? parseYaml(found[1] ?? '') : {});
  const field = (...names: string[]): string => {
    for (const name of names) {
      const value = cleanText(words.parse(raw[name])).trim();
      if (value !== '') return value;
    }
    return '';
  };
  return {
    title: field('title', 'titre'),
    authorName: field('author', 'authors', 'auteur', 'creator'),
    language: field('lang', 'language', 'langue'),
    description: field('description', 'abstract', 'summary', 'résumé', 'resume'),
    identifier: field('identifier', 'isbn', 'uuid', 'id'),
    body: found ? text.slice(found[0].length) : text,
  };
}

function parseYaml(source: string): unknown {
  if (source.length > 64_000) return {};
  try {
    return parse(source, { maxAliasCount: 10 });
  } catch {
    return {};
  }
}
