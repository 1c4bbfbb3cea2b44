import { useState } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { InboxTypo } from '#shared/contracts/studio-typos.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { StudioLink } from '../StudioLink.tsx';
import type { TypoAct } from './typo-calls.ts';

type TypoActsProps = {
  entry: InboxTypo;
  name: string;
  act: (chosen: TypoAct) => Promise<Failure | null>;
  onRefuse: () => void;
};

/** Accepts a report, refuses it, or says that the text is right by now; else leads to the editor. */
export function TypoActs({ entry: { chapter, novel }, name, act, onRefuse }: TypoActsProps) {
  const [isByHand, setByHand] = useState(false);
  const { run, isPending, refusal } = useAction(async (chosen: TypoAct) => {
    const failure = await act(chosen);
    setByHand(failure?.error === 'TEXT_CHANGED');
    return failure && { sentence: failure.message };
  });
  const of = <span className="visually-hidden">{` (${name})`}</span>;
  return (
    <>
      <Button isSmall isBusy={isPending} onClick={() => run({ kind: 'accept' })}>
        Corriger le texte{of}
      </Button>
      <Button variant="quiet" isSmall onClick={onRefuse}>
        Refuser{of}
      </Button>
      <Button variant="link" isBusy={isPending} onClick={() => run({ kind: 'corrected' })}>
        Déjà corrigé{of}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      {isByHand && (
        <StudioLink to={{ screen: 'editor', chapterId: chapter._id, novelId: novel._id }}>
          Ouvrir le chapitre dans l’éditeur
        </StudioLink>
      )}
    </>
  );
}
