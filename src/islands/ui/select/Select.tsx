import type { ComponentProps } from 'react';
import { Field, type FieldProps } from '../field/Field.tsx';

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'className' | 'children'> & {
    /** In display order. */
    options: readonly { value: string; label: string }[];
  };

/** A native select. */
export function Select(props: Props) {
  const { name, label, hint, error, isOptional, className, options, ...control } = props;
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      error={error}
      {...(isOptional !== undefined && { isOptional })}
      {...(className !== undefined && { className })}
    >
      {(given) => (
        <select {...control} {...given}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
