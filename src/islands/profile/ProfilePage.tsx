import { useEffect, useState, useRef } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { paths } from '#shared/site/paths.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { logFailure } from '#browser/log-failure.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import { listOwnTypos, seeTypoAnswers, type OwnTypo } from '#shared/contracts/typos.ts';
import { formatDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { BillingHistory } from '../billing/BillingHistory.tsx';
import { Tabs } from '../ui/tabs/Tabs.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { asRows, usePages } from '../ui/use-pages.ts';
import './profile.css';
import { ProfileTab } from './ProfileTab.tsx';
import styles from './own-typos.css?inline';

adoptStyles(styles);

const load = async (cursor: string | undefined) => {
  const outcome = await call(listOwnTypos, { query: { cursor } });
  return asRows(outcome, ({ reports: rows, nextCursor }) => ({ rows, nextCursor }));
};

/** The tab “Signalements”: the typos that the reader has reported, and what became of them. */
function OwnTypos() {
  const pages = usePages<OwnTypo>(load);
  const { rows, isLoading } = pages;
  useSeen(rows);
  return (
    <section className="own-typos" aria-labelledby="signalements" aria-busy={isLoading}>
      <h2 id="signalements">Vos signalements</h2>
      <ol>
        {rows.map((report) => (
          <li key={report._id}>
            <Report report={report} />
          </li>
        ))}
      </ol>
      <PageEnd
        pages={pages}
        loading="Chargement des signalements..."
        failed={messages.typosFailed}
        more="Signalements plus anciens"
      />
    </section>
  );
}

function Report({ report }: { report: OwnTypo }) {
  const { novel, chapter, wrong, correction, state, isUnseen } = report;
  const where = `${novel.title}, chapitre ${chapter.number}`;
  return (
    <article aria-label={`${wrong}, ${where}`}>
      <p className="own-typo-words" dir="auto">
        <del>{wrong}</del> <ins>{correction}</ins>
      </p>
      <p className="muted">
        {chapter.isPublished ? (
          <a href={paths.chapter(chapter._id)}>{where}</a>
        ) : (
          <span>{where}</span>
        )}
        <span>{', '}</span>
        <time dateTime={report.date}>{formatDay(report.date)}</time>
      </p>
      <p data-state={state}>
        {isUnseen && <span className="badge is-scheduled">Nouveau</span>}{' '}
        <span>{answerOf(report)}</span>
      </p>
    </article>
  );
}

function answerOf({ state, reason }: OwnTypo): string {
  switch (state) {
    case 'open':
      return 'En attente de réponse.';
    case 'accepted':
      return 'Corrigé dans le texte. Merci de votre lecture attentive\u00A0!';
    case 'corrected':
      return 'Déjà corrigé dans le texte. Merci\u00A0!';
    case 'refused':
      return `Le texte reste tel quel\u00A0: ${reason ?? ''}`;
  }
}

/** Once they are shown, the answers are no news any more; the list keeps its marks until it is left. */
function useSeen(rows: readonly OwnTypo[]): void {
  const sent = useRef(new Set<string>());
  useEffect(() => {
    const unseen = rows.filter(({ _id, isUnseen }) => isUnseen && !sent.current.has(_id));
    const ids = unseen.map(({ _id }) => _id);
    if (ids.length === 0) return;
    for (const id of ids) sent.current.add(id);
    const body = { ids };
    void call(seeTypoAnswers, { body }).then((outcome) => {
      if (outcome.ok) {
        void refreshUser();
        return;
      }
      // The next rows ask for these again.
      for (const id of ids) sent.current.delete(id);
      logFailure('seen answers to typos', outcome);
    });
  }, [rows]);
}

/** The profile of the signed-in user (specification, section 2, “Profile”). */
export function ProfilePage() {
  return <RequireUser>{(user) => <ProfileTabs user={user} />}</RequireUser>;
}

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
function ProfileTabs({ user }: { user: UserBody }) {
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
