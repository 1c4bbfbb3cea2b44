import { useId } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { formatCount } from '#shared/site/formats.ts';
import type { Elements } from '../elements.ts';
import styles from './field.css?inline';

adoptStyles(styles);

/** Props of a control that link it to its label, hint and error. */
export type FieldControl = {
  id: string;
  name: string;
  className: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
  /** Has more characters than it may (`use-submit.ts`). */
  'data-over': true | undefined;
};

export type FieldProps = {
  name: string;
  label: string;
  /** The hint. */
  hint?: string | undefined;
  /** The error; marks the control as invalid. */
  error?: string | undefined;
  /** Optional: the label says so. */
  isOptional?: boolean;
  /** Characters typed, and the maximum. */
  count?: { length: number; max: number };
  /** Class for its place in a form. */
  className?: string;
};

/** A label, a control, a hint and an error. */
export function Field(props: FieldProps & { children: (control: FieldControl) => Elements }) {
  const { name, label, hint, error, isOptional = false, count, className, children } = props;
  const id = useId();
  const isOver = count !== undefined && count.length > count.max;
  const described = { hint, count, error };
  const parts = (['hint', 'count', 'error'] as const).filter((part) => described[part]);
  return (
    <div className={className === undefined ? 'field' : `field ${className}`}>
      <label htmlFor={id}>
        <span>{label}</span>
        {isOptional && <span> (facultatif)</span>}
      </label>
      {children({
        id,
        name,
        className: 'field-control',
        'aria-invalid': error !== undefined || isOver || undefined,
        'aria-describedby': parts.map((part) => `${id}-${part}`).join(' ') || undefined,
        'data-over': isOver || undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {count && (
        <p className={isOver ? 'field-count field-count-over' : 'field-count'} id={`${id}-count`}>
          <span>{`${formatCount(count.length)} / ${formatCount(count.max)}`}</span>
          <span className="visually-hidden"> caractères</span>
          {isOver && <span>{'\u00A0: trop long'}</span>}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
