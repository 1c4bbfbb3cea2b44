import { download, type FileKind } from '#browser/files/download.ts';
import { messages } from '#shared/messages.ts';
import { Button } from './button/Button.tsx';
import { FailureNotice } from './notice/Notice.tsx';
import { useAction } from './use-action.ts';

type Props = {
  /** Path of the API call that returns the file. */
  path: string;
  kind?: FileKind;
  label: string;
  /** Appended to the label for screen readers, where there are several such buttons. */
  of?: string;
  /** Placed among other buttons, not in a row of a list. */
  isLarge?: boolean;
  isInvoice?: boolean;
  /** Why there is no such file yet; shown instead of asking for it. */
  refusedBy?: string;
};

/** Downloads a file; shows an error below on failure. */
export function DownloadButton(props: Props) {
  const { path, kind, label, of, isLarge = false, isInvoice = false, refusedBy = '' } = props;
  const { run, isPending, refusal } = useAction(async () => {
    if (refusedBy !== '') return { sentence: refusedBy };
    const outcome = await download(path, kind);
    return outcome.ok ? null : { sentence: sentenceFor(outcome.message, isInvoice) };
  });
  return (
    <div className="download">
      <Button
        {...(isLarge ? { variant: 'quiet' } : { variant: 'link', isSmall: true })}
        isBusy={isPending}
        onClick={() => run()}
      >
        <span>{isPending ? 'Téléchargement...' : label}</span>
        {of !== undefined && <span className="visually-hidden">{` ${of}`}</span>}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}

/** The specification's sentence names an invoice; other documents use the same with their own name. */
function sentenceFor(message: string, isInvoice: boolean): string {
  return message === messages.invoiceFailed && !isInvoice ? messages.documentFailed : message;
}
