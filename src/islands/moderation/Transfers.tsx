import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { declarationLimits, transferReferenceCharactersMax } from '#shared/constants.ts';
import {
  answerDeclaration,
  listDeclarations,
  type DeclarationBody,
} from '#shared/contracts/declarations.ts';
import { listTransfers, closeTransfer, type TransferBody } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import { formatDay, formatEuros, formatInstant, plural, parisDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { asRows } from '../ui/use-pages.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import { DeskList, type Done } from '../desk/DeskList.tsx';
import { DeskViews } from '../desk/DeskViews.tsx';

const views = [
  { key: '', label: 'À régler' },
  { key: '#regles', label: 'Réglés' },
] as const;

/** Refunds that Stripe rejected, and withdrawals that no purchase answers to. */
export const Transfers = ({ role }: { role: string }) => (
  <DeskViews name="Remboursements" role={role} views={views}>
    {(view) => (
      <>
        <TransferList key={view} isOpen={view === ''} />
        <DeclarationList key={`${view}d`} isOpen={view === ''} />
      </>
    )}
  </DeskViews>
);

const refusals: Record<string, string> = {
  charge_disputed: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  refund_disputed_payment: 'Le paiement a été contesté\u00A0: Stripe ne peut plus le rembourser.',
  resource_missing: 'Stripe ne connaît pas ce paiement\u00A0: le compte Stripe a peut-être changé.',
  refunds_blocked:
    'Les remboursements de cette commande sont bloqués : ne faites le virement que si vous ne levez pas le blocage.',
  refund_failed: 'La banque de l’acheteur a renvoyé le remboursement.',
};

const sumOf = ({ amount, buyer }: TransferBody) => `${formatEuros(amount)} à ${buyer.name}`;
const mailTo = (email: string) => <a href={`mailto:${email}`}>{email}</a>;

/** A refund that Stripe rejected: to whom, how much, why. */
const transferColumns = [
  { label: 'E-mail', cell: ({ buyer }: TransferBody) => mailTo(buyer.email) },
  {
    label: 'Achat',
    cell: ({ credits, packName, requestedAt, transactionId }: TransferBody) =>
      `${
        credits === 0
          ? `Remboursement du ${packName}, `
          : `Rétractation du ${formatDay(requestedAt)}\u00A0: ${plural(credits, 'crédit')} du ${packName}, `
      }achat\u00A0${transactionId.slice(0, 8).toUpperCase()}.`,
  },
  {
    label: 'Pourquoi',
    cell: ({ refusalCode, refusedAt }: TransferBody) =>
      `${refusals[refusalCode] ?? `Stripe refuse de rembourser ce paiement (${refusalCode}).`} Constaté le ${formatInstant(refusedAt)}.`,
  },
];

/** Refunds that wait for a bank transfer, or were settled by one. */
function TransferList({ isOpen }: { isOpen: boolean }) {
  const load = useCallback(async () => {
    const outcome = await call(listTransfers, { query: { state: isOpen ? 'open' : 'settled' } });
    return asRows(outcome, (rows) => ({ rows, nextCursor: null }));
  }, [isOpen]);
  return (
    <DeskList
      title={isOpen ? 'À régler' : 'Réglés'}
      load={load}
      {...(isOpen && {
        hint: 'Stripe n’a pas pu rembourser ces acheteurs. Écrivez-leur pour convenir d’un compte, virez la somme, puis notez le virement ici.',
      })}
      failed={messages.settlement.failed}
      empty={
        isOpen
          ? 'Aucun remboursement n’attend de virement.'
          : 'Aucun remboursement n’a été réglé par virement.'
      }
      head={{ label: 'Remboursement', cell: (row) => <strong>{sumOf(row)}</strong> }}
      columns={transferColumns}
      act={(transfer: TransferBody, done) => {
        const { settled } = transfer;
        return settled ? (
          <>
            <strong>{`Viré le ${formatDay(settled.paidOn)}`}</strong>
            <span>{`, référence «\u00A0${settled.reference}\u00A0». Noté ${settled.by === null ? 'par la commande' : `par ${settled.by}`}, ${formatInstant(settled.notedAt)}.`}</span>
          </>
        ) : (
          <TransferAct transfer={transfer} onDone={done} />
        );
      }}
    />
  );
}

type TransferActProps = { transfer: TransferBody; onDone: Done<TransferBody> };

/** Asks for the transfer's reference and day, and says what they confirm: it cannot be undone. */
function TransferAct({ transfer, onDone }: TransferActProps) {
  const { _id, amount, buyer, requestedAt, credits } = transfer;
  const today = parisDay(new Date());
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(today);
  const { referenceMissing, dayMissing, dayOutside } = messages.settlement;
  const isWhole = reference.trim() !== '' && paidOn !== '';
  return (
    <DeskAct
      label="Noter le virement"
      of={buyer.name}
      says={`L’avoir de ${formatEuros(amount)} sera émis, et l’acheteur lira qu’il est payé. Cela ne s’annule pas.`}
      action="Confirmer le virement"
      hasReason={false}
      // A refund that the bank returned has its credit note already.
      done={credits === 0 ? 'Virement noté.' : 'Virement noté, avoir émis.'}
      sentences={{ reference: referenceMissing, paidOn: paidOn === '' ? dayMissing : dayOutside }}
      fields={(wrong) => (
        <>
          <TextField
            name="reference"
            label="Référence du virement"
            error={wrong('reference')}
            required
            maxLength={transferReferenceCharactersMax}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
          <TextField
            name="paidOn"
            label="Jour du virement"
            error={wrong('paidOn')}
            type="date"
            required
            min={parisDay(new Date(requestedAt))}
            max={today}
            value={paidOn}
            onChange={({ target }) => setPaidOn(target.value)}
          />
          <p role="status">
            {isWhole &&
              `Vous confirmez avoir viré ${sumOf(transfer)} le ${formatDay(paidOn)}, référence «\u00A0${reference.trim()}\u00A0».`}
          </p>
        </>
      )}
      run={() => call(closeTransfer, { params: { id: _id }, body: { reference, paidOn, amount } })}
      onDone={(sentence, after) => onDone(sentence, (row) => (row._id === after._id ? after : row))}
    />
  );
}

const mismatches: Record<DeclarationBody['reason'], string> = {
  no_invoice: 'Aucune facture n’a ce numéro.',
  other_person: 'Le nom ou l’adresse n’est pas celui de l’acheteur ni du compte.',
  too_late: 'Le délai de cet achat était passé.',
  erased:
    'Le compte a été supprimé avant la déclaration, et ses crédits non dépensés avec lui. Voyez la commande et le journal.',
  nothing_left: 'Il ne restait de cet achat aucun crédit à rembourser.',
};

const declarationColumns = [
  { label: 'E-mail', cell: ({ email }: DeclarationBody) => mailTo(email) },
  { label: 'Déclarée le', cell: ({ declaredAt }: DeclarationBody) => formatInstant(declaredAt) },
  { label: 'Pourquoi', cell: ({ reason }: DeclarationBody) => mismatches[reason] },
];

/** Withdrawals declared without signing in that no purchase answers to: a person writes back. */
function DeclarationList({ isOpen }: { isOpen: boolean }) {
  const load = useCallback(async () => {
    const outcome = await call(listDeclarations, {
      query: { state: isOpen ? 'open' : 'answered' },
    });
    return asRows(outcome, (rows) => ({ rows, nextCursor: null }));
  }, [isOpen]);
  return (
    <DeskList
      title={isOpen ? 'Rétractations à vérifier' : 'Rétractations vérifiées'}
      load={load}
      {...(isOpen && {
        hint: 'Déclarées sans se connecter. Cherchez l’achat, remboursez-le s’il le faut, répondez par e-mail, puis notez ici votre réponse.',
      })}
      failed={messages.settlement.failed}
      empty={
        isOpen ? 'Aucune rétractation n’attend de réponse.' : 'Aucune rétractation n’a de réponse.'
      }
      head={{
        label: 'Rétractation',
        cell: ({ name, invoiceNumber, orderId }) => {
          const words = `${name}, «\u00A0${invoiceNumber}\u00A0»`;
          return (
            <strong>
              {orderId === null ? words : <a href={paths.deskOrder(orderId)}>{words}</a>}
            </strong>
          );
        },
      }}
      columns={declarationColumns}
      act={({ _id, name, answered }: DeclarationBody, done) =>
        answered ? (
          <>
            <strong>{`Répondu par ${answered.by}, ${formatInstant(answered.at)}`}</strong>
            <span>{`\u00A0: ${answered.note}`}</span>
          </>
        ) : (
          <DeskAct
            label="Noter la réponse"
            of={name}
            says="La rétractation passera parmi celles qui sont vérifiées."
            hasReason={false}
            done="Réponse notée."
            sentences={{ note: 'Indiquez ce que vous avez répondu.' }}
            fields={(wrong) => (
              <TextArea
                name="note"
                label="Ce qui a été répondu"
                error={wrong('note')}
                rows={2}
                required
                maxLength={declarationLimits.noteCharacters}
              />
            )}
            run={(_, typed) =>
              call(answerDeclaration, { params: { id: _id }, body: { note: typed('note') } })
            }
            onDone={(sentence, after) =>
              done(sentence, (row) => (row._id === after._id ? after : row))
            }
          />
        )
      }
    />
  );
}
