import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { deleteNovel, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { goTo } from '../navigation.ts';
import { ownList } from '../route.ts';

/** Deletes a novel that was never published. */
export function DeleteNovel({ novel }: { novel: StudioNovelBody }) {
  const [isAsking, setAsking] = useState(false);
  const count = novel.chapters.draft + novel.chapters.scheduled;
  const remove = async () => {
    const outcome = await call<typeof deleteNovel>('DELETE', '/api/studio/novels/{id}', {
      params: { id: novel._id },
    });
    if (!outcome.ok && outcome.error !== 'NOT_FOUND') return { sentence: outcome.message };
    await goTo(ownList, { replaces: true, isSettled: true });
    return null;
  };
  return (
    <section className="danger" aria-labelledby="supprimer-roman">
      <h3 id="supprimer-roman">Supprimer ce roman</h3>
      <p className="muted">C’est possible tant qu’aucun chapitre n’a été publié.</p>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Supprimer le roman
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Supprimer «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Supprimer le roman"
          onConfirm={remove}
          onClosed={() => setAsking(false)}
        >
          <p>
            {count === 0
              ? 'Le roman disparaît pour de bon.'
              : `Le roman et ${plural(count, 'chapitre')} disparaissent pour de bon.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
