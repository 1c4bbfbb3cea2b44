import { useState } from 'react';
import { call } from '#browser/call.ts';
import { invite, withdrawInvitation, type TeamBody } from '#shared/contracts/novel-team.ts';
import { formatDay } from '#shared/site/formats.ts';
import { roleWords, type MemberRole } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { invitationLink } from './invitation-secret.ts';
import { roleIn, roleOptions } from './MemberRow.tsx';

const notChosen = { value: '', label: 'Choisissez un rôle' };

type Props = { team: TeamBody; onDone: (sentence: string) => void };

/** Invites by a link that is shown once, and lists what waits. */
export function Invitations({ team, onDone }: Props) {
  const [role, setRole] = useState<MemberRole | null>(null);
  const [note, setNote] = useState('');
  const [made, setMade] = useState({ link: '', receiver: '' });
  const params = { id: team.novel._id };
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    if (role === null) {
      const message = 'Choisissez le rôle de la personne invitée.';
      return { sentence: '', errors: [{ field: 'role', message }] };
    }
    const outcome = await call(invite, {
      params,
      body: { role, note },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const name = note.trim() || 'la personne invitée';
    setMade({
      link: invitationLink(location.origin, outcome.data.token),
      receiver: `${name} (${roleWords[role].name.toLocaleLowerCase('fr')})`,
    });
    setNote('');
    onDone('');
    return null;
  });
  return (
    <section aria-label="Invitations">
      <h3>Inviter</h3>
      <form className="team-form" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Select
          name="role"
          label="Rôle"
          hint={role === null ? undefined : roleWords[role].sentence}
          error={wrong('role')}
          value={role ?? ''}
          options={role === null ? [notChosen, ...roleOptions] : roleOptions}
          onChange={({ currentTarget }) => setRole(roleIn(currentTarget.value))}
        />
        <TextField
          name="note"
          label="Pour qui"
          hint="Pour vous y retrouver&nbsp;: vous seul le voyez."
          isOptional
          maxLength={100}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <FailureNotice sentence={sentence} />
        <div className="actions">
          <Button type="submit" isBusy={isPending}>
            Créer un lien d’invitation
          </Button>
        </div>
      </form>
      <InvitationLink {...made} />
      {team.invitations.length > 0 && (
        <>
          <h3>En attente</h3>
          <ul className="team-people">
            {team.invitations.map((invitation) => (
              <li key={invitation._id}>
                <Waiting invitation={invitation} onDone={onDone} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type WaitingProps = { invitation: TeamBody['invitations'][number]; onDone: Props['onDone'] };

function Waiting({ invitation, onDone }: WaitingProps) {
  const { _id: id, role, note, expiresAt } = invitation;
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call(withdrawInvitation, { params: { id } });
    if (!outcome.ok) return { sentence: outcome.message };
    onDone('L’invitation est retirée.');
    return null;
  });
  return (
    <>
      <p>
        <strong>{note === '' ? 'Sans nom' : note}</strong>{' '}
        <span className="badge">{roleWords[role].name}</span>
      </p>
      <p className="row-actions">
        <span className="muted">{`Jusqu’au ${formatDay(expiresAt)}`}</span>
        <Button variant="link" aria-disabled={isPending} onClick={() => run()}>
          Retirer l’invitation
        </Button>
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </>
  );
}

type InvitationLinkProps = {
  link: string;
  /** For whom it is, and with which role: “Léa (traducteur)”. */
  receiver: string;
};

/** The link of a new invitation, shown once and copied with a button; '' shows nothing. */
function InvitationLink({ link, receiver }: InvitationLinkProps) {
  const [copied, setCopied] = useState({ link: '', sentence: '' });
  const copy = async () => {
    const sentence = await navigator.clipboard.writeText(link).then(
      () => 'Lien copié.',
      // Not allowed, or not a secure page.
      () => 'Le navigateur n’a pas copié le lien. Sélectionnez-le, puis copiez-le.',
    );
    setCopied({ link, sentence });
  };
  return (
    <div className="team-new-link">
      <Notice kind="success" role="status">
        {link === ''
          ? ''
          : `Lien pour ${receiver}. Envoyez-le à cette personne\u00A0: il sert une fois, pendant 14 jours, et ne sera plus montré.`}
      </Notice>
      {link !== '' && (
        <>
          <p className="team-link">{link}</p>
          <p className="row-actions">
            <Button variant="quiet" onClick={() => void copy()}>
              Copier le lien
            </Button>
            <span role="status">{copied.link === link && copied.sentence}</span>
          </p>
        </>
      )}
    </div>
  );
}
