import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import { getPay, closePayMonth, giveUpOrder, type PayBody } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { formatDay, formatEuros, parisDay, plural, formatShortDay } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import { DeskList } from '../desk/DeskList.tsx';
import { DeskLoaded } from '../desk/DeskLoaded.tsx';
import { DeskViews } from '../desk/DeskViews.tsx';
import type { Column } from '../studio/figures/DataTable.tsx';
import { Due } from './Due.tsx';
import { Payout, PayoutFile } from './Payout.tsx';
import { Rates, Shares } from './Settings.tsx';
import { UrssafFile } from './UrssafFile.tsx';
import type { PayProps } from './pay-props.ts';

const views = [
  { key: '', label: 'À payer' },
  { key: '#fichiers', label: 'Paiements aux auteurs' },
  { key: '#parts', label: 'Parts' },
  { key: '#taux', label: 'Taux' },
  { key: '#mois', label: 'Mois' },
] as const;
export type PayView = (typeof views)[number]['key'];

/** The publisher's page about authors' pay. */
export function Pay({ role }: { role: string }) {
  const [day, setDay] = useState(() => parisDay(new Date()));
  const load = useCallback(() => call(getPay, { query: { day } }), [day]);
  return (
    <DeskViews name="Rémunération" role={role} views={views}>
      {(view) => (
        <DeskLoaded load={load} failed={payMessages.loadFailed} view={view}>
          {(pay, onDone) => (
            <PayScreen view={view} pay={pay} day={day} onDay={setDay} onDone={onDone} />
          )}
        </DeskLoaded>
      )}
    </DeskViews>
  );
}

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

type PartProps = Pick<PayProps, 'pay' | 'onDone'>;

/** Files for the bank, newest first, and what became of their payments. */
const Orders = ({ pay, onDone }: PartProps) => (
  <DeskList
    title="Paiements aux auteurs"
    filters={
      pay.orders.length > 0 && (
        <>
          <p className="muted">
            Déposez le fichier (pain.001.001.09) dans l’espace de votre banque, puis notez ici ce
            qu’elle a payé.
          </p>
          <UrssafFile pay={pay} />
        </>
      )
    }
    rows={pay.orders}
    empty="Aucun virement n’a été préparé."
    card={(order) => <Order order={order} onDone={onDone} />}
  />
);

type OrderProps = { order: PayBody['orders'][number]; onDone: PayProps['onDone'] };

function Order({ order: { _id, executesOn, createdAt, payouts }, onDone }: OrderProps) {
  const states = payouts.map(({ state }) => state);
  const day = formatDay(`${executesOn}T12:00:00Z`);
  const sum = payouts.reduce((total, { net }) => total + net, 0);
  return (
    <article className="desk-card" aria-label={`Paiements du ${day}`}>
      <header>
        <h3>{`Pour le ${day}`}</h3>
        <p className="muted">{`${plural(payouts.length, 'virement')}, ${formatEuros(sum)}`}</p>
      </header>
      {states.some((state) => state !== 'failed') && <PayoutFile orderId={_id} />}
      {states.includes('paid') && (
        <p>Déjà payé, au moins en partie&nbsp;: déposé de nouveau, il serait payé deux fois.</p>
      )}
      {states.every((state) => state === 'ordered') && (
        <DeskAct
          label="Abandonner le fichier"
          of={`pour le ${day}`}
          says={`${formatEuros(sum)} seront de nouveau dus. Seulement si la banque n’a pas ce fichier, ou l’a annulé\u00A0: elle le paierait, et le suivant aussi.`}
          done="Le fichier est abandonné."
          run={({ reason }) => call(giveUpOrder, { params: { id: _id }, body: { reason } })}
          onDone={onDone}
        />
      )}
      <ul className="desk-parts">
        {payouts.map((payout) => (
          <li key={payout._id}>
            <Payout
              payout={payout}
              executesOn={executesOn}
              preparedOn={parisDay(new Date(createdAt))}
              onDone={onDone}
            />
          </li>
        ))}
      </ul>
    </article>
  );
}

const monthColumns: Column<PayBody['months'][number]>[] = [
  { label: 'Aux auteurs', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  { label: 'Ventes hors TVA', cell: ({ net }) => formatEuros(net) },
  { label: 'Arrêté le', cell: ({ closedAt }) => formatShortDay(closedAt) },
];

/** Closed months, and the one that may be closed now. */
const Months = ({ pay: { closable, months }, onDone }: PartProps) => (
  <DeskList
    title="Mois"
    filters={
      <>
        <p className="muted">
          Dès qu’une part est fixée, chaque mois s’arrête de lui-même une heure après sa fin. Un
          mois arrêté ne change plus.
        </p>
        {closable !== null && (
          <DeskAct
            label={`Arrêter ${monthName(closable)}`}
            title={`Arrêter ${monthName(closable)}\u00A0?`}
            says="Les relevés des auteurs sont établis, et ce mois ne change plus."
            action="Arrêter le mois"
            hasReason={false}
            done={`Le mois est arrêté\u00A0: ${monthName(closable)}.`}
            run={() => call(closePayMonth, { body: { month: closable } })}
            onDone={onDone}
          />
        )}
      </>
    }
    head={{ label: 'Mois', cell: ({ month }) => monthName(month) }}
    columns={monthColumns}
    kind="sums"
    rows={months}
    keyOf={({ month }) => month}
    empty="Aucun mois n’est arrêté."
  />
);
