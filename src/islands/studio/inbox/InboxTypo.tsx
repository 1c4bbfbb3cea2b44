import { useRef, useState } from 'react';
import type { InboxEntry } from '#shared/contracts/studio-inbox.ts';
import type { InboxTypo, InboxTypo as Entry } from '#shared/contracts/studio-typos.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { firstError } from '#islands/ui/form-errors.ts';
import { EntryHead } from './EntryHead.tsx';
import { EntryReason } from './EntryReason.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { Dots } from '../Dots.tsx';
import { MenuButton, RowMenu } from '../RowMenu.tsx';
import { actOnTypo, type TypoAct } from './inbox-calls.ts';
import type { Failure } from '#browser/outcome.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';

type Props = {
  entry: Entry;
  /** The screen is of its novel alone. */
  isOfOne: boolean;
  onDone: (sentence: string, entry: InboxEntry) => void;
  onRead: (isRead: boolean) => void;
};

const doneSentences: Record<TypoAct['kind'], string> = {
  accept: 'Le texte en ligne est corrigé.',
  corrected: 'C’est noté\u00A0: déjà corrigé.',
  refuse: 'Correction refusée\u00A0: le lecteur lira votre motif.',
  block: 'Personne bloquée\u00A0: elle ne peut plus commenter vos romans.',
};

const stateNames: Record<Exclude<Entry['state'], 'open'>, string> = {
  accepted: 'Corrigé',
  corrected: 'Déjà corrigé',
  refused: 'Refusé',
};

/** A reader's report of a typo in the inbox, and what the novel's team may do about it. */
export function InboxTypo({ entry, isOfOne, onDone, onRead }: Props) {
  const [question, setQuestion] = useState<'refuse' | 'block' | null>(null);
  const [isLeftInCopy, setLeftInCopy] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { writer, state, isRead, decision, remark } = entry;
  const name = writer?.name ?? messages.accountGone;

  const act = async (chosen: TypoAct) => {
    const outcome = await actOnTypo(entry._id, chosen);
    if (!outcome.ok) return outcome;
    setQuestion(null);
    setLeftInCopy(outcome.data.isLeftInCopy ?? false);
    // The form or button that was pressed is gone.
    place.current?.focus();
    onDone(doneSentences[chosen.kind], outcome.data.entry);
    return null;
  };
  const send = async (chosen: TypoAct) => {
    const failure = await act(chosen);
    return failure && firstError(failure);
  };

  return (
    <article
      className="inbox-entry"
      data-unread={isRead ? undefined : ''}
      aria-label={`Coquille signalée par ${name}`}
      tabIndex={-1}
      ref={place}
    >
      <EntryHead entry={entry} name={name} isOfOne={isOfOne}>
        {!isRead && <span className="badge is-scheduled">Non lu</span>}
        <span className="badge">{state === 'open' ? 'Coquille' : stateNames[state]}</span>
        {writer?.isBlocked && <span className="badge">Personne bloquée</span>}
      </EntryHead>
      <p className="typo-passage" dir="auto">
        <span>{entry.before}</span>
        <del>
          <span className="visually-hidden">au lieu de «&nbsp;</span>
          <span>{entry.wrong}</span>
          <span className="visually-hidden">&nbsp;»&nbsp;:</span>
        </del>{' '}
        <ins>{entry.correction}</ins>
        <span>{entry.after}</span>
      </p>
      {remark !== '' && (
        <p className="inbox-text" dir="auto">
          {remark}
        </p>
      )}
      {decision && (
        <p className="inbox-note" dir="auto">
          {`${state === 'open' ? '' : stateNames[state]} par ${decision.by}, ${formatInstant(decision.date)}.${decision.reason === '' ? '' : ` Motif\u00A0: ${decision.reason}`}`}
        </p>
      )}
      {isLeftInCopy && (
        <p className="inbox-note">
          Votre version de travail a encore ces mots, et sa publication les ramènerait.{' '}
          <StudioLink
            to={{ screen: 'editor', chapterId: entry.chapter._id, novelId: entry.novel._id }}
          >
            Corriger dans l’éditeur
          </StudioLink>
        </p>
      )}
      {question === null ? (
        <div className="inbox-acts">
          {state === 'open' && entry.canDecide && (
            <TypoActs entry={entry} name={name} act={act} onRefuse={() => setQuestion('refuse')} />
          )}
          <RowMenu label={<Dots />} about={name}>
            <MenuButton onPress={() => onRead(!isRead)}>
              {isRead ? 'Marquer comme non lu' : 'Marquer comme lu'}
            </MenuButton>
            {entry.canBlock && writer && !writer.isBlocked && (
              <MenuButton
                onPress={() => setQuestion('block')}
              >{`Bloquer ${writer.name}`}</MenuButton>
            )}
          </RowMenu>
        </div>
      ) : (
        <EntryReason
          key={question}
          act={question}
          isHeld={false}
          name={name}
          onSend={(reason) => send({ kind: question, reason })}
          onCancel={() => {
            setQuestion(null);
            place.current?.focus();
          }}
        />
      )}
    </article>
  );
}

type TypoActsProps = {
  entry: InboxTypo;
  name: string;
  act: (chosen: TypoAct) => Promise<Failure | null>;
  onRefuse: () => void;
};

/** Accepts a report, refuses it, or says that the text is right by now; else leads to the editor. */
function TypoActs({ entry: { chapter, novel }, name, act, onRefuse }: TypoActsProps) {
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
