import { fieldSentences } from '#shared/site/field-sentences.ts';
import type { Elements } from '../ui/elements.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useSubmit } from '../ui/use-submit.ts';

type Props = {
  action: string;
  label: string;
  from: string;
  to: string;
  /** Whether both days have to be there. */
  isRequired?: boolean;
  children: Elements;
};

/** As the contracts take them (`dayField`). */
const days = { type: 'date', min: '2000-01-01', max: '2100-12-31' } as const;

/**
 * Filters that stand in the address (a GET form), so that “back” works and a link can be shared. A day
 * that is half typed is refused at its field, and what is shown stays.
 */
export function DeskFilters({ action, label, from, to, isRequired = false, children }: Props) {
  const { onSubmit, wrong, onInput } = useSubmit(
    (form, typed) => {
      if (typed('du') !== '' && typed('au') !== '' && typed('du') > typed('au')) {
        const errors = [{ field: 'au', message: 'La fin vient après le début.' }];
        return Promise.resolve({ sentence: '', errors });
      }
      form.submit();
      return Promise.resolve(null);
    },
    { du: fieldSentences.dateMissing, au: fieldSentences.dateMissing },
  );
  const own = { ...days, required: isRequired };
  return (
    <form
      className="desk-filters"
      method="get"
      action={action}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {children}
      <TextField {...own} name="du" label="Du" error={wrong('du')} defaultValue={from} />
      <TextField {...own} name="au" label="Au" error={wrong('au')} defaultValue={to} />
      <Button type="submit" variant="quiet">
        {label}
      </Button>
    </form>
  );
}
