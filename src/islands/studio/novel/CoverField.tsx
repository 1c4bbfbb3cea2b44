import { useId, useRef, useState, type ChangeEvent } from 'react';
import { studioLimits } from '#shared/constants.ts';
import { formatFileLimit } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { CoverCrop } from './CoverCrop.tsx';
import { cropOf, type CoverChange } from './cover-change.ts';

type Props = {
  /** Path of the existing cover. */
  address: string | null;
  title: string;
  change: CoverChange;
  onChange: (change: CoverChange) => void;
};

/** The cover: the existing one, a new one with its crop, or none. */
export function CoverField({ address, title, change, onChange }: Props) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const hasCover = address !== null && change.kind !== 'removed';

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setFailure('');
    if (file.size > studioLimits.coverBytes) {
      setFailure(`Cette image dépasse ${formatFileLimit(studioLimits.coverBytes)}.`);
      return;
    }
    try {
      // Oriented by its EXIF data, as on the server.
      const decoded = await createImageBitmap(file, { imageOrientation: 'from-image' });
      setPicture(decoded);
      const crop = cropOf({ across: 0.5, down: 0.5, size: 1 }, decoded.width, decoded.height);
      onChange({ kind: 'new', file, crop });
    } catch {
      setFailure(messages.studio.pictureRefused);
    }
  };
  const give = (kind: 'kept' | 'removed') => {
    if (input.current) input.current.value = '';
    setPicture(null);
    onChange({ kind });
    input.current?.focus();
  };

  return (
    <fieldset className="cover-field">
      <legend>Couverture</legend>
      {change.kind === 'new' && picture ? (
        <CoverCrop
          key={change.file.name + String(change.file.lastModified)}
          picture={picture}
          onCrop={(crop) => onChange({ ...change, crop })}
        />
      ) : hasCover ? (
        <img src={address} alt={`Couverture actuelle de ${title}`} width={480} height={720} />
      ) : (
        <p className="muted">Sans couverture, le titre est dessiné sur un fond de couleur.</p>
      )}
      <div className="cover-choice">
        <label htmlFor={id}>{hasCover ? 'Choisir une autre image' : 'Choisir une image'}</label>
        <input
          id={id}
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={`${id}-aide`}
          onChange={(event) => void choose(event)}
        />
        <p className="muted" id={`${id}-aide`}>
          {`JPEG, PNG, WebP ou AVIF, ${formatFileLimit(studioLimits.coverBytes)} au plus.`}
        </p>
        <FailureNotice sentence={failure} />
        {(change.kind !== 'kept' || hasCover) && (
          <div className="actions">
            {change.kind === 'kept' ? (
              <Button variant="quiet" onClick={() => give('removed')}>
                Retirer la couverture
              </Button>
            ) : (
              <Button variant="quiet" onClick={() => give('kept')}>
                {address === null ? 'Ne pas mettre d’image' : 'Garder la couverture actuelle'}
              </Button>
            )}
          </div>
        )}
        {change.kind === 'removed' && (
          <p role="status">La couverture sera retirée à l’enregistrement.</p>
        )}
      </div>
    </fieldset>
  );
}
