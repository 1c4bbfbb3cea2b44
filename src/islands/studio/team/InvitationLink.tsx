import { useState } from 'react';
import { Button } from '#islands/ui/button/Button.tsx';
import { Notice } from '#islands/ui/notice/Notice.tsx';

type Props = {
  link: string;
  /** For whom it is, and with which role: “Léa (traducteur)”. */
  receiver: string;
};

/** The link of a new invitation, shown once and copied with a button; '' shows nothing. */
export function InvitationLink({ link, receiver }: Props) {
  const [copied, setCopied] = useState({ link: '', sentence: '' });
  const copy = async () => {
    const sentence = await navigator.clipboard.writeText(link).then(
      () => 'Lien copié.',
      // Not allowed, or not a secure page.
      () => 'Le navigateur n’a pas copié le lien. Sélectionnez-le, puis copiez-le.',
    );
    setCopied({ link, sentence });
  };
  return (
    <div className="team-new-link">
      <Notice kind="success" role="status">
        {link === ''
          ? ''
          : `Lien pour ${receiver}. Envoyez-le à cette personne\u00A0: il sert une fois, pendant 14 jours, et ne sera plus montré.`}
      </Notice>
      {link !== '' && (
        <>
          <p className="team-link">{link}</p>
          <p className="row-actions">
            <Button variant="quiet" onClick={() => void copy()}>
              Copier le lien
            </Button>
            <span role="status">{copied.link === link && copied.sentence}</span>
          </p>
        </>
      )}
    </div>
  );
}
