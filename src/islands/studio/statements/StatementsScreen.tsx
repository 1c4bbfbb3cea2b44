import { useEffect, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { listStatements, seeStatement, type StatementsBody } from '#shared/contracts/pay.ts';
import { formatEuros, formatDay } from '#shared/site/formats.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { Fact } from '#islands/ui/Fact.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { AreaHead } from '../AreaHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { $newStatement } from './new-statement.ts';
import { CertificateButton } from './CertificateButton.tsx';
import { PayLines } from './PayLines.tsx';
import { PayoutAccount } from './PayoutAccount.tsx';
import { Statement } from './Statement.tsx';
import { TaxSheet } from './TaxSheet.tsx';
import styles from './statements.css?inline';

adoptStyles(styles);

/** Where it fails, the statement stays new until the next visit. */
const markSeen = (month: string) => call(seeStatement, { body: { month } });

const load = () => call(listStatements, {});

type Props = { month: string | null; user: UserBody };

/** “Relevés”: what an author's novels have earned, month by month, and what was paid. */
export default function StatementsScreen({ month, user }: Props) {
  const [pay, loadAgain, refresh] = useLoaded(load);
  const newMonth = pay.kind === 'loaded' ? pay.data.newStatement : null;
  useEffect(() => {
    if (newMonth !== null) void markSeen(newMonth);
    $newStatement.set(null);
  }, [newMonth]);
  return (
    <>
      <AreaHead user={user} screen="statements" />
      {pay.kind === 'loading' && <Spinner label="Chargement des relevés..." />}
      {pay.kind === 'failed' && (
        <StudioFailure
          failure={pay.failure}
          sentence={payMessages.loadFailed}
          onRetry={loadAgain}
        />
      )}
      {pay.kind === 'loaded' && <Statements pay={pay.data} month={month} onChange={refresh} />}
    </>
  );
}

type StatementsProps = { pay: StatementsBody; month: string | null; onChange: () => Promise<void> };

/** The account of an author: in sums, where it is paid to, by month, by payment. */
function Statements({ pay, month, onChange }: StatementsProps) {
  const { statements, payments, due, account } = pay;
  const opened = statements.find((one) => one.month === month) ?? statements[0];
  const [statusText, setStatusText] = useState('');
  const isOrdered = payments.some(({ state }) => state === 'ordered');
  const onSaved = (sentence: string) => {
    setStatusText(sentence);
    void onChange();
  };
  const hasNothing = statements.length === 0 && payments.length === 0 && due === 0;
  return (
    <div className="statements">
      {hasNothing ? (
        <EmptyState sentence="Votre premier relevé paraîtra ici au début du mois qui suit vos premières ventes." />
      ) : (
        <dl className="statements-sums">
          <Fact name="Reste à vous verser, brut">{formatEuros(due)}</Fact>
          {isOrdered && <Fact name="Virement en cours">{sumOf(payments, 'ordered')}</Fact>}
          <Fact name="Déjà versé">{sumOf(payments, 'paid')}</Fact>
        </dl>
      )}
      <PayoutAccount
        account={account}
        isNeeded={due > 0}
        mayChange={pay.mayChangeAccount}
        onSaved={onSaved}
        statusText={statusText}
      />
      <TaxSheet sheets={pay.sheets} isNeeded={due > 0} owesVat={pay.owesVat} onSaved={onChange} />
      {statements.length > 0 && (
        <section aria-labelledby="mois-par-mois">
          <h3 id="mois-par-mois">Mois par mois</h3>
          {statements.map((statement) => (
            <Statement key={statement.month} statement={statement} isOpen={statement === opened} />
          ))}
          <Explanation />
        </section>
      )}
      {payments.length > 0 && <Payments payments={payments} mayTake={pay.mayChangeAccount} />}
    </div>
  );
}

/** What the bank pays or paid and, where it differs, the gross sum of it. */
function sumOf(payments: readonly Payment[], state: Payment['state']) {
  const some = payments.filter((one) => one.state === state);
  const net = some.reduce((sum, one) => sum + one.net, 0);
  const gross = some.reduce((sum, one) => sum + one.amount, 0);
  return (
    <>
      <span>{formatEuros(net)}</span>
      {gross !== net && <small className="muted">{` brut ${formatEuros(gross)}`}</small>}
    </>
  );
}

function Explanation() {
  return (
    <details className="statements-explanation muted">
      <summary>Comment lire un relevé</summary>
      <p>
        Les ventes sont les crédits dépensés sur vos chapitres, au prix auquel chacun a été acheté.
        Un crédit offert ne paie rien.
      </p>
      <p>
        Les reprises sont les remboursements et les contestations de paiement, même de ventes plus
        anciennes&nbsp;; les chiffres d’un roman, eux, les comptent au jour de la vente.
      </p>
      <p>
        Un relevé est brut&nbsp;: les cotisations et la TVA sont celles de chaque virement, avec son
        certificat. Il ne change plus&nbsp;: une correction paraît dans le suivant.
      </p>
    </details>
  );
}

type Payment = StatementsBody['payments'][number];

const words: Record<Payment['state'], (day: string) => string> = {
  ordered: (day) => `en cours, demandé à la banque pour le ${day}`,
  paid: (day) => `payé le ${day}`,
  failed: () => 'pas passé\u00A0: la somme reste due',
};

/** The publisher's payments to the author, newest first. */
function Payments({ payments, mayTake }: { payments: readonly Payment[]; mayTake: boolean }) {
  return (
    <section aria-labelledby="virements">
      <h3 id="virements">Virements</h3>
      <ul className="statements-payments">
        {payments.map(({ _id, amount, net, lines, state, day }) => {
          const when = formatDay(`${day}T12:00:00Z`);
          return (
            <li key={_id}>
              <strong>{formatEuros(net)}</strong>{' '}
              <span className="muted">{words[state](when)}</span>
              <PayLines gross={amount} net={net} lines={lines} about={when} />
              {state === 'paid' && lines.length > 0 && (
                <CertificateButton
                  payoutId={_id}
                  about={`${formatEuros(net)}, ${when}`}
                  mayTake={mayTake}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
