import { useState } from 'react';
import { Suspension } from './Suspension.tsx';

/** The interactive part of the suspension page. */
export function SuspensionPage({ leftMs }: { leftMs: number }) {
  // By this browser's clock, which may differ from the server's.
  const [lockedUntil] = useState(() => new Date(Date.now() + leftMs).toISOString());
  return <Suspension lockedUntil={lockedUntil} onRestored={() => location.reload()} />;
}
