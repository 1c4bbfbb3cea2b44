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
  unblockPerson,
  type DeskPersonBody,
} from '#shared/contracts/desk.ts';
import { commentLimits, erasureWord } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { deskMessages, roleWords } from '#shared/site/desk-words.ts';
import { formatCount, formatDay, formatInstant, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import { Fact } from '../ui/Fact.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import { Select } from '../ui/select/Select.tsx';
import { useSession } from '../ui/use-session.ts';
import { DeskAct } from './DeskAct.tsx';
import { DeskForm } from './DeskForm.tsx';
import { DeskLoaded, type OnDone } from './DeskLoaded.tsx';
import { PersonLists } from './PersonLists.tsx';
import { isSuspended, SuspensionAct } from './SuspensionAct.tsx';

type Props = { id: string; role: string };

/** Whose complaint it is: all that is stored about them, and what staff may do. */
export function PersonView({ id, role }: Props) {
  const load = useCallback(() => call(getDeskPerson, { params: { id } }), [id]);
  const session = useSession();
  const isOwn = session.kind === 'signed-in' && session.user._id === id;
  return (
    <DeskLoaded load={load} failed={deskMessages.personFailed} missing={messages.personMissing}>
      {(person, onDone) => (
        <>
          <h2 translate="no">{person.name}</h2>
          {person.erasedAt === null ? (
            <>
              <Facts person={person} />
              {(role === 'admin' || (person.role !== 'admin' && !isOwn)) && (
                <Acts person={person} role={role} onDone={onDone} />
              )}
              <NoteForm id={id} onDone={onDone} />
            </>
          ) : (
            <p>{`Ce compte a été supprimé le ${formatInstant(person.erasedAt)}. Ses commandes restent.`}</p>
          )}
          <PersonLists person={person} />
        </>
      )}
    </DeskLoaded>
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
      {isSuspended(person) && (
        <Fact name="Suspendue (commentaires) jusqu’au">{formatDay(person.suspendedUntil)}</Fact>
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

/** Our own decision is reasoned in the letter (terms, § 11). */
const erasureCauses = [
  { value: '', label: 'Choisissez' },
  { value: 'asked', label: 'Cette personne l’a demandé' },
  { value: 'ours', label: 'Nous\u00A0: le motif lui est envoyé par e-mail' },
];

type ActsProps = {
  person: DeskPersonBody;
  role: string;
  onDone: OnDone;
};

function Acts({ person, role, onDone }: ActsProps) {
  const params = { id: person._id };
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
      {person.role !== 'admin' && (
        <SuspensionAct
          person={person}
          labels={{ suspend: 'Suspendre la personne', lift: 'Lever la suspension' }}
          onDone={onDone}
        />
      )}
      {person.blockers.map((author) => (
        <DeskAct
          key={author._id}
          label={`Débloquer chez ${author.name}`}
          says={`Cette personne pourra de nouveau commenter les romans de cet auteur, et le saura par e-mail, sans le motif. ${author.name} peut la bloquer encore.`}
          done="Blocage levé."
          run={(body) => call(unblockPerson, { params, body: { ...body, authorId: author._id } })}
          onDone={onDone}
        />
      ))}
      {hasStaffPower(role, 'moveMoney') && <CreditsAct person={person} onDone={onDone} />}
      {hasStaffPower(role, 'handAccounts') && (
        <>
          <DeskAct
            label="Exporter les données"
            says="Tout ce qui est détenu sur cette personne sera téléchargé. Le journal le dira."
            action="Exporter"
            hasReason={false}
            done="Données exportées."
            run={async () => {
              const outcome = await download(addressOf(exportPerson, { params }), 'data');
              return outcome.ok ? { ok: true, data: null } : outcome;
            }}
            onDone={onDone}
          />
          {person.erasure && (
            <DeskAct
              label="Effacer le compte"
              says={`Le compte de ${person.name} (${person.email ?? 'sans adresse'}) sera effacé pour de bon, avec ${plural(person.credits ?? 0, 'crédit non dépensé', 'crédits non dépensés')}. L’effacement ne rembourse rien\u00A0: ce qui est dû se paie d’abord, depuis ces pages. Ses factures sont gardées dix ans, et ses commentaires restent sans son nom.`}
              sentences={{
                confirmation: messages.erasureWordWrong,
                cause: deskMessages.erasureCauseMissing,
              }}
              fields={(wrong) => (
                <>
                  <ErasureFacts erasure={person.erasure} />
                  <Select
                    name="cause"
                    label="Qui l’a décidé"
                    error={wrong('cause')}
                    required
                    options={erasureCauses}
                  />
                  <TextField
                    name="confirmation"
                    label={`Pour confirmer, tapez ${erasureWord}`}
                    error={wrong('confirmation')}
                    required
                    pattern={erasureWord}
                    autoComplete="off"
                  />
                </>
              )}
              done=""
              run={(body, typed) => {
                const isAsked = typed('cause') === 'asked';
                const lostCredits = person.credits ?? 0;
                return call(erasePerson, {
                  params,
                  body: { ...body, lostCredits, isAsked, confirmation: erasureWord },
                });
              }}
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

/** What forbids the erasure now, what is lost, and what is owed, each with its page. */
function ErasureFacts({ erasure }: Pick<DeskPersonBody, 'erasure'>) {
  const { refusal = null, lines = [] } = erasure ?? {};
  return (
    <>
      {refusal !== null && <Notice kind="info">{refusal}</Notice>}
      <ul>
        {lines.map(({ text, path }) => (
          <li key={text}>
            <a href={path}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function CreditsAct({ person, onDone }: Omit<ActsProps, 'role'>) {
  const [text, setText] = useState('');
  const after = Number(text) + (person.credits ?? 0);
  return (
    <DeskAct
      label="Donner ou reprendre des crédits"
      says={`${person.name} a ${plural(person.credits ?? 0, 'crédit')}. Un nombre négatif en reprend. Des crédits donnés ne paient rien aux auteurs.`}
      done="Crédits mis à jour."
      sentences={{ credits: deskMessages.creditsWrong }}
      fields={(wrong) => (
        <>
          <TextField
            name="credits"
            label="Crédits"
            error={wrong('credits')}
            required
            pattern="\s*-?\d{1,6}\s*"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <p role="status">
            {/^\s*-?\d{1,6}\s*$/.test(text) &&
              (after < 0
                ? deskMessages.creditsTooFew
                : `Solde ensuite\u00A0: ${plural(after, 'crédit')}.`)}
          </p>
        </>
      )}
      run={(body, typed) =>
        call(adjustPersonCredits, {
          params: { id: person._id },
          body: { ...body, credits: Number(typed('credits')) },
        })
      }
      onDone={onDone}
      onClosed={() => setText('')}
    />
  );
}

function NoteForm({ id, onDone }: { id: string; onDone: OnDone }) {
  // What is sent again is the same note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  return (
    <DeskForm
      action="Noter"
      isQuiet
      isEmptied
      sentences={{ text: deskMessages.noteMissing }}
      send={async (typed) => {
        const body = { key, text: typed('text') };
        const outcome = await call(addStaffNote, { params: { id }, body });
        if (!outcome.ok) return firstError(outcome);
        setKey(crypto.randomUUID());
        await onDone('Note écrite.');
        return null;
      }}
    >
      {(wrong) => (
        <TextArea
          name="text"
          label="Note pour l’équipe"
          hint="Cette personne la lira si elle demande ses données."
          error={wrong('text')}
          rows={2}
          required
          maxLength={commentLimits.textCharacters}
        />
      )}
    </DeskForm>
  );
}
