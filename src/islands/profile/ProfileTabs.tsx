import { useEffect, useState } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { paths } from '#shared/site/paths.ts';
import { BillingHistory } from '../billing/BillingHistory.tsx';
import { Tabs } from '../ui/tabs/Tabs.tsx';
import { OwnTypos } from './OwnTypos.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const tabs = [
  { key: 'profil', label: 'Profil', path: paths.profile, Content: ProfileTab },
  {
    key: 'historique',
    label: 'Historique de facturation',
    path: paths.billing,
    Content: BillingHistory,
  },
  { key: 'signalements', label: 'Signalements', path: paths.ownTypos, Content: OwnTypos },
] as const;
type TabKey = (typeof tabs)[number]['key'];

/** The tab that the address names. */
const tabInAddress = (): TabKey =>
  tabs.find(({ path }) => location.hash !== '' && path.endsWith(location.hash))?.key ?? 'profil';

/** The tabs of the profile; the address selects the open one. Reports of typos: for who made some. */
export function ProfileTabs({ user }: { user: UserBody }) {
  const [current, setCurrent] = useState<TabKey>(tabInAddress);
  useEffect(() => {
    const follow = () => setCurrent(tabInAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const choose = (key: TabKey) => {
    setCurrent(key);
    history.replaceState(history.state, '', tabs.find((tab) => tab.key === key)?.path);
  };
  const offered = tabs.filter(({ key }) => key !== 'signalements' || user.typos.reports > 0);
  const drawn = offered.map(({ key, label, Content }) => ({
    key,
    label,
    news: key === 'signalements' && user.typos.unseen > 0 ? 'nouvelles réponses' : '',
    content: <Content user={user} />,
  }));
  const isOffered = offered.some(({ key }) => key === current);
  return (
    <Tabs
      label="Mon profil"
      tabs={drawn}
      current={isOffered ? current : 'profil'}
      onChoose={choose}
    />
  );
}
