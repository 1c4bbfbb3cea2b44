import { useRef } from 'react';
import { call } from '#browser/call.ts';
import { createChapter } from '#shared/contracts/studio-chapters.ts';
import { useAction } from '#islands/ui/use-action.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { goTo } from '../navigation.ts';
import { rememberMade } from './empty-draft.ts';

/** Creates a draft at the end of the novel and opens the editor: once, however often it is pressed. */
export function NewChapterButton({ novelId }: { novelId: string }) {
  const key = useRef('');
  const { run, isPending, refusal } = useAction(async () => {
    // A retry reuses the key if the response was lost.
    key.current ||= crypto.randomUUID();
    const outcome = await call(createChapter, {
      params: { id: novelId },
      body: { key: key.current },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    key.current = '';
    rememberMade(outcome.data._id);
    void goTo({ screen: 'editor', novelId, chapterId: outcome.data._id });
    return null;
  });
  return (
    <>
      <Button aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Un instant…' : 'Écrire un chapitre'}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}
