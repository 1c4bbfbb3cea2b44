import { useRef, useState, type RefObject } from 'react';
import { afterFrame } from '#browser/idle.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  acceptNovel,
  declineNovel,
  listTeam,
  removeMember,
  type TeamBody,
} from '#shared/contracts/novel-team.ts';
import { may, roleWords } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { ActNotice, nothingDone, type ActWords } from '../ActNotice.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { goTo } from '../navigation.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { ownList } from '../route.ts';
import { confirmed } from './confirmed.ts';
import { Invitations } from './Invitations.tsx';
import { MemberRow } from './MemberRow.tsx';
import styles from './team.css?inline';
import type { HeadNovel } from '../novel-head/last-novel.ts';

adoptStyles(styles);

/** The people of a novel: who does what, who is invited. */
export default function TeamScreen({ novelId, userId }: { novelId: string; userId: string }) {
  const [lastAct, setLastAct] = useState<ActWords>(nothingDone);
  const people = useRef<HTMLElement>(null);
  return (
    <NovelScreen
      novelId={novelId}
      load={load}
      screen="team"
      loading="Chargement de l’équipe..."
      failed="Erreur lors du chargement de l’équipe"
    >
      {({ team }, refresh) => (
        <>
          <Team
            team={team}
            userId={userId}
            people={people}
            onDone={(sentence) => {
              setLastAct({ kind: 'success', sentence });
              return refresh();
            }}
          />
          <div className="act-foot">
            <ActNotice {...lastAct} onRead={() => setLastAct(nothingDone)} focusAfter={people} />
          </div>
        </>
      )}
    </NovelScreen>
  );
}

async function load(id: string): Promise<Outcome<{ novel: HeadNovel; team: TeamBody }>> {
  const params = { id };
  const outcome = await call(listTeam, { params });
  if (!outcome.ok) return outcome;
  const { novel, role, waiting } = outcome.data;
  return { ok: true, data: { novel: { ...novel, role, waiting }, team: outcome.data } };
}

type Props = {
  team: TeamBody;
  userId: string;
  people: RefObject<HTMLElement | null>;
  /** Resolves when the team is loaded again. */
  onDone: (sentence: string) => Promise<void>;
};

function Team({ team, userId, people, onDone: onChanged }: Props) {
  const { novel, owner, members, role, isOffered } = team;
  const mayManage = may(role, 'people');
  const onDone = (sentence: string) => {
    void onChanged(sentence).then(() => {
      // What was pressed may be gone.
      afterFrame(() => {
        if (document.activeElement === document.body) people.current?.focus();
      });
    });
  };
  return (
    <div className="team">
      {isOffered && <Offer novel={novel} onDone={onDone} />}
      <section aria-label="Personnes" tabIndex={-1} ref={people}>
        <ul className="team-people">
          {owner && (
            <li>
              <p>
                <strong>{owner.name}</strong> <span className="badge">{roleWords.owner.name}</span>
              </p>
              <p className="muted">{roleWords.owner.sentence}</p>
            </li>
          )}
          {members.map((member) => (
            <li key={member.user._id}>
              <MemberRow novel={novel} member={member} mayManage={mayManage} onDone={onDone} />
            </li>
          ))}
        </ul>
      </section>
      {mayManage && <Invitations team={team} onDone={onDone} />}
      {members.some(({ user }) => user._id === userId) && <Own novel={novel} userId={userId} />}
    </div>
  );
}

/** What members decide for themselves: to leave. */
function Own({ novel, userId }: { novel: TeamBody['novel']; userId: string }) {
  const [isAsked, setQuestion] = useState(false);
  const leave = () =>
    confirmed(
      call(removeMember, {
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
        <Button variant="quiet" onClick={() => setQuestion(true)}>
          Quitter l’équipe
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Quitter l’équipe de «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Quitter l’équipe"
          onConfirm={leave}
          onClosed={() => setQuestion(false)}
        >
          <p>Vous n’aurez plus accès à ses brouillons. Votre travail reste dans le roman.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type OfferProps = { novel: TeamBody['novel']; onDone: (sentence: string) => void };

/** A novel that is offered to the user: taken over after a question, or declined. */
function Offer({ novel, onDone }: OfferProps) {
  const [question, setQuestion] = useState<'accept' | 'decline' | null>(null);
  const close = () => setQuestion(null);
  const params = { id: novel._id };
  const accept = () =>
    confirmed(call(acceptNovel, { params }), () => {
      close();
      onDone('Ce roman est maintenant le vôtre.');
    });
  const decline = () =>
    confirmed(call(declineNovel, { params }), () => {
      close();
      onDone('Vous avez décliné la proposition.');
    });
  return (
    <section aria-label="Proposition">
      <Notice kind="info">Le propriétaire vous propose de reprendre ce roman.</Notice>
      <div className="actions">
        <Button onClick={() => setQuestion('accept')}>Reprendre le roman</Button>
        <Button variant="quiet" onClick={() => setQuestion('decline')}>
          Décliner
        </Button>
      </div>
      {question === 'accept' && (
        <ConfirmDialog
          title={`Reprendre «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Reprendre le roman"
          onConfirm={accept}
          onClosed={close}
        >
          <p>
            Vous en devenez propriétaire&nbsp;: les revenus à venir seront les vôtres. L’ancien
            propriétaire reste coauteur.
          </p>
        </ConfirmDialog>
      )}
      {question === 'decline' && (
        <ConfirmDialog
          title={`Décliner «\u00A0${novel.title}\u00A0»\u00A0?`}
          action="Décliner"
          onConfirm={decline}
          onClosed={close}
        >
          <p>
            Vous restez dans l’équipe. Pour reprendre le roman, il faudra une nouvelle proposition.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
