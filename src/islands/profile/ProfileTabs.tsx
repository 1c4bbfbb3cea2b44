import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { paths } from '#shared/paths.ts';
import { BillingHistory } from '../billing/BillingHistory.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const tabs = [
  { key: 'profil', label: 'Profil', path: paths.profile, Content: ProfileTab },
  {
    key: 'historique',
    label: 'Historique de facturation',
    path: paths.billing,
    Content: BillingHistory,
  },
] as const;
type TabKey = (typeof tabs)[number]['key'];

/** The tab that the address names. */
const tabInAddress = (): TabKey =>
  paths.billing.endsWith(location.hash) && location.hash !== '' ? 'historique' : 'profil';

/**
 * The two tabs of the profile, after the ARIA pattern (w3.org/WAI/ARIA/apg/patterns/tabs): arrows, Home
 * and End move and choose, Tab goes into the panel. A tab that was left keeps what was begun in it.
 */
export function ProfileTabs({ user }: { user: UserBody }) {
  const [current, setCurrent] = useState<TabKey>(tabInAddress);
  const [opened, setOpened] = useState<readonly TabKey[]>([current]);
  const buttons = useRef<Partial<Record<TabKey, HTMLButtonElement | null>>>({});

  const open = (key: TabKey) => {
    setCurrent(key);
    setOpened((before) => (before.includes(key) ? before : [...before, key]));
  };
  useEffect(() => {
    const follow = () => open(tabInAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    open(tab.key);
    history.replaceState(history.state, '', tab.path);
    buttons.current[tab.key]?.focus();
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };

  return (
    <>
      <div className="tabs" role="tablist" aria-label="Mon profil">
        {tabs.map(({ key, label }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`onglet-${key}`}
            ref={(button) => {
              buttons.current[key] = button;
            }}
            aria-selected={key === current}
            aria-controls={`panneau-${key}`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={(event) => onKey(event, index)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ key, Content }) => (
        <div
          key={key}
          role="tabpanel"
          id={`panneau-${key}`}
          aria-labelledby={`onglet-${key}`}
          hidden={key !== current}
        >
          {opened.includes(key) && <Content user={user} />}
        </div>
      ))}
    </>
  );
}
