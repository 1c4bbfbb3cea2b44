import { useState } from 'react';
import { call } from '#browser/call.ts';
import {
  offerNovel,
  removeMember,
  setMemberRole,
  type TeamBody,
} from '#shared/contracts/novel-team.ts';
import { de } from '#shared/text/elision.ts';
import { memberRoles, roleWords, type MemberRole } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { confirmed } from './confirmed.ts';

export const roleOptions = memberRoles.map((value) => ({ value, label: roleWords[value].name }));

/** A role of the list; the first for anything else. */
export const roleIn = (value: string): MemberRole =>
  memberRoles.find((role) => role === value) ?? 'proofreader';

type Props = {
  novel: TeamBody['novel'];
  member: TeamBody['members'][number];
  mayManage: boolean;
  onDone: (sentence: string) => void;
};

/** A member, and what the owner may change. */
export function MemberRow({ novel, member, mayManage, onDone }: Props) {
  const { user, role, isOffered } = member;
  return (
    <>
      <p>
        <strong translate="no">{user.name}</strong>{' '}
        <span className="badge">{roleWords[role].name}</span>{' '}
        {isOffered && <span className="badge">Roman proposé</span>}
      </p>
      <p className="muted">{roleWords[role].sentence}</p>
      {mayManage && <Management novel={novel} member={member} onDone={onDone} />}
    </>
  );
}

function Management({ novel, member, onDone }: Omit<Props, 'mayManage'>) {
  const { user, role, isOffered, mayOwn } = member;
  const [question, setQuestion] = useState<'remove' | 'offer' | null>(null);
  const params = { id: novel._id, userId: user._id };
  const change = useAction(async (next: MemberRole) => {
    const outcome = await call(setMemberRole, { params, body: { role: next } });
    if (!outcome.ok) return { sentence: outcome.message };
    onDone(`${user.name}\u00A0: ${roleWords[next].name.toLowerCase()}.`);
    return null;
  });
  const offer = (userId: string | null, sentence: string) =>
    confirmed(
      call(offerNovel, {
        params: { id: novel._id },
        body: { userId },
      }),
      () => {
        setQuestion(null);
        onDone(sentence);
      },
    );
  const withdraw = useAction(() => offer(null, 'La proposition est retirée.'));
  const remove = () =>
    confirmed(call(removeMember, { params }), () => onDone(`${user.name} n’est plus de l’équipe.`));
  return (
    <>
      <Select
        className="team-form"
        name={`role-${user._id}`}
        label={`Rôle ${de(user.name)}`}
        value={role}
        options={roleOptions}
        onChange={({ currentTarget }) => change.run(roleIn(currentTarget.value))}
      />
      <FailureNotice sentence={change.refusal?.sentence ?? withdraw.refusal?.sentence ?? ''} />
      <p className="row-actions">
        <Button variant="link" onClick={() => setQuestion('remove')}>
          Retirer<span className="visually-hidden">{` ${user.name}`}</span>
        </Button>
        {isOffered && (
          <Button variant="link" onClick={() => withdraw.run()}>
            Retirer la proposition
          </Button>
        )}
        {!isOffered && mayOwn && (
          <Button variant="link" onClick={() => setQuestion('offer')}>
            Céder le roman<span className="visually-hidden">{` à ${user.name}`}</span>
          </Button>
        )}
        {!isOffered && !mayOwn && (
          <span className="muted">
            Le roman ne peut pas lui être cédé&nbsp;: c’est un compte de lecteur.
          </span>
        )}
      </p>
      {question === 'remove' && (
        <ConfirmDialog
          title={`Retirer ${user.name} de l’équipe\u00A0?`}
          action="Retirer"
          onConfirm={remove}
          onClosed={() => setQuestion(null)}
        >
          <p>Cette personne perd l’accès aux brouillons. Son travail reste dans le roman.</p>
        </ConfirmDialog>
      )}
      {question === 'offer' && (
        <ConfirmDialog
          title={`Céder le roman à ${user.name}\u00A0?`}
          action="Proposer le roman"
          onConfirm={() => offer(user._id, `Le roman est proposé à ${user.name}.`)}
          onClosed={() => setQuestion(null)}
        >
          <p>
            Dès que cette personne accepte, elle en est propriétaire et les revenus à venir sont les
            siens. Vous restez coauteur.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
