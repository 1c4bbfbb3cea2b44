import { paths } from '#shared/site/paths.ts';
import { AdminViews } from './AdminViews.tsx';
import { TransferList } from './TransferList.tsx';

const views = [
  { key: '', label: 'À régler' },
  { key: '#regles', label: 'Réglés' },
] as const;

/** Refunds that Stripe rejected, and the bank transfers that settle them. */
export function Transfers() {
  const { transfers: path } = paths;
  return (
    <AdminViews name="Remboursements" firstAnchor="#virements" {...{ path, views }}>
      {(view) => <TransferList key={view} state={view === '' ? 'open' : 'settled'} />}
    </AdminViews>
  );
}
