import { useState } from 'react';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { chaptersNamed } from '../chapters/chapter-words.ts';
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
      title={`Publier ${chaptersNamed(chosen)}\u00A0?`}
      action="Publier"
      onConfirm={() => send({ action: 'publish', chapterIds, isSilent }, did.published)}
      onClosed={onClosed}
    >
      <p>{chosen.length === 1 ? ofOne(news) : ofMore(news, chosen.length)}</p>
      {missing !== '' && <Notice kind="info">{missing}</Notice>}
      {news > 0 && <SilentChoice isSilent={isSilent} setSilent={setSilent} />}
    </ConfirmDialog>
  );
}

const ofOne = (news: number): string =>
  news === 1
    ? 'Il paraît tel qu’il est enregistré.'
    : 'Il est déjà publié\u00A0: il est mis à jour tel qu’il est enregistré, et garde sa date.';

const ofMore = (news: number, count: number): string =>
  news < count
    ? 'Ils paraissent tels qu’ils sont enregistrés. Ceux qui sont déjà publiés sont mis à jour et gardent leur date.'
    : 'Ils paraissent tels qu’ils sont enregistrés.';
