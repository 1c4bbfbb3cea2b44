import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { declarationLimits } from '#shared/constants.ts';
import {
  answerDeclaration,
  listDeclarations,
  type DeclarationBody,
} from '#shared/contracts/declarations.ts';
import { messages } from '#shared/messages.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextArea } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { asRows } from '../ui/use-pages.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { DeskList } from './DeskList.tsx';

const reasons: Record<DeclarationBody['reason'], string> = {
  no_invoice: 'Aucune facture n’a ce numéro.',
  other_person: 'Le nom ou l’adresse n’est pas celui de l’acheteur ni du compte.',
  too_late: 'Le délai de cet achat était passé.',
  nothing_left: 'Il ne restait de cet achat aucun crédit à rembourser.',
};

/** Withdrawals declared without signing in that no purchase answers to: a person writes back. */
export function Declarations({ state }: { state: 'open' | 'answered' }) {
  const load = useCallback(async () => {
    const outcome = await call(listDeclarations, { query: { state } });
    return asRows(outcome, (rows) => ({ rows, nextCursor: null }));
  }, [state]);
  const isOpen = state === 'open';
  return (
    <DeskList
      id="declarations"
      title={isOpen ? 'Rétractations à vérifier' : 'Rétractations vérifiées'}
      load={load}
      {...(isOpen && {
        hint: 'Déclarées sans se connecter. Cherchez l’achat, remboursez-le s’il le faut, répondez par e-mail, puis notez ici votre réponse.',
      })}
      failed={messages.settlement.failed}
      empty={
        isOpen ? 'Aucune rétractation n’attend de réponse.' : 'Aucune rétractation n’a de réponse.'
      }
    >
      {(declaration: DeclarationBody, done) => (
        <Declaration
          declaration={declaration}
          onAnswered={(after) =>
            done('Réponse notée.', (row) => (row._id === after._id ? after : row))
          }
        />
      )}
    </DeskList>
  );
}

type Props = { declaration: DeclarationBody; onAnswered: (after: DeclarationBody) => void };

function Declaration({ declaration, onAnswered }: Props) {
  const { _id, name, email, invoiceNumber, declaredAt, reason, answered } = declaration;
  const [note, setNote] = useState('');
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async () => {
      const outcome = await call(answerDeclaration, { params: { id: _id }, body: { note } });
      if (!outcome.ok) return firstError(outcome);
      onAnswered(outcome.data);
      return null;
    },
    { note: 'Indiquez ce que vous avez répondu.' },
  );
  return (
    <article className="reported" aria-label={`${name}, ${invoiceNumber}`}>
      <header>
        <strong>{`${name}, «\u00A0${invoiceNumber}\u00A0»`}</strong>
      </header>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="reported-context">
        {`Déclarée le ${formatInstant(declaredAt)}. ${reasons[reason]}`}
      </p>
      {answered ? (
        <p className="reported-outcome">
          <strong>{`Répondu par ${answered.by}, ${formatInstant(answered.at)}`}</strong>
          <span>{`\u00A0: ${answered.note}`}</span>
        </p>
      ) : (
        <form className="act-form" noValidate onSubmit={onSubmit} onInput={onInput}>
          <TextArea
            name="note"
            label="Ce qui a été répondu"
            error={wrong('note')}
            rows={2}
            required
            maxLength={declarationLimits.noteCharacters}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <FailureNotice sentence={sentence} />
          <Button type="submit" variant="quiet" aria-disabled={isPending}>
            {isPending ? 'Envoi...' : 'Noter la réponse'}
          </Button>
        </form>
      )}
    </article>
  );
}
