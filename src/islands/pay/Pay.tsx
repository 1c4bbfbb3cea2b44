import { useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { getPay, PayBody } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { paths } from '#shared/site/paths.ts';
import { AdminViews } from '../moderation/AdminViews.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Due } from './Due.tsx';
import { Months } from './Months.tsx';
import { Orders, usePayoutFile } from './Orders.tsx';
import { Shares } from './Shares.tsx';
import styles from './pay.css?inline';

adoptStyles(styles);

const views = [
  { key: '', label: 'À payer' },
  { key: '#fichiers', label: 'Paiements aux auteurs' },
  { key: '#parts', label: 'Parts' },
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

const load = () => call<typeof getPay>('GET', '/api/moderation/pay', {});

function Loaded({ view }: { view: PayView }) {
  const [pay, loadAgain, refresh] = useLoaded(load);
  const [told, setTold] = useState<Told>({ view, sentence: '' });
  if (pay.kind === 'loading') return <Spinner label="Chargement..." />;
  if (pay.kind === 'failed') {
    return <LoadFailure message={payMessages.loadFailed} onRetry={loadAgain} />;
  }
  const onDone: PayProps['onDone'] = async (sentence, orderId) => {
    setTold({ view, sentence, orderId });
    await refresh();
  };
  return (
    <div className="pay">
      <Notice kind="success" role="status">
        {told.view === view ? told.sentence : ''}
      </Notice>
      {told.view === view && told.orderId && <ReadyFile orderId={told.orderId} />}
      <PayScreen view={view} pay={pay.data} onDone={onDone} />
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

export type PayProps = {
  pay: PayBody;
  /** What to say of what was done, and the order that it has made. */
  onDone: (sentence: string, orderId?: string) => Promise<void>;
};

type Told = { view: PayView; sentence: string; orderId?: string | undefined };

/** One of the page's views. */
export function PayScreen({ view, ...props }: PayProps & { view: PayView }) {
  switch (view) {
    case '':
      return <Due {...props} />;
    case '#fichiers':
      return <Orders {...props} />;
    case '#parts':
      return <Shares {...props} />;
    case '#mois':
      return <Months {...props} />;
  }
}
