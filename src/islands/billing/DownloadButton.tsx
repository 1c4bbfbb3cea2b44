import { download } from '#browser/download.ts';
import { messages } from '#shared/messages.ts';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  /** Of the call that answers with the file. */
  path: string;
  label: string;
  /** Told to screen readers after the label, where there are several: which one it is. */
  of?: string;
  /** It stands among other buttons, not in a row of a list. */
  isLarge?: boolean;
  isInvoice?: boolean;
};

/** Saves a PDF; a failure is said below it. */
export function DownloadButton(props: Props) {
  const { path, label, of, isLarge = false, isInvoice = false } = props;
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await download(path);
    return outcome.ok ? null : { sentence: sentenceFor(outcome.message, isInvoice) };
  });
  return (
    <div className="download">
      <Button
        {...(isLarge ? { variant: 'quiet' } : { variant: 'link', isSmall: true })}
        isBusy={isPending}
        onClick={() => run()}
      >
        {isPending ? 'Téléchargement...' : label}
        {of !== undefined && <span className="visually-hidden">{` ${of}`}</span>}
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}

/** The specification's sentence speaks of an invoice; the other documents have the same for themselves. */
function sentenceFor(message: string, isInvoice: boolean): string {
  return message === messages.invoiceFailed && !isInvoice ? messages.documentFailed : message;
}
