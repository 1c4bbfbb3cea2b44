import { paths } from '#shared/site/paths.ts';
import { ActLog } from './ActLog.tsx';
import { AdminViews } from './AdminViews.tsx';
import { NameHolders } from './NameHolders.tsx';
import { PaceList } from './PaceList.tsx';
import { ReportedList } from './ReportedList.tsx';

const views = [
  { key: '', label: 'À traiter' },
  { key: '#traites', label: 'Traités' },
  { key: '#journal', label: 'Journal' },
  { key: '#lectures', label: 'Lectures rapides' },
  { key: '#noms', label: 'Noms' },
] as const;

/** The moderators' page. */
export function Moderation() {
  const { moderation: path } = paths;
  return (
    <AdminViews name="Modération" firstAnchor="#signalements" {...{ path, views }}>
      {(view) =>
        view === '#journal' ? (
          <ActLog />
        ) : view === '#lectures' ? (
          <PaceList />
        ) : view === '#noms' ? (
          <NameHolders />
        ) : (
          <ReportedList key={view} state={view === '' ? 'open' : 'settled'} />
        )
      }
    </AdminViews>
  );
}
