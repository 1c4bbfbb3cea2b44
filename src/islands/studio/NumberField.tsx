import { Field } from './novel/NovelFields.tsx';

type Props = {
  name: string;
  label: string;
  max: number;
  /** As it is being typed. */
  value: string;
  wrong: string | undefined;
  onValue: (value: string) => void;
};

/** A whole number from 1 on. */
export function NumberField({ name, label, max, value, wrong, onValue }: Props) {
  return (
    <Field name={name} label={label} wrong={wrong}>
      {(given) => (
        <input
          {...given}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
