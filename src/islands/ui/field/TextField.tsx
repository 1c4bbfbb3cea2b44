import type { ComponentProps } from 'react';
import { dayBounds } from '#shared/site/field-sentences.ts';
import { Field, type FieldProps } from './Field.tsx';

type Own = 'name' | 'className' | 'children';
type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, Own>;
type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, Own>;

/** A single-line text field, or another type of `input`; a date is within the days that calls take. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const { field, control } = split(props);
  const bounds = type === 'date' && dayBounds;
  return (
    <Field {...field}>{(given) => <input {...bounds} {...control} {...given} type={type} />}</Field>
  );
}

/** A multi-line text field. */
export function TextArea(props: TextAreaProps) {
  const { field, control } = split(props);
  return <Field {...field}>{(given) => <textarea {...control} {...given} />}</Field>;
}

/** A field for an integer of at least 1; may be empty while typing. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="numeric" min={1} {...props} type="number" />;
}

function split<Props extends FieldProps>(props: Props) {
  const { name, label, hint, error, isOptional, count, className, ...control } = props;
  const field: FieldProps = {
    name,
    label,
    hint,
    error,
    ...(isOptional !== undefined && { isOptional }),
    ...(count !== undefined && { count }),
    ...(className !== undefined && { className }),
  };
  return { field, control };
}
