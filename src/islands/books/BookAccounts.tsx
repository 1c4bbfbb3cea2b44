import { call } from '#browser/call.ts';
import { getBookAccounts, setBookAccounts } from '#shared/contracts/books.ts';
import { bookRoleWords } from '#shared/site/desk-words.ts';
import { DeskForm } from '../desk/DeskForm.tsx';
import { DeskLoaded } from '../desk/DeskLoaded.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';

const load = () => call(getBookAccounts, {});

/** The accounts that the journal is booked on. */
export const BookAccounts = () => (
  <details>
    <summary>Comptes du journal</summary>
    <DeskLoaded load={load}>
      {(accounts, onDone) => (
        <DeskForm
          action="Enregistrer les comptes"
          send={async (typed) => {
            const given = accounts.map(({ role }) => ({
              role,
              number: typed(`${role}-number`),
              label: typed(`${role}-label`),
            }));
            const outcome = await call(setBookAccounts, { body: { accounts: given } });
            if (!outcome.ok) return firstError(outcome);
            await onDone('Les comptes sont enregistrés.');
            return null;
          }}
        >
          {() =>
            accounts.map(({ role, number, label }) => (
              <fieldset key={role}>
                <legend>{bookRoleWords[role]}</legend>
                <TextField
                  name={`${role}-number`}
                  label="Compte"
                  defaultValue={number}
                  maxLength={12}
                />
                <TextField
                  name={`${role}-label`}
                  label="Libellé"
                  defaultValue={label}
                  maxLength={60}
                />
              </fieldset>
            ))
          }
        </DeskForm>
      )}
    </DeskLoaded>
  </details>
);
