import { useEffect, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import { Suspension } from '../challenge/Suspension.tsx';

type Props = { lockedUntil: string; onRestored: () => void; takesFocus: boolean };

/** Replaces the text during a suspension: a reload shows the suspension page. */
export function Suspended({ lockedUntil, onRestored, takesFocus }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <section className="suspended" aria-labelledby="suspendu">
      <h2 id="suspendu" tabIndex={-1} ref={title}>
        {messages.accessLocked}
      </h2>
      <p>{messages.accessLockedReason}</p>
      <Suspension lockedUntil={lockedUntil} onRestored={onRestored} />
    </section>
  );
}
