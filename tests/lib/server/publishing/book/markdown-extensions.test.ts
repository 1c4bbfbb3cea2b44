import { describe, expect, test } from 'vitest';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const htmlOf = (markdown: string) => markdownToChapterHtml(markdown).html;
const noted = (text: string, ...notes: string[]) =>
  [
    `<p>${text.replace(/\{(\d)\}/g, '<sup><a href="#note-$1">$1</a></sup>')}</p>`,
    ...notes.map((note, index) => `<aside id="note-${index + 1}"><p>${note}</p></aside>`),
  ].join('\n');

describe('Markdown beyond its core', () => {
  test.each([
    ['Un mot^[Sa *note*.] juste.', noted('Un mot{1} juste.', 'Sa <em>note</em>.')],
    ['Un^[a [b] c] et deux^[1. d].', noted('Un{1} et deux{2}.', 'a [b] c', '1. d')],
    ['Un^[a\nb], deux[^x].\n\n[^x]: y', noted('Un{1}, deux{2}.', 'a b', 'y')],
    ['Un^[ ] mot', '<p>Un^[ ] mot</p>'],
    ['2^\\[3] et \\^[4]', '<p>2^[3] et ^[4]</p>'],
  ])('has notes in the sentence: %s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  const box = (...texts: string[]) =>
    `<div class="box">${texts.map((text) => `<p>${text}</p>`).join('')}</div>`;
  test.each([
    ['::: box\nForce 12\n:::', box('Force 12')],
    [
      'a\n\n:::: {.encadré #x}\nForce\n\n*12*\n::::\nb',
      `<p>a</p>\n${box('Force', '<em>12</em>')}\n<p>b</p>`,
    ],
    [':::note Statut\nForce 12\n:::', box('<strong>Statut</strong>', 'Force 12')],
    ['::: center\nFin\n:::', '<p class="centered">Fin</p>'],
    ['::: inconnu\n::: box\nx\n:::\ny\n:::', `${box('x')}\n<p>y</p>`],
    ['> [!WARNING]\n> Danger\n\n> Cité', `${box('Danger')}\n<blockquote><p>Cité</p></blockquote>`],
    ['> [!note] Titre\n> x\n>\n> y', box('<strong>Titre</strong>', 'x', 'y')],
  ])('has boxes: %s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  test.each([
    ['```\nUn^[mot]\n```', 'Un^[mot]'],
    ['~~~\n```\n::: box\nx\n:::\n~~~', '```<br>::: box<br>x<br>:::'],
    ['````\n```\n> [!NOTE]\n> x\n````', '```<br>&gt; [!NOTE]<br>&gt; x'],
    ['    Un^[mot] et [^1]', 'Un^[mot] et [^1]'],
    ['Un `^[mot]` ``x`^[y]`` `[^1]`', 'Un ^[mot] x`^[y] [^1]'],
    ['Le `x\ny^[z]`', 'Le x y^[z]'],
    ['\\`^\\[a]`', '`^[a]`'],
  ])('keeps code as it is typed: %s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(`<p>${html}</p>`);
  });

  test.each([
    ['Un^[a `]^[x]` b].', noted('Un{1}.', 'a ]^[x] b')],
    ['Un[^1].\n\n[^1]: `^[x]`', noted('Un{1}.', '^[x]')],
    ['Un[^1].\n\n[^1]: a\n\n    b^[c] d', noted('Un{1}.', 'a</p><p>b d')],
    ['Un` b^[c].', noted('Un` b{1}.', 'c')],
    ['::: box\n`^[x]`\n:::', box('^[x]')],
    ['> [!NOTE]\n> `[!NOTE]`', box('[!NOTE]')],
  ])('reads what is beside code: %s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  test('names what is not read and stays in the text', async () => {
    const text =
      'Un mot.\n\n+---+---+\n| a | b |\n+---+---+\n\n::: box\n\nOuvert^[sans fin\n\n![[carte.png]]';
    const { report, chapters } = await readExpectedBook(textBytes(text), 'a.md');
    expect(report).toContain(
      'Restent dans le texte comme ils sont tapés\u00A0: tableau en grille («\u00A0+---+\u00A0»), bloc «\u00A0:::\u00A0» sans fin, note «\u00A0^[\u00A0» sans fin, lien ou image «\u00A0[[…]]\u00A0».',
    );
    expect(chapters[0]?.html).toContain('Ouvert^[sans fin');
    const plain = await readExpectedBook(textBytes('Un^[note].\n\n::: box\na\n:::'), 'a.md');
    expect(plain.report.join()).not.toContain('tapés');
  });
});
