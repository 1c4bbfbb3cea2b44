import type { ComponentProps, MouseEvent } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import basics from '../basics.css?inline';
import styles from './button.css?inline';

adoptStyles(basics);
adoptStyles(styles);

type Look = {
  /** `link` looks like one; `icon` shows only an icon, named by `aria-label`. */
  variant?: keyof typeof classes;
  isSmall?: boolean;
};

const classes = {
  primary: 'button',
  quiet: 'button button-quiet',
  link: 'button-link',
  icon: 'button-icon',
} as const;

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Its action is in progress: it keeps the focus, ignores presses and submits no form. */
    isBusy?: boolean;
  };

/** The only button component. Submits its form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant, isSmall, isBusy = false, className, type = 'button', onClick, ...rest } = props;
  return (
    <button
      {...rest}
      {...(isBusy && { 'aria-disabled': true, 'aria-busy': true })}
      type={type}
      className={classOf({ variant, isSmall }, className)}
      onClick={isBusy ? swallow : onClick}
    />
  );
}

/** A link styled as a button. */
export function ButtonLink(props: ComponentProps<'a'> & Look) {
  const { variant, isSmall, className, children, ...rest } = props;
  return (
    <a {...rest} className={classOf({ variant, isSmall }, className)}>
      {children}
    </a>
  );
}

type Given = { [Name in keyof Look]: Look[Name] | undefined };

function classOf({ variant = 'primary', isSmall }: Given, more: string | undefined): string {
  return [classes[variant], isSmall && 'button-small', more].filter(Boolean).join(' ');
}

const swallow = (event: MouseEvent) => event.preventDefault();
