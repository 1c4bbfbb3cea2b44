import { useState } from 'react';
import { download } from '../../lib/browser/download.ts';

type Props = {
  /** Of the call that answers with the file. */
  path: string;
  label: string;
  /** Told to screen readers after the label: which one it is. */
  of: string;
};

/** Saves a PDF; a failure is said below it. */
export function DownloadButton({ path, label, of }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    const outcome = await download(path);
    setBusy(false);
    if (!outcome.ok) setFailure(outcome.message);
  };
  return (
    <div className="download">
      <button
        type="button"
        className="link-button"
        aria-disabled={isBusy}
        onClick={() => void save()}
      >
        {isBusy ? 'Téléchargement...' : label}
        <span className="visually-hidden">{` ${of}`}</span>
      </button>
      <div role="alert">{failure && <p className="download-failure">{failure}</p>}</div>
    </div>
  );
}
