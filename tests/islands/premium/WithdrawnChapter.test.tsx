import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { WithdrawnChapter } from '#islands/premium/WithdrawnChapter.tsx';
import { getChapter } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

test('a chapter that was taken down says so in the place of what the page said', async () => {
  expectMessage(/404/);
  signIn();
  refuses(getChapter, 'NOT_FOUND', { message: messages.chapterTakenDown });
  await render(
    <main className="page">
      <div className="notice">
        <h1>Chapitre non trouvé</h1>
      </div>
      <div>
        <WithdrawnChapter id="01a229c1-1ca2-74bb-b7bb-7f0ad7ee983a" />
      </div>
    </main>,
  );
  await expect.element(page.getByRole('status')).toMatchTextContent(messages.chapterTakenDown);
  await expect.element(page.getByRole('heading')).toMatchTextContent('Chapitre retiré');
  await axeEverywhere();
});
