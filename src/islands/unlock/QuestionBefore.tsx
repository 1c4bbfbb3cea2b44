import { Challenge } from '../challenge/Challenge.tsx';
import type { ChallengeUse } from '../challenge/use-challenge.ts';
import { Button } from '../ui/button/Button.tsx';

type Props = Omit<ChallengeUse, 'chapterId'> & {
  /** The chapter that is to be paid for or read. */
  chapterId: string;
  /** What follows a right answer, in a sentence; '' for nothing but the text. */
  then?: string;
  /** Whether the question takes the focus: by default it follows a press. */
  takesFocus?: boolean;
  /** Goes back without an answer; absent where nothing is behind the question. */
  onCancelled?: () => void;
};

/** The question before a premium chapter opens, and before it is paid for. */
export function QuestionBefore(props: Props) {
  const { then = '', takesFocus = true, onCancelled, ...use } = props;
  return (
    <Challenge
      {...use}
      title="Une petite question avant d’ouvrir"
      reason={`Elle sert à écarter les robots. ${then}`.trim()}
      finePrint={`Une erreur est permise\u202F; la seconde suspend l’accès aux romans pendant dix minutes.`}
      takesFocus={takesFocus}
    >
      {onCancelled && (
        <Button variant="link" onClick={onCancelled}>
          Pas maintenant
        </Button>
      )}
    </Challenge>
  );
}
