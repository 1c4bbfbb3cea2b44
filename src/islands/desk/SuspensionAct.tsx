import { call } from '#browser/call.ts';
import { suspensionDaysMax } from '#shared/constants.ts';
import { suspendPerson, type SuspendedPerson } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import { TextField } from '../ui/field/TextField.tsx';
import { DeskAct } from './DeskAct.tsx';

type Props = {
  person: Pick<SuspendedPerson, '_id' | 'suspendedUntil'>;
  labels: { suspend: string; lift: string };
  of?: string;
  onDone: (sentence: string, after: SuspendedPerson) => Promise<void> | void;
};

const usualSuspensionDays = 7;

/** Whether a person may not comment now. */
export const isSuspended = ({ suspendedUntil }: Pick<SuspendedPerson, 'suspendedUntil'>): boolean =>
  suspendedUntil !== null && new Date(suspendedUntil) > new Date();

/** Suspends a person from commenting until a day, or lifts it. */
export function SuspensionAct({ person, labels, ...more }: Props) {
  const params = { id: person._id };
  const today = parisDay(new Date());
  return isSuspended(person) ? (
    <DeskAct
      key="lift"
      {...more}
      label={labels.lift}
      says="Cette personne pourra commenter de nouveau."
      done="Suspension levée."
      run={({ reason }) => call(suspendPerson, { params, body: { reason, until: null } })}
    />
  ) : (
    <DeskAct
      key="suspend"
      {...more}
      label={labels.suspend}
      says="Cette personne lira toujours, mais ne pourra plus écrire de commentaire jusqu’à ce jour. Le motif lui est envoyé par e-mail."
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
    />
  );
}
