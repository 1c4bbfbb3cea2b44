import { readFileSync } from 'node:fs';

/** A block of the how-to: what an operator copies, verbatim. */
export type Block = { name: string; language: string; text: string };

const document = new URL('../../docs/how-to/production.md', import.meta.url);
const fenced = /^( *)```(\S+)(?: (\S+))?\n([^]*?)^ *```$/gm;

/** The blocks of production.md by their names: the word after the language, else the language. */
export function documentedBlocks(): Map<string, Block> {
  const blocks = new Map<string, Block>();
  for (const found of readFileSync(document, 'utf8').matchAll(fenced)) {
    const [, indent = '', language = '', name = language, body = ''] = found;
    if (blocks.has(name)) throw new Error(`the how-to has two blocks “${name}”`);
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    blocks.set(name, { name, language, text });
  }
  return blocks;
}

/** Blocks that other tests run. */
export const runElsewhere: Record<string, string> = {
  'upstream-line': 'tests/instances/cluster.ts',
  vcl: 'tests/instances/varnish.test.ts',
  prometheus: 'tests/docs.test.ts',
};
