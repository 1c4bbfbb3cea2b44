/** Anchors of a legal text's sections, and its table of contents. */
import type MarkdownIt from 'markdown-it';

type Tokens = ReturnType<InstanceType<typeof MarkdownIt>['parse']>;
type Heading = { id: string; text: string };

/** Gives each second-level heading an id made from its words. @returns them in order. */
export function nameHeadings(tokens: Tokens): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return [];
    const text = tokens[index + 1]?.content ?? '';
    const id = anchor(text);
    token.attrSet('id', id);
    return [{ id, text }];
  });
}

/** The table of contents as HTML. The headings come from our own texts: no markup in them. */
export function listContents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return `<nav class="toc" aria-label="Sommaire"><ol>${items.join('')}</ol></nav>`;
}

/** “6. Droit de rétractation” is `droit-de-retractation`: renumbering breaks no link. */
function anchor(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replace(/^\d+\.\s*/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
