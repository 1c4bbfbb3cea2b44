import { addressOf } from '#browser/address-of.ts';
import { getPayoutCertificate } from '#shared/contracts/tax.ts';
import { paths } from '#shared/site/paths.ts';
import { ButtonLink } from '#islands/ui/button/Button.tsx';
import { DownloadButton } from '#islands/ui/DownloadButton.tsx';

type Props = {
  payoutId: string;
  /** Tells it from others. */
  about: string;
  /** Has signed in just now; else that comes first: a certificate has its author's number. */
  mayTake: boolean;
};

/** Downloads the certificate of a payment. */
export function CertificateButton({ payoutId, about, mayTake }: Props) {
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
    <DownloadButton
      path={addressOf(getPayoutCertificate, { params: { id: payoutId } })}
      kind="statement"
      label="Télécharger le certificat"
      of={`(${about})`}
      isLarge
    />
  );
}
