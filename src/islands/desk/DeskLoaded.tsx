import './desk.css';
import { useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import type { Elements } from '../ui/elements.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useLostFocus } from './use-lost-focus.ts';

/** Loads again, then says what was done. */
export type OnDone = (sentence: string) => Promise<void>;

type Props<Data> = {
  /** Must be stable between renders. */
  load: () => Promise<Outcome<Data>>;
  /** By default what the server said. */
  failed?: string;
  /** Of what is not there, or cannot be asked for: trying again would not help. */
  missing?: string;
  /** What is said of it goes when another view is shown. */
  view?: string;
  children: (data: Data, onDone: OnDone) => Elements;
};

/** What a page of the desk loads in one, and again after each act. */
export function DeskLoaded<Data>({ load, failed, missing, view = '', children }: Props<Data>) {
  const [loaded, loadAgain, refresh] = useLoaded(load);
  const [said, setSaid] = useState({ view, sentence: '' });
  const box = useLostFocus<HTMLDivElement>(said, 'h2[tabindex]');
  const onDone: OnDone = async (sentence) => {
    await refresh();
    setSaid({ view, sentence });
  };
  return (
    <div className="desk-loaded" ref={box} tabIndex={-1}>
      <Notice kind="success" role="status">
        {said.view === view ? said.sentence : ''}
      </Notice>
      {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
      {loaded.kind === 'failed' &&
        (missing !== undefined && [400, 404].includes(loaded.failure.status) ? (
          <EmptyState sentence={missing} />
        ) : loaded.failure.error === 'MALFORMED' ? (
          <LoadFailure message={loaded.failure.message} />
        ) : (
          <LoadFailure message={failed ?? loaded.failure.message} onRetry={loadAgain} />
        ))}
      {loaded.kind === 'loaded' && children(loaded.data, onDone)}
    </div>
  );
}
