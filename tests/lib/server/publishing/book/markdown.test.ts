import { describe, expect, test } from 'vitest';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const text = 'La pluie tombait sur la ville et les passants couraient vers la gare. '
  .repeat(12)
  .trim();

async function chapters(markdown: string) {
  const book = await readExpectedBook(textBytes(markdown), 'livre.md');
  return book.chapters.map(({ part, title }) => [part, title]);
}

describe('markdownToChapterHtml', () => {
  test('writes emphasis, quotations and separators in the allowed subset', () => {
    expect(markdownToChapterHtml('Un *mot* **fort**.\n\n* * *\n\n> Cité.\n\n# Titre').html).toBe(
      '<p>Un <em>mot</em> <strong>fort</strong>.</p>\n<hr>\n<blockquote><p>Cité.</p></blockquote>\n<h2>Titre</h2>',
    );
  });

  test('keeps hard line breaks as verse', () => {
    expect(markdownToChapterHtml('> Un vers,  \n> un autre.').html).toBe(
      '<blockquote><p class="verse">Un vers,<br>un autre.</p></blockquote>',
    );
  });

  test('keeps footnotes with their continuation lines at the end of the chapter', () => {
    const { html, removed } = markdownToChapterHtml(
      'Un mot(1) [^1] et[^b].\n\n[^1]: La note,\n    sa suite.\n\n[^b]: Autre.\n\nFin.',
    );
    expect(html).toBe(
      '<p>Un mot<sup><a href="#note-1">1</a></sup> et<sup><a href="#note-2">2</a></sup>.</p>\n<p>Fin.</p>\n' +
        '<aside id="note-1"><p>La note, sa suite.</p></aside>\n<aside id="note-2"><p>Autre.</p></aside>',
    );
    expect(removed).toMatchObject({ footnotes: 0, noteMarks: 0 });
  });

  test('removes images and raw HTML outside the subset', () => {
    const { html, removed } = markdownToChapterHtml(
      '![x](y.png)Un <script>alert(1)</script><b>mot</b> [lien](javascript:alert(1))',
    );
    expect(html).toContain('Un <strong>mot</strong>');
    expect(html).not.toContain('<script');
    expect(removed.images).toBe(1);
  });

  test('reads deep quotations without failing', () => {
    expect(markdownToChapterHtml(`${'>'.repeat(20_000)} fond`).html).not.toContain('<script');
  });
});

describe('a Markdown book', () => {
  test('takes chapters at the level that holds the text, parts above it', async () => {
    expect(
      await chapters(
        `# Partie un\n\n## I\n\n${text}\n\n## II\n\n${text}\n\n# Partie deux\n\n## I\n\n${text}`,
      ),
    ).toEqual([
      ['Partie un', 'I'],
      ['Partie un', 'II'],
      ['Partie deux', 'I'],
    ]);
  });

  test('takes a single first heading as the title of the book', async () => {
    const book = await readExpectedBook(
      textBytes(`# Mon livre\n\n## Un\n\n${text}\n\n## Deux\n\n${text}`),
      'x.md',
    );
    expect(book.title).toBe('Mon livre');
    expect(book.chapters.map(({ part, title }) => [part, title])).toEqual([
      [null, 'Un'],
      [null, 'Deux'],
    ]);
  });

  test('keeps deeper headings inside the chapter and not the chapter’s own', async () => {
    const book = await readExpectedBook(
      textBytes(`# Un\n\n${text}\n\n## Lettre\n\n${text}\n\n# Deux\n\n${text}`),
      'x.md',
    );
    expect(book.chapters).toHaveLength(2);
    expect(book.chapters[0]?.html).toContain('<h2>Lettre</h2>');
    expect(book.chapters[0]?.html).not.toContain('Un</h');
  });

  test('keeps a prologue with text among parts as a chapter', async () => {
    expect(
      await chapters(
        `## Prologue\n\n${text}\n\n## Première partie\n\n### I\n\n${text}\n\n### II\n\n${text.repeat(6)}`,
      ),
    ).toEqual([
      [null, 'Prologue'],
      ['Première partie', 'I'],
      ['Première partie', 'II'],
    ]);
  });

  test('makes one chapter of a text without headings', async () => {
    expect(await chapters(text)).toEqual([[null, 'Chapitre 1']]);
  });

  test('reads the front matter and never shows it', async () => {
    const source = `---\ntitle: "L’Été"\nauthor:\n  - Jeanne Martin\n  - name: Luc Petit\nlang: fr-FR\ndescription: Un été.\n---\n\n# I\n\n${text}\n`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    expect(book).toMatchObject({
      title: 'L’Été',
      authorName: 'Jeanne Martin, Luc Petit',
      language: 'fr',
      description: 'Un été.',
    });
    expect(book).toMatchObject({ identifier: null, isTitleGuessed: false });
    expect(JSON.stringify(book.chapters)).not.toContain('author');
  });

  test('reads a text whose front matter is not YAML', async () => {
    expect(await chapters(`---\ntitle: [\n---\n\n# I\n\n${text}`)).toEqual([[null, 'I']]);
  });

  test.each([
    ['a rule before its title', `# Chapitre 1\n\nPremier. ${text}`],
    ['a rule before its story', `\nPremier. ${text}`],
    ['a rule before a speech', `Jean : tu viens ?\n\nPremier. ${text}`],
    ['fields that are not closed', `title: [\n\nPremier. ${text}`],
  ])('keeps what stands between two rules: %s', async (_, first) => {
    const source = `---\n${first}\n\n---\n\nSuite. ${text}\n\n# Chapitre 2\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    const html = book.proposals.map((proposal) => proposal.html).join('\n');
    expect(html).toContain('Premier. La pluie');
    expect(html).toContain('Suite. La pluie');
  });

  test('keeps a rule after the first scene as one', async () => {
    const source = `---\n\n# Chapitre 1\n\nPREMIER\n\n---\n\nSUITE\n\n# Chapitre 2\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    expect(book.chapters[0]).toMatchObject({
      title: 'Chapitre 1',
      html: '<p>PREMIER</p>\n<hr>\n<p>SUITE</p>',
    });
  });

  test('reads plain fields whose text contains a colon', async () => {
    const source = `---\ntitle: Paris: la nuit\nauthor: Anne Kerl\n---\n\n# I\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    expect(book).toMatchObject({ title: 'Paris: la nuit', authorName: 'Anne Kerl' });
    expect(book.chapters).toHaveLength(1);
  });

  test('names the keys of a front matter without metadata of the book', async () => {
    const source = `---\nPAUL: Viens.\nMARIE: Non.\n---\n\n# I\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    expect(book.report).toContain(
      'L’en-tête du fichier («\u00A0PAUL\u00A0», «\u00A0MARIE\u00A0») n’a pas été repris.',
    );
  });

  test('names a chapter without text, whatever its title', async () => {
    const source = `# La gare\n\n${text}\n\n# Le port\n\n# La mer\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'x.md');
    expect(book.chapters.map(({ title }) => title)).toEqual(['La gare', 'La mer']);
    expect(book.report).toContain(
      '«\u00A0Le port\u00A0» ne contient aucun texte et n’est pas devenu un chapitre.',
    );
  });

  test('gives chapters of the same name unique, stable keys', async () => {
    const source = textBytes(`# Le père\n\n${text}\n\n# Le père\n\n${text}`);
    const [first, second] = await Promise.all([
      readExpectedBook(source, 'x.md'),
      readExpectedBook(source, 'x.md'),
    ]);
    expect(first.chapters.map(({ sourceKey }) => sourceKey)).toEqual(['le-pere', 'le-pere~2']);
    expect(second).toEqual(first);
  });
});
