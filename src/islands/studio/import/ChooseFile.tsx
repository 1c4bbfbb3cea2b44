import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { upload } from '#browser/upload.ts';
import { studioLimits } from '#shared/constants.ts';
import { uploadBook, type UploadBody } from '#shared/contracts/studio-uploads.ts';
import { formatFileLimit, formatPercent } from '#shared/site/formats.ts';
import { formErrors } from '#islands/ui/form-errors.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { hasNavigated } from '../navigation.ts';

type Props = { onRead: (book: UploadBody) => void };

type Step =
  | { kind: 'idle' }
  /** `part` of the file is uploaded, 0 to 1; at 1 the server parses it. */
  | { kind: 'sending'; name: string; part: number }
  | { kind: 'failed'; sentence: string };

const tooLarge = `Ce fichier dépasse ${formatFileLimit(studioLimits.bookBytes)}\u00A0: réduisez ou retirez ses images, ou partagez-le en plusieurs fichiers, importés l’un après l’autre.`;
const accepted = /\.(?:epub|zip|md|markdown|txt)$/i;

/** A file, chosen or dropped, is uploaded and parsed on the server. */
export function ChooseFile({ onRead }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  /** Not sent for want of a connection: it stays chosen. */
  const [unsent, setUnsent] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const sending = useRef<AbortController | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // After navigation elsewhere, a finished upload does not navigate back.
  useEffect(() => () => sending.current?.abort(), []);
  // The pressed link is gone.
  useEffect(() => {
    if (document.activeElement === document.body && hasNavigated()) input.current?.focus();
  }, []);

  const send = async (file: File) => {
    if (sending.current) return;
    if (file !== unsent) setUnsent(null);
    const refused = refusalOf(file);
    if (refused !== null) {
      setStep({ kind: 'failed', sentence: refused });
      return;
    }
    const stopping = new AbortController();
    sending.current = stopping;
    setStep({ kind: 'sending', name: file.name, part: 0 });
    const outcome = await upload(uploadBook, {
      query: { name: file.name.slice(-studioLimits.fileNameCharacters) },
      file,
      onProgress: (part) => setStep({ kind: 'sending', name: file.name, part }),
      signal: stopping.signal,
    });
    sending.current = null;
    const isUnsent = !outcome.ok && outcome.error === 'NO_ANSWER' && !stopping.signal.aborted;
    // The field names the file that stays chosen; emptied, it takes the same one again.
    if (input.current && !isUnsent) input.current.value = '';
    setUnsent(isUnsent ? file : null);
    if (stopping.signal.aborted) setStep({ kind: 'idle' });
    else if (outcome.ok) onRead(outcome.data);
    else {
      const { sentence } = formErrors(outcome, []);
      setStep({ kind: 'failed', sentence: isUnsent ? staysChosen(file, sentence) : sentence });
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void send(file);
  };
  const isSending = step.kind === 'sending';

  return (
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <p>
        <strong>Déposez un fichier ici</strong>, ou choisissez-le.
      </p>
      <label htmlFor={id}>
        {`Fichier EPUB, Markdown (.md ou .zip) ou texte (.txt), ${formatFileLimit(studioLimits.bookBytes)} au plus`}
      </label>
      <input
        id={id}
        ref={input}
        type="file"
        accept=".epub,.zip,.md,.markdown,.txt"
        disabled={isSending}
        // The same file, changed since, may be chosen again.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
        }}
      />
      {isSending && <Progress {...step} onStop={() => sending.current?.abort()} />}
      <FailureNotice sentence={step.kind === 'failed' ? step.sentence : ''} />
      {unsent && (
        <Button variant="quiet" isBusy={isSending} onClick={() => void send(unsent)}>
          Renvoyer le fichier
        </Button>
      )}
      <p className="muted">
        Rien n’est publié avant que vous ayez vu les chapitres reconnus. Le fichier est oublié au
        bout d’un jour.
      </p>
    </div>
  );
}

type ProgressProps = { name: string; part: number; onStop: () => void };

function Progress({ name, part, onStop }: ProgressProps) {
  const isReading = part >= 1;
  const words = isReading ? `Analyse de ${name}…` : `Envoi de ${name}…`;
  return (
    <div className="upload-progress">
      <p role="status">{words}</p>
      {/* Indeterminate: the duration of parsing is unknown. */}
      <progress aria-label={words} max={1} {...(!isReading && { value: part })} />
      <p className="muted" aria-hidden="true">
        {isReading ? ' ' : formatPercent(Math.round(part * 100))}
      </p>
      <Button variant="quiet" onClick={onStop}>
        Interrompre
      </Button>
    </div>
  );
}

const staysChosen = ({ name }: File, reason: string): string =>
  `${reason}. «\u00A0${name}\u00A0» reste choisi\u00A0: vérifiez votre connexion, puis renvoyez-le.`;

function refusalOf({ name, size }: File): string | null {
  if (!accepted.test(name)) return 'Choisissez un fichier .epub, .zip, .md ou .txt.';
  if (size === 0) return 'Ce fichier est vide.';
  return size > studioLimits.bookBytes ? tooLarge : null;
}
