import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { createChapter } from '#shared/contracts/studio-chapters.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { goTo } from '../navigation.ts';

/** Makes a draft at the end of the novel and opens the editor: once, however often it is pressed. */
export function NewChapterButton({ novelId }: { novelId: string }) {
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState('');
  const key = useRef('');
  const make = async () => {
    if (isMaking) return;
    setMaking(true);
    setFailure('');
    // The same key again where the answer was lost.
    key.current ||= crypto.randomUUID();
    const outcome = await call<typeof createChapter>('POST', '/api/studio/novels/{id}/chapters', {
      params: { id: novelId },
      body: { key: key.current },
    });
    setMaking(false);
    if (!outcome.ok) {
      setFailure(outcome.message);
      return;
    }
    key.current = '';
    void goTo({ screen: 'editor', novelId, chapterId: outcome.data._id });
  };
  return (
    <>
      <Button aria-disabled={isMaking} onClick={() => void make()}>
        {isMaking ? 'Un instant…' : 'Écrire un chapitre'}
      </Button>
      <FailureNotice sentence={failure} />
    </>
  );
}
