import { useId, useState } from 'react';
import { download } from '#browser/download.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';

type Props = {
  title: string;
  about: string;
  path: string;
  kind: 'epub' | 'zip' | 'csv';
};

/** A file to download, with what it holds. */
export function TakeFile({ title, about, path, kind }: Props) {
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const { run, isPending, refusal } = useAction(async () => {
    setSaved(false);
    const outcome = await download(path, kind);
    if (!outcome.ok) return { sentence: outcome.message };
    setSaved(true);
    return null;
  });
  return (
    <li className="leaving-file">
      <h3 id={id}>{title}</h3>
      <p className="muted">{about}</p>
      <Button variant="quiet" aria-describedby={id} aria-disabled={isPending} onClick={() => run()}>
        {isPending ? 'Téléchargement...' : 'Télécharger'}
      </Button>
      <p className="muted" role="status">
        {isSaved && 'Le fichier est téléchargé.'}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </li>
  );
}
