/** The metadata of Project Gutenberg's English header, and the text without it. */
export type GutenbergText = {
  title: string;
  authorName: string;
  language: string;
  body: string;
  /** A header or a licence was cut off. */
  cut: boolean;
};

const startLine = /^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$/im;
const oldStartLine = /^\*END\*?\s*THE SMALL PRINT.*$/im;
const endLine =
  /^(?:\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg).*$/im;

/** Removes the header and the licence, in their forms since about 2000. */
export function readGutenberg(source: string): GutenbergText {
  const start = startLine.exec(source) ?? oldStartLine.exec(source);
  if (!start) return { title: '', authorName: '', language: '', body: source, cut: false };
  const header = source.slice(0, start.index);
  const from = start.index + start[0].length;
  const rest = source.slice(from);
  const end = endLine.exec(rest);
  return {
    title: field(header, 'Title'),
    authorName: field(header, 'Author'),
    language: field(header, 'Language'),
    body: end ? rest.slice(0, end.index) : rest,
    cut: true,
  };
}

function field(header: string, name: string): string {
  const line = new RegExp(`^${name}:[ \\t]*(.+(?:\\n[ \\t]{2,}\\S.*)*)`, 'im').exec(header);
  return line?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}
