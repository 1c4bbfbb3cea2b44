import { addressOf } from '#browser/address-of.ts';
import { download } from '#browser/files/download.ts';
import { getPayoutCertificate } from '#shared/contracts/tax.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';

/** Downloads the certificate of a payment. `about` tells it from others. */
export function CertificateButton({ payoutId, about }: { payoutId: string; about: string }) {
  const { run, isPending, refusal } = useAction(async () => {
    const path = addressOf(getPayoutCertificate, { params: { id: payoutId } });
    const outcome = await download(path, 'statement');
    return outcome.ok ? null : { sentence: outcome.message };
  });
  return (
    <div>
      <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
        <span>Télécharger le certificat</span>
        <span className="visually-hidden">{` (${about})`}</span>
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}
