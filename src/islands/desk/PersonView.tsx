import { useCallback, useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { download } from '#browser/files/download.ts';
import {
  addStaffNote,
  adjustPersonCredits,
  endPersonSessions,
  erasePerson,
  exportPerson,
  getDeskPerson,
  liftPersonLocks,
  type DeskPersonBody,
} from '#shared/contracts/desk.ts';
import { suspendPerson } from '#shared/contracts/moderation.ts';
import { adjustmentCreditsMax, commentLimits, suspensionDaysMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { deskMessages, roleWords } from '#shared/site/desk-words.ts';
import { formatCount, formatDay, formatInstant, parisDay, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { addDays } from '#shared/time/add-days.ts';
import { ConfirmDialog } from '../studio/ConfirmDialog.tsx';
import { Button } from '../ui/button/Button.tsx';
import { Fact } from '../ui/Fact.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { DeskAct } from './DeskAct.tsx';
import { PersonLists } from './PersonLists.tsx';

type Props = { id: string; role: string };

/** Whose complaint it is: all that is stored about them, and what staff may do. */
export function PersonView({ id, role }: Props) {
  const load = useCallback(() => call(getDeskPerson, { params: { id } }), [id]);
  const [loaded, loadAgain, refresh] = useLoaded(load);
  const [statusText, setStatusText] = useState('');
  const onDone = async (sentence: string) => {
    await refresh();
    setStatusText(sentence);
  };
  return (
    <div className="desk-subject">
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'failed' && (
        <LoadFailure message={deskMessages.personFailed} onRetry={loadAgain} />
      )}
      {loaded.kind === 'loaded' && (
        <>
          <h2 translate="no">{loaded.data.name}</h2>
          <Facts person={loaded.data} />
          <Acts person={loaded.data} role={role} onDone={onDone} />
          <NoteForm id={id} onDone={onDone} />
          <PersonLists person={loaded.data} />
        </>
      )}
    </div>
  );
}

const paceWords: Readonly<Record<string, string>> = { slowed: 'ralentie', stopped: 'arrêtée' };

function Facts({ person }: { person: DeskPersonBody }) {
  const { pace } = person;
  return (
    <dl className="desk-facts">
      <Fact name="E-mail">
        {person.email === null ? '—' : <a href={`mailto:${person.email}`}>{person.email}</a>}
      </Fact>
      <Fact name="Rôle">{roleWords[person.role] ?? person.role}</Fact>
      <Fact name="Depuis">{formatDay(person.createdAt)}</Fact>
      <Fact name="Connexion">{person.providers.join(', ') || '—'}</Fact>
      {person.credits !== undefined && <Fact name="Crédits">{formatCount(person.credits)}</Fact>}
      {person.suspendedUntil !== null && new Date(person.suspendedUntil) > new Date() && (
        <Fact name="Ne commente pas avant le">{formatDay(person.suspendedUntil)}</Fact>
      )}
      {person.lockedUntil !== null && (
        <Fact name="Accès verrouillé jusqu’au">{formatInstant(person.lockedUntil)}</Fact>
      )}
      {pace && (
        <Fact name="Lecture rapide">
          {`${plural(pace.rate, 'chapitre')} en une heure, le ${formatInstant(pace.noticedAt)}${pace.state in paceWords ? `, ${paceWords[pace.state] ?? ''}` : ''}`}
        </Fact>
      )}
      {person.bouncedAddress !== null && (
        <Fact name="E-mails refusés par">{person.bouncedAddress}</Fact>
      )}
    </dl>
  );
}

type ActsProps = {
  person: DeskPersonBody;
  role: string;
  onDone: (sentence: string) => Promise<void>;
};

const usualSuspensionDays = 7;

function Acts({ person, role, onDone }: ActsProps) {
  const params = { id: person._id };
  const today = parisDay(new Date());
  const isSuspended =
    person.suspendedUntil !== null && new Date(person.suspendedUntil) > new Date();
  return (
    <div className="desk-acts">
      <DeskAct
        label="Terminer les sessions"
        says="Tous ses appareils seront déconnectés. Cette personne pourra se connecter de nouveau."
        done="Sessions terminées."
        run={(body) => call(endPersonSessions, { params, body })}
        onDone={onDone}
      />
      <DeskAct
        label="Lever les verrous"
        says="L’accès aux chapitres est rendu aussitôt, et le compte des erreurs et des chapitres ouverts repart de zéro."
        done="Verrous levés."
        run={(body) => call(liftPersonLocks, { params, body })}
        onDone={onDone}
      />
      {isSuspended ? (
        <DeskAct
          label="Laisser commenter"
          says="Cette personne pourra commenter de nouveau."
          done="Suspension levée."
          run={({ reason }) => call(suspendPerson, { params, body: { reason, until: null } })}
          onDone={onDone}
        />
      ) : (
        <DeskAct
          label="Empêcher de commenter"
          says="Cette personne lira toujours, mais ne pourra plus écrire de commentaire jusqu’à ce jour."
          done="Personne suspendue."
          sentences={{ until: messages.suspensionPast }}
          fields={(wrong) => (
            <TextField
              name="until"
              label="Ne peut pas commenter avant le"
              error={wrong('until')}
              type="date"
              required
              min={addDays(today, 1)}
              max={addDays(today, suspensionDaysMax)}
              defaultValue={addDays(today, usualSuspensionDays)}
            />
          )}
          run={({ reason }, typed) =>
            call(suspendPerson, { params, body: { reason, until: typed('until') } })
          }
          onDone={onDone}
        />
      )}
      {hasStaffPower(role, 'moveMoney') && <CreditsAct person={person} onDone={onDone} />}
      {hasStaffPower(role, 'handAccounts') && (
        <>
          <ExportAct id={person._id} onDone={onDone} />
          {!hasStaffPower(person.role, 'seeDesk') && (
            <DeskAct
              label="Effacer le compte"
              says={`Le compte de ${person.name} sera effacé pour de bon, avec ${plural(person.credits ?? 0, 'crédit non dépensé', 'crédits non dépensés')}. Ce qui doit être remboursé l’est d’abord, depuis ses commandes. Ses factures sont gardées dix ans, et ses commentaires restent sans son nom.`}
              done=""
              run={(body) =>
                call(erasePerson, { params, body: { ...body, lostCredits: person.credits ?? 0 } })
              }
              onDone={() => {
                // The person is gone; their log says so.
                location.assign(paths.deskLog(person._id));
                return Promise.resolve();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

function CreditsAct({ person, onDone }: Omit<ActsProps, 'role'>) {
  return (
    <DeskAct
      label="Donner ou reprendre des crédits"
      says={`${person.name} a ${plural(person.credits ?? 0, 'crédit')}. Un nombre négatif en reprend. Des crédits donnés ne paient rien aux auteurs.`}
      done="Crédits mis à jour."
      sentences={{ credits: deskMessages.creditsWrong }}
      fields={(wrong) => (
        <TextField
          name="credits"
          label="Crédits"
          error={wrong('credits')}
          type="number"
          required
          min={-adjustmentCreditsMax}
          max={adjustmentCreditsMax}
        />
      )}
      run={(body, typed) =>
        call(adjustPersonCredits, {
          params: { id: person._id },
          body: { ...body, credits: Number(typed('credits')) },
        })
      }
      onDone={onDone}
    />
  );
}

function ExportAct({ id, onDone }: { id: string; onDone: ActsProps['onDone'] }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Exporter les données
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Exporter les données"
          action="Exporter"
          onConfirm={async () => {
            const outcome = await download(addressOf(exportPerson, { params: { id } }), 'data');
            if (!outcome.ok) return { sentence: outcome.message };
            setAsking(false);
            await onDone('Données exportées.');
            return null;
          }}
          onClosed={() => setAsking(false)}
        >
          <p>Tout ce qui est détenu sur cette personne sera téléchargé. Le journal le dira.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NoteForm({ id, onDone }: { id: string; onDone: ActsProps['onDone'] }) {
  const [text, setText] = useState('');
  // What is sent again is the same note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async () => {
      const outcome = await call(addStaffNote, { params: { id }, body: { key, text } });
      if (!outcome.ok) return firstError(outcome);
      setText('');
      setKey(crypto.randomUUID());
      await onDone('Note écrite.');
      return null;
    },
    { text: deskMessages.noteMissing },
  );
  return (
    <form className="desk-note" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        name="text"
        label="Note pour l’équipe"
        hint="Cette personne la lira si elle demande ses données."
        error={wrong('text')}
        rows={2}
        required
        maxLength={commentLimits.textCharacters}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FailureNotice sentence={sentence} />
      <Button type="submit" variant="quiet" isBusy={isPending}>
        Noter
      </Button>
    </form>
  );
}
