import { download } from '#browser/files/download.ts';
import { messages } from '#shared/messages.ts';
import { useAction } from '../ui/use-action.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';

type Props = {
  /** Path of the API call that returns the file. */
  path: string;
  label: string;
  /** Appended to the label for screen readers, where there are several such buttons. */
  of?: string;
  /** Placed among other buttons, not in a row of a list. */
  isLarge?: boolean;
  isInvoice?: boolean;
};

/** Downloads a PDF; shows an error below on failure. */
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
