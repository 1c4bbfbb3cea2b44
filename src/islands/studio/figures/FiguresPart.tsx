import type { Elements } from '#islands/ui/elements.ts';

type Props = { id: string; title: string; className?: string; children: Elements };

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
