import { describe, expect, test } from 'vitest';
import type { Proposal } from '#server/publishing/book/book.ts';
import { editBook } from '#server/publishing/book/edit-book.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { planChapters } from '#shared/site/import-plan.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const source = `# Un

Début[^a].

## Lettre

Chère Anne[^b].

* * *

# Deux

Suite[^c].

[^a]: Note a.

[^b]: Note b.

[^c]: Note c.
`;
const edited = async (...edits: ImportEdit[]) => {
  const { proposals } = await readExpectedBook(textBytes(source), 'x.md');
  return editBook(proposals, edits).chapters;
};
const marker = (number: number) => `<sup><a href="#note-${number}">${number}</a></sup>`;
const note = (number: number, name: string) =>
  `<aside id="note-${number}"><p>Note ${name}.</p></aside>`;

describe('the chapters that edits make of a book', () => {
  test('take their notes along when one is split, and renumber them', async () => {
    const chapters = await edited({ kind: 'split', piece: '1@1' });
    expect(chapters.map(({ title, html }) => [title, html])).toEqual([
      ['Un', `<p>Début${marker(1)}.</p>\n${note(1, 'a')}`],
      ['Lettre', `<p>Chère Anne${marker(1)}.</p>\n${note(1, 'b')}`],
      ['Deux', `<p>Suite${marker(1)}.</p>\n${note(1, 'c')}`],
    ]);
  });

  test('have what is written beside the texts that are joined, whichever has it', async () => {
    const { proposals } = await readExpectedBook(textBytes(source), 'x.md');
    const [one, two] = proposals;
    if (!one || !two) throw new Error('two chapters were written');
    const beside = { before: 'Avant.', after: 'Après.', recap: 'Elle part.', cast: 'Ysé : elle.' };
    const join = (...both: Proposal[]) =>
      editBook(both, [{ kind: 'merge', piece: '2' }]).chapters[0]?.authorNotes;
    expect(join(one, { ...two, authorNotes: beside })).toEqual({ ...beside, before: '' });
    expect(join({ ...one, authorNotes: beside }, two)).toEqual({ ...beside, after: '' });
    const long = (name: string) => ({ ...beside, cast: `${name} : ${'a'.repeat(1_990)}` });
    const cast = join({ ...one, authorNotes: long('A') }, { ...two, authorNotes: long('B') })?.cast;
    expect(cast?.split('\n').map(({ length }) => length)).toEqual([1_994, 1_994]);
  });

  test('are those of the plan where a split leaves nothing before a heading', () => {
    const proposal: Proposal = {
      title: 'Un',
      part: null,
      html: '<h2>Lettre</h2>\n<p>Chère Anne.</p>',
      wordCount: 3,
      kind: 'story',
      isTaken: true,
      confidence: 'certain',
      reason: null,
      headings: [{ title: 'Lettre', line: 0, wordCount: 3 }],
    };
    const edits: ImportEdit[] = [{ kind: 'split', piece: '1@1' }];
    const { chapters } = editBook([proposal], edits);
    expect(chapters.map(({ title, html }) => [title, html])).toEqual([
      ['Lettre', '<p>Chère Anne.</p>'],
    ]);
    // Prices and days are counted by the plan.
    const planned = planChapters([proposal], edits).chapters;
    expect(planned.map(({ title }) => title)).toEqual(['Lettre']);
  });

  test('keep the title of what is merged as a heading', async () => {
    const [only] = await edited({ kind: 'merge', piece: '2' });
    expect(only?.html.split('\n')).toEqual([
      `<p>Début${marker(1)}.</p>`,
      '<h2>Lettre</h2>',
      `<p>Chère Anne${marker(2)}.</p>`,
      '<h2>Deux</h2>',
      `<p>Suite${marker(3)}.</p>`,
      note(1, 'a'),
      note(2, 'b'),
      note(3, 'c'),
    ]);
  });

  test('parse the text of a proposal only once to split it', () => {
    const count = 200;
    const lines = Array.from(
      { length: count },
      (_, index) => `<h2>Titre ${index}</h2>\n<p>Mot.</p>`,
    );
    const html = ['<p>Début.</p>', ...lines].join('\n');
    let reads = 0;
    const proposal: Proposal = {
      title: 'Tout',
      part: null,
      wordCount: 1 + count * 3,
      kind: 'story',
      isTaken: true,
      confidence: 'certain',
      reason: null,
      headings: lines.map((_, index) => ({
        title: `Titre ${index}`,
        line: 1 + index * 2,
        wordCount: 3,
      })),
      get html() {
        reads += 1;
        return html;
      },
    };
    const edits = lines.map((_, index): ImportEdit => ({ kind: 'split', piece: `1@${index + 1}` }));
    const { chapters } = editBook([proposal], edits);
    expect(chapters.map((chapter) => chapter.html)).toEqual([
      '<p>Début.</p>',
      ...lines.map(() => '<p>Mot.</p>'),
    ]);
    expect(reads).toBe(1);
  });

  test('begin with the title of a split without text', async () => {
    const text =
      '# Un\n\nDébut.\n\n## Deuxième partie\n\n### Le départ\n\nSuite.\n\n# Trois\n\nFin.\n';
    const { proposals } = await readExpectedBook(textBytes(text), 'x.md');
    const edits: ImportEdit[] = [
      { kind: 'split', piece: '1@1' },
      { kind: 'split', piece: '1@2' },
    ];
    const { chapters } = editBook(proposals, edits);
    expect(chapters.map(({ title, html }) => [title, html])).toEqual([
      ['Un', '<p>Début.</p>'],
      ['Le départ', '<h2>Deuxième partie</h2>\n<p>Suite.</p>'],
      ['Trois', '<p>Fin.</p>'],
    ]);
    const planned = planChapters(proposals, edits).chapters;
    expect(planned.map(({ title }) => title)).toEqual(chapters.map(({ title }) => title));
  });

  test('are unchanged when a split is merged', async () => {
    const whole = await edited();
    const again = await edited({ kind: 'split', piece: '1@1' }, { kind: 'merge', piece: '1@1' });
    expect(again).toEqual(whole);
  });

  test('have keys of their new titles, all unique', async () => {
    const chapters = await edited(
      { kind: 'rename', piece: '1', title: 'Le port' },
      { kind: 'rename', piece: '2', title: 'Le port' },
    );
    expect(chapters.map(({ sourceKey }) => sourceKey)).toEqual(['le-port', 'le-port~2']);
  });

  test('keep a paragraph above the notes that only begins like their title', async () => {
    const text = '# Un\n\nDébut[^a].\n\nNotes pour plus tard.\n\n[^a]: Note a.\n';
    const { chapters } = await readExpectedBook(textBytes(text), 'x.md');
    expect(chapters[0]?.html).toContain('<p>Notes pour plus tard.</p>');
  });
});
