import { useCallback, useRef, useState } from 'react';
import { afterFrame } from '#browser/activation.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { listTeam, removeMember, TeamBody } from '#shared/contracts/novel-team.ts';
import { may, roleWords } from '#shared/novel-powers.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { goTo } from '../navigation.ts';
import { NovelTabs } from '../novel-head/NovelTabs.tsx';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import { confirmed } from './confirmed.ts';
import { Invitations } from './Invitations.tsx';
import { MemberRow } from './MemberRow.tsx';
import { Offer } from './Offer.tsx';
import styles from './team.css?inline';

adoptStyles(styles);

/** The people of a novel: who does what, who is invited. */
export default function TeamScreen({ novelId, userId }: { novelId: string; userId: string }) {
  const load = useCallback(
    () =>
      call<typeof listTeam>('GET', '/api/studio/novels/{id}/people', { params: { id: novelId } }),
    [novelId],
  );
  const [team, loadAgain, refresh] = useLoaded(load, { keepsLast: true });
  const [told, setTold] = useState('');
  if (team.kind === 'loading') return <Spinner label="Chargement de l’équipe..." />;
  if (team.kind === 'failed') {
    const sentence = 'Erreur lors du chargement de l’équipe';
    return <StudioFailure {...{ failure: team.failure, sentence, onRetry: loadAgain }} />;
  }
  const onDone = (sentence: string) => {
    setTold(sentence);
    return refresh();
  };
  return <Team {...{ team: team.data, userId, told, onDone }} />;
}

type Props = {
  team: TeamBody;
  userId: string;
  told: string;
  /** Resolves when the team is loaded again. */
  onDone: (sentence: string) => Promise<void>;
};

function Team({ team, userId, told, onDone: onChanged }: Props) {
  const { novel, owner, members, role, isOffered, waiting } = team;
  const mayManage = may(role, 'people');
  const people = useRef<HTMLElement>(null);
  const onDone = (sentence: string) => {
    void onChanged(sentence).then(() => {
      // What was pressed may be gone.
      afterFrame(() => {
        if (document.activeElement === document.body) people.current?.focus();
      });
    });
  };
  const trail = [
    { to: ownList, label: 'Mes romans' },
    { to: { screen: 'chapters', novelId: novel._id } as const, label: novel.title },
  ];
  return (
    <>
      <ScreenHead title="Équipe" trail={trail} />
      <NovelTabs novel={{ ...novel, role, waiting }} current="team" />
      <div className="told-line">
        <Notice kind="success" role="status">
          {told}
        </Notice>
      </div>
      <div className="team">
        {isOffered && <Offer {...{ novel, onDone }} />}
        <section aria-label="Personnes" tabIndex={-1} ref={people}>
          <ul className="team-people">
            {owner && (
              <li>
                <p>
                  <strong>{owner.name}</strong>{' '}
                  <span className="badge">{roleWords.owner.name}</span>
                </p>
                <p className="muted">{roleWords.owner.sentence}</p>
              </li>
            )}
            {members.map((member) => (
              <li key={member.user._id}>
                <MemberRow {...{ novel, member, mayManage, onDone }} />
              </li>
            ))}
          </ul>
        </section>
        {mayManage && <Invitations {...{ team, onDone }} />}
        {members.some(({ user }) => user._id === userId) && <Own {...{ novel, userId }} />}
      </div>
    </>
  );
}

/** What members decide for themselves: to leave. */
function Own({ novel, userId }: { novel: TeamBody['novel']; userId: string }) {
  const [isAsked, setAsked] = useState(false);
  const leave = () =>
    confirmed(
      call<typeof removeMember>('DELETE', '/api/studio/novels/{id}/people/{userId}', {
        params: { id: novel._id, userId },
      }),
      () => {
        const words = `Vous avez quitté l’équipe de «\u00A0${novel.title}\u00A0».`;
        void goTo(ownList, { replaces: true, words });
      },
    );
  return (
    <section aria-label="Votre place">
      <div className="actions">
        <Button variant="quiet" onClick={() => setAsked(true)}>
          Quitter l’équipe
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Quitter l’équipe de «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Quitter l’équipe"
          onConfirm={leave}
          onClosed={() => setAsked(false)}
        >
          <p>Vous n’aurez plus accès à ses brouillons. Votre travail reste dans le roman.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
