import './moderation.css';
import { useEffect, useState } from 'react';
import { messages } from '../../lib/shared/messages.ts';
import { paths } from '../../lib/shared/paths.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { ActLog } from './ActLog.tsx';
import { ReportedList } from './ReportedList.tsx';

const views = [
  { key: '', label: 'À traiter' },
  { key: '#traites', label: 'Traités' },
  { key: '#journal', label: 'Journal' },
] as const;
type View = (typeof views)[number]['key'];

const viewInAddress = (): View => views.find(({ key }) => key === location.hash)?.key ?? '';

/** The moderators' page. What it shows and does, the server decides by the role. */
export function Moderation() {
  return (
    <RequireUser>
      {(user) =>
        user.role === 'admin' ? (
          <Views />
        ) : (
          <p className="moderation-failure" role="alert">
            {messages.moderationForbidden}
          </p>
        )
      }
    </RequireUser>
  );
}

function Views() {
  const [view, setView] = useState<View>(viewInAddress);
  useEffect(() => {
    const follow = () => setView(viewInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <>
      <nav className="moderation-views" aria-label="Modération">
        {views.map(({ key, label }) => (
          <a
            key={key}
            href={`${paths.moderation}${key || '#signalements'}`}
            aria-current={key === view ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {view === '#journal' ? (
        <ActLog />
      ) : (
        <ReportedList key={view} state={view === '' ? 'open' : 'settled'} />
      )}
    </>
  );
}
