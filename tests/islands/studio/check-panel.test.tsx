import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { chapterHtml, parseChapter } from '#islands/studio/editor/chapter-html.ts';
import { CheckPanel } from '#islands/studio/editor/check/CheckPanel.tsx';
import { useCheck } from '#islands/studio/editor/Editor.tsx';
import editorStyles from '#islands/studio/editor/editor.css?inline';
import { PasteReport } from '#islands/studio/editor/paste/PasteReport.tsx';
import { pasteReport } from '#islands/studio/editor/paste/paste-report.ts';
import { createPictureQueue } from '#islands/studio/editor/picture-queue.ts';
import { axeEverywhere } from '../world/axe.ts';

// ProseMirror looks for white space that is kept.
adoptStyles(editorStyles);

function useStateOf(view: EditorView): EditorState {
  const [state, setState] = useState(view.state);
  useEffect(() => {
    view.setProps({
      dispatchTransaction: (transaction) => {
        view.updateState(view.state.apply(transaction));
        setState(view.state);
      },
    });
  }, [view]);
  return state;
}

/** The panel of a text, which follows what it changes. */
function Checked({ view }: { view: EditorView }) {
  const state = useStateOf(view);
  const nothing = () => undefined;
  return (
    <CheckPanel view={view} state={state} language="fr" onStatus={nothing} onClosed={nothing} />
  );
}

async function open(html: string, Panel = Checked): Promise<EditorView> {
  const place = document.body.appendChild(document.createElement('div'));
  place.className = 'editor-text';
  const doc = parseChapter(html);
  const plugins = [pasteReport(createPictureQueue('c'))];
  const attributes = { role: 'textbox', 'aria-label': 'Texte du chapitre' };
  const view = new EditorView(place, { state: EditorState.create({ doc, plugins }), attributes });
  await render(
    <main>
      <h1>Chapitre 1</h1>
      <h2>Texte</h2>
      <Panel view={view} />
    </main>,
  );
  return view;
}

/** Both panels of a text, and the tool that opens the check. */
function Panels({ view }: { view: EditorView }) {
  const state = useStateOf(view);
  const check = useCheck(state);
  const nothing = () => undefined;
  return (
    <>
      <button onClick={check.toggle}>Relire la typographie</button>
      {check.isShown && (
        <CheckPanel
          view={view}
          state={state}
          language="fr"
          onStatus={nothing}
          onClosed={check.close}
        />
      )}
      <PasteReport view={view} state={state} isCovered={check.isShown} />
    </>
  );
}

const accept = () => page.getByRole('button', { name: /^Accepter\s: / });
const close = page.getByRole('button', { name: 'Fermer' });

test('the focus stays in the list while there is one, and then is at the panel’s button', async () => {
  const view = await open('<p>Ah ! Non ?</p><p>=====</p>');
  await accept().first().click();
  await expect.poll(() => accept().elements().length).toBe(1);
  await expect.element(accept()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toMatchTextContent(/rien à corriger/);
  await expect.element(close).toHaveFocus();
  await page.getByRole('button', { name: /^Remplacer\s: / }).click();
  await expect.element(page.getByRole('status')).toMatchTextContent(/rien à signaler/);
  await expect.element(close).toHaveFocus();
  expect(chapterHtml(view.state.doc)).toContain('<hr>');
  await axeEverywhere();
});

test('all accepted at once leave the focus in the panel', async () => {
  await open('<p>Ah ! Non ?</p>');
  await page.getByRole('button', { name: 'Accepter toutes les corrections' }).click();
  await expect.element(page.getByRole('status')).toMatchTextContent(/rien à corriger/);
  await expect.element(close).toHaveFocus();
});

test('of the check and a paste’s report the last is shown, then the other', async () => {
  const view = await open('<p>Ah ! Non ?</p>', Panels);
  const tool = page.getByRole('button', { name: 'Relire la typographie' });
  const check = page.getByRole('region', { name: 'Relecture' });
  const report = page.getByRole('region', { name: /n’a pas été gardé$/ });
  await tool.click();
  await expect.element(check).toBeVisible();
  view.pasteHTML('<p>Un <u>deux</u></p>');
  await expect.element(report).toBeVisible();
  await expect.element(check).not.toBeInTheDocument();
  await tool.click();
  await expect.element(check).toBeVisible();
  await expect.element(report).not.toBeInTheDocument();
  await close.click();
  await expect.element(report).toBeVisible();
  await tool.click();
  view.pasteHTML('<p>Un <u>deux</u></p>');
  await close.click();
  await expect.element(check).toBeVisible();
  await axeEverywhere();
});
