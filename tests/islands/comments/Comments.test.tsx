import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Comments } from '#islands/comments/Comments.tsx';
import { listComments } from '#shared/contracts/comments.ts';
import { answers } from '../world/forged-server.ts';

test('the button gets the focus that it did not have when its press was done again', async () => {
  answers(listComments, {
    threads: [],
    nextCursor: null,
    comments: 0,
    suspendedUntil: null,
    closedSentence: null,
  });
  await render(<Comments chapterId="01a229c1-1ca2-74bb-b7bb-7f0ad7ee983a" count={0} />);
  const button = page.getByRole('button', { name: /^Commentaires/ });
  // By a script: a press that came before the island did, and Safari's, leave the focus on the page.
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});
