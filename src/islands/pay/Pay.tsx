import { addressOf } from '#browser/address-of.ts';
import { useCallback, useState, useRef } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { getPayoutFile, getPay, closePayMonth, type PayBody } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { paths } from '#shared/site/paths.ts';
import { download } from '#browser/files/download.ts';
import { isInDayBounds } from '#shared/site/field-sentences.ts';
import { formatDay, formatEuros, parisDay, plural, formatShortDay } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { AdminViews } from '../moderation/AdminViews.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { useAction } from '../ui/use-action.ts';
import { ConfirmDialog } from '../studio/ConfirmDialog.tsx';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Due } from './Due.tsx';
import { Rates } from './Rates.tsx';
import { Shares } from './Shares.tsx';
import styles from './pay.css?inline';
import { Payout } from './Payout.tsx';
import { UrssafFile } from './UrssafFile.tsx';
import type { PayProps } from './pay-props.ts';

adoptStyles(styles);

const views = [
  { key: '', label: 'À payer' },
  { key: '#fichiers', label: 'Paiements aux auteurs' },
  { key: '#parts', label: 'Parts' },
  { key: '#taux', label: 'Taux' },
  { key: '#mois', label: 'Mois' },
] as const;
export type PayView = (typeof views)[number]['key'];

/** The publisher's page about authors' pay. */
export function Pay() {
  const { pay: path } = paths;
  return (
    <AdminViews name="Rémunération" firstAnchor="#a-payer" path={path} views={views}>
      {(view) => <Loaded view={view} />}
    </AdminViews>
  );
}

function Loaded({ view }: { view: PayView }) {
  const [day, setDay] = useState(() => parisDay(new Date()));
  const load = useCallback(() => call(getPay, isInDayBounds(day) ? { query: { day } } : {}), [day]);
  const [pay, loadAgain, refresh] = useLoaded(load);
  const [statusText, setStatusText] = useState<Status>({ view, sentence: '' });
  if (pay.kind === 'loading') return <Spinner label="Chargement..." />;
  if (pay.kind === 'failed') {
    return <LoadFailure message={payMessages.loadFailed} onRetry={loadAgain} />;
  }
  const onDone: PayProps['onDone'] = async (sentence, orderId) => {
    setStatusText({ view, sentence, orderId });
    await refresh();
  };
  return (
    <div className="pay">
      <Notice kind="success" role="status">
        {statusText.view === view ? statusText.sentence : ''}
      </Notice>
      {statusText.view === view && statusText.orderId && <ReadyFile orderId={statusText.orderId} />}
      <PayScreen view={view} pay={pay.data} day={day} onDay={setDay} onDone={onDone} />
    </div>
  );
}

/** A file for the bank, where it was prepared. */
function ReadyFile({ orderId }: { orderId: string }) {
  const { run, isPending, refusal } = usePayoutFile(orderId);
  return (
    <>
      <p>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          Télécharger le fichier
        </Button>
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}

type Status = { view: PayView; sentence: string; orderId?: string | undefined };

/** One of the page's views. */
export function PayScreen({ view, ...props }: PayProps & { view: PayView }) {
  switch (view) {
    case '':
      return <Due {...props} />;
    case '#fichiers':
      return <Orders {...props} />;
    case '#parts':
      return <Shares {...props} />;
    case '#taux':
      return <Rates {...props} />;
    case '#mois':
      return <Months {...props} />;
  }
}

/** Downloads the file of an order of payments. */
const usePayoutFile = (orderId: string) =>
  useAction(async () => {
    const path = addressOf(getPayoutFile, { params: { id: orderId } });
    const outcome = await download(path, 'xml');
    return outcome.ok ? null : { sentence: outcome.message };
  });

/** Files for the bank, newest first, and what became of their payments. */
function Orders({ pay, onDone }: Pick<PayProps, 'pay' | 'onDone'>) {
  if (pay.orders.length === 0) {
    return <EmptyState sentence="Aucun virement n’a été préparé." />;
  }
  return (
    <section aria-labelledby="fichiers">
      <h2 id="fichiers">Paiements aux auteurs</h2>
      <p className="muted">
        Déposez le fichier (pain.001.001.09) dans l’espace de votre banque, puis notez ici ce
        qu’elle a payé.
      </p>
      <UrssafFile pay={pay} />
      <ul className="pay-orders">
        {pay.orders.map((order) => (
          <li key={order._id}>
            <Order order={order} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OrderProps = { order: PayBody['orders'][number]; onDone: PayProps['onDone'] };

function Order({ order, onDone }: OrderProps) {
  const { _id, executesOn, payouts } = order;
  const day = formatDay(`${executesOn}T12:00:00Z`);
  const sum = payouts.reduce((total, { net }) => total + net, 0);
  const { run, isPending, refusal } = usePayoutFile(_id);
  return (
    <article aria-label={`Paiements du ${day}`}>
      <header>
        <div>
          <h3>{`Pour le ${day}`}</h3>
          <p className="muted">{`${plural(payouts.length, 'virement')}, ${formatEuros(sum)}`}</p>
        </div>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          Télécharger le fichier
        </Button>
      </header>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <ul>
        {payouts.map((payout) => (
          <li key={payout._id}>
            <Payout payout={payout} executesOn={executesOn} onDone={onDone} />
          </li>
        ))}
      </ul>
    </article>
  );
}

const columns: Column<PayBody['months'][number]>[] = [
  { label: 'Aux auteurs', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  { label: 'Ventes hors TVA', cell: ({ net }) => formatEuros(net) },
  { label: 'Arrêté le', cell: ({ closedAt }) => formatShortDay(closedAt) },
];

/** Closed months, and the one that may be closed now. */
function Months({ pay, onDone }: Pick<PayProps, 'pay' | 'onDone'>) {
  const { closable, months } = pay;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asksAbout, setAsksAbout] = useState<string | null>(null);
  const close = async (month: string) => {
    const body = { month };
    const outcome = await call(closePayMonth, {
      body,
    });
    if (!outcome.ok) return { sentence: outcome.message };
    setAsksAbout(null);
    heading.current?.focus();
    await onDone(`Le mois est arrêté\u00A0: ${monthName(month)}.`);
    return null;
  };
  return (
    <section aria-labelledby="mois">
      <h2 id="mois" ref={heading} tabIndex={-1}>
        Mois
      </h2>
      <p className="muted">
        Dès qu’une part est fixée, chaque mois s’arrête de lui-même une heure après sa fin. Un mois
        arrêté ne change plus.
      </p>
      {closable !== null && (
        <div className="pay-acts">
          <Button onClick={() => setAsksAbout(closable)}>{`Arrêter ${monthName(closable)}`}</Button>
        </div>
      )}
      {asksAbout !== null && (
        <ConfirmDialog
          title={`Arrêter ${monthName(asksAbout)}\u00A0?`}
          action="Arrêter le mois"
          onConfirm={() => close(asksAbout)}
          onClosed={() => setAsksAbout(null)}
        >
          <p>Les relevés des auteurs sont établis, et ce mois ne change plus.</p>
        </ConfirmDialog>
      )}
      {months.length === 0 ? (
        <EmptyState sentence="Aucun mois n’est arrêté." />
      ) : (
        <DataTable
          name="Mois arrêtés"
          head={{ label: 'Mois', cell: ({ month }) => monthName(month) }}
          columns={columns}
          rows={months}
          keyOf={({ month }) => month}
        />
      )}
    </section>
  );
}
