import { call } from '#browser/call.ts';
import { getBookAccounts, setBookAccounts } from '#shared/contracts/books.ts';
import { bookRoleWords } from '#shared/site/desk-words.ts';
import { DeskForm } from '../desk/DeskForm.tsx';
import { DeskLoaded } from '../desk/DeskLoaded.tsx';
import { TextField } from '../ui/field/TextField.tsx';

const load = () => call(getBookAccounts, {});

/** The accounts that the journal is booked on. */
export const BookAccounts = () => (
  <details>
    <summary>Comptes du journal</summary>
    <p className="muted">
      Un compte changé vaut pour tous les journaux téléchargés ensuite, ceux des mois passés
      compris.
    </p>
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
            if (!outcome.ok) {
              // `accounts.1.number` is the field `sales-number`.
              const errors = outcome.errors?.map(({ field, message }) => {
                const [, at = '', part = ''] = field.split('.');
                return { field: `${accounts[Number(at)]?.role ?? ''}-${part}`, message };
              });
              return { sentence: errors ? '' : outcome.message, errors };
            }
            await onDone('Les comptes sont enregistrés.');
            return null;
          }}
        >
          {(wrong) =>
            accounts.map(({ role, number, label }) => (
              <fieldset key={role}>
                <legend>{bookRoleWords[role]}</legend>
                <TextField
                  name={`${role}-number`}
                  label="Compte"
                  error={wrong(`${role}-number`)}
                  defaultValue={number}
                  maxLength={12}
                />
                <TextField
                  name={`${role}-label`}
                  label="Libellé"
                  error={wrong(`${role}-label`)}
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
