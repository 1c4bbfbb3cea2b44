import type { Node } from 'prosemirror-model';
import { EditorState, NodeSelection, TextSelection, type Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import editorStyles from '#islands/studio/editor/editor.css?inline';
import { NoteDialog } from '#islands/studio/editor/NoteDialog.tsx';
import { axeEverywhere } from '../world/axe.ts';

// ProseMirror looks for white space that is kept.
adoptStyles(editorStyles);

async function open(selectionIn = (doc: Node): Selection => TextSelection.create(doc, 7)) {
  const doc = parseChapter(
    '<p>Le mot</p><p><sup><a href="#note-1">1</a></sup></p><aside id="note-1"><p>Rare.</p></aside>',
  );
  const selection = selectionIn(doc);
  const place = document.body.appendChild(document.createElement('div'));
  place.style.whiteSpace = 'break-spaces';
  const view = new EditorView(place, { state: EditorState.create({ doc, selection }) });
  const onClosed = vi.fn();
  const onWritten = () => undefined;
  const screen = await render(
    <NoteDialog view={view} language="fr" onWritten={onWritten} onClosed={onClosed} />,
  );
  await expect.element(screen.getByRole('textbox')).toHaveFocus();
  return { view, screen, onClosed };
}

test('Escape in its text closes a note without words', async () => {
  const { view, onClosed } = await open();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClosed.mock.calls.length).toBe(1);
  expect(chapterHtml(view.state.doc)).toMatch(/^<p>Le mot<\/p>/);
});

test('Escape asks before a written note is lost', async () => {
  const { screen, onClosed } = await open();
  await userEvent.keyboard('Précieux');
  await userEvent.keyboard('{Escape}');
  const asked = screen.getByRole('dialog', { name: /^Abandonner cette note/ });
  await expect.element(asked).toBeVisible();
  expect(onClosed).not.toHaveBeenCalled();
  await asked.getByRole('button', { name: 'Continuer à écrire' }).click();
  await expect.element(screen.getByRole('textbox')).toMatchTextContent('Précieux');
});

test('what is typed becomes French signs and marks, as in the text', async () => {
  const { view, screen } = await open();
  await userEvent.keyboard('"Mot" de *bas*, l\'autre...');
  await screen.getByRole('button', { name: 'Insérer la note' }).click();
  expect(chapterHtml(view.state.doc)).toContain('«\u202FMot\u202F» de <em>bas</em>, l’autre…');
});

test('its buttons make italic and bold, and say where they are on', async () => {
  const { view, screen } = await open();
  const italic = screen.getByRole('button', { name: 'Italique' });
  const bold = screen.getByRole('button', { name: 'Gras' });
  await expect.element(italic).toHaveAttribute('aria-pressed', 'false');
  await italic.click();
  await expect.element(italic).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('Bas');
  await userEvent.keyboard('{Control>}i{/Control}');
  await expect.element(italic).toHaveAttribute('aria-pressed', 'false');
  await bold.click();
  await userEvent.keyboard('Haut');
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true');
  await axeEverywhere();
  await screen.getByRole('button', { name: 'Insérer la note' }).click();
  expect(chapterHtml(view.state.doc)).toContain('<em>Bas</em><strong>Haut</strong>');
});

test('a note has no blocks, and Backspace takes a replacement back', async () => {
  const { screen } = await open();
  await userEvent.keyboard('# Un > deux');
  await expect.element(screen.getByRole('textbox')).toMatchTextContent('# Un > deux');
  await userEvent.keyboard('...{Backspace}');
  await expect.element(screen.getByRole('textbox')).toMatchTextContent('# Un > deux...');
});

test('a note that was looked at is not replaced by what is typed next', async () => {
  const { view, onClosed } = await open((doc) => NodeSelection.create(doc, doc.content.size - 2));
  const before = chapterHtml(view.state.doc);
  expect(before).toContain('<aside id="note-1"><p>Rare.</p></aside>');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClosed.mock.calls.length).toBe(1);
  view.focus();
  await userEvent.keyboard('ici');
  expect(chapterHtml(view.state.doc)).toBe(before.replace('</sup></p>', '</sup>ici</p>'));
});
