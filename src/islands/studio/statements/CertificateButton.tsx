import { addressOf } from '#browser/address-of.ts';
import { download } from '#browser/files/download.ts';
import { getPayoutCertificate } from '#shared/contracts/tax.ts';
import { paths } from '#shared/site/paths.ts';
import { Button, ButtonLink } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';

type Props = {
  payoutId: string;
  /** Tells it from others. */
  about: string;
  /** Has signed in just now; else that comes first: a certificate has its author's number. */
  mayTake: boolean;
};

/** Downloads the certificate of a payment. */
export function CertificateButton({ payoutId, about, mayTake }: Props) {
  const { run, isPending, refusal } = useAction(async () => {
    const path = addressOf(getPayoutCertificate, { params: { id: payoutId } });
    const outcome = await download(path, 'statement');
    return outcome.ok ? null : { sentence: outcome.message };
  });
  if (!mayTake) {
    const door = paths.login({ returnPath: paths.statements, reason: 'confirmation' });
    return (
      <ButtonLink variant="quiet" href={door}>
        <span>Se reconnecter pour le certificat</span>
        <span className="visually-hidden">{` (${about})`}</span>
      </ButtonLink>
    );
  }
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
