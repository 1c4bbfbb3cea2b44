import { useState } from 'react';
import { plural } from '#shared/formats.ts';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { missingAmong } from '../chapters/missing-for-readers.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { BatchProps } from './BatchDialogs.tsx';
import { did } from './send-batch.ts';
import { SilentChoice } from './SilentChoice.tsx';

/** Publishes the chosen chapters now. */
export function PublishDialog({ chosen, send, onClosed }: BatchProps) {
  const [isSilent, setSilent] = useState(false);
  const news = chosen.filter(({ status }) => status !== 'published').length;
  const missing = missingAmong(chosen);
  const chapterIds = chosen.map(({ _id }) => _id);
  return (
    <ConfirmDialog
      title={`Publier ${plural(chosen.length, 'chapitre')}\u00A0?`}
      action="Publier"
      onConfirm={() => send({ action: 'publish', chapterIds, isSilent }, did.published)}
      onClosed={onClosed}
    >
      <p>
        Ils paraissent tels qu’ils sont enregistrés.
        {news < chosen.length &&
          ' Ceux qui sont déjà publiés sont mis à jour et gardent leur date.'}
      </p>
      {missing && <Notice kind="info">{missing}</Notice>}
      {news > 0 && <SilentChoice {...{ isSilent, setSilent }} />}
    </ConfirmDialog>
  );
}
