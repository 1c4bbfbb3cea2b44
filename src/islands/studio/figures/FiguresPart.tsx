import type { ReactNode } from 'react';

type Props = { id: string; title: string; className?: string; children: ReactNode };

/** A part of the screen, whose heading the links above lead to. */
export function FiguresPart({ id, title, className = '', children }: Props) {
  return (
    <section className={`figures-part ${className}`} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
