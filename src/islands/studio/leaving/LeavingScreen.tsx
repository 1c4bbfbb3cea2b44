import { useState, useId } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { takeNovel } from '#shared/contracts/leaving.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { download } from '#browser/files/download.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import styles from './leaving.css?inline';

adoptStyles(styles);

type Props = { novelId: string; userId: string };

/** “Exporter”: a novel as a book, as Markdown files, its comments as a table. */
export default function LeavingScreen({ novelId, userId }: Props) {
  return (
    <NovelScreen
      novelId={novelId}
      load={loadNovel}
      screen="leaving"
      loading="Chargement du roman..."
      failed={messages.novelFailed}
    >
      {({ novel }) =>
        novel.owner?._id === userId ? (
          <Files novel={novel} />
        ) : (
          <EmptyState sentence="Seule la personne à qui ce roman appartient peut l’exporter." />
        )
      }
    </NovelScreen>
  );
}

type Exported = Pick<StudioNovelBody, '_id' | 'chapters'>;

/** The files that a novel may leave as. */
export function Files({ novel: { _id, chapters } }: { novel: Exported }) {
  const [isWithDrafts, setWithDrafts] = useState(true);
  const { published, scheduled, draft } = chapters;
  const pathAs = (format: 'epub' | 'markdown' | 'comments') =>
    addressOf(takeNovel, {
      params: { id: _id },
      query: { format, drafts: isWithDrafts ? 'true' : 'false' },
    });
  if (published + scheduled + draft === 0) {
    return <EmptyState sentence="Ce roman n’a pas encore de chapitre à exporter." />;
  }
  return (
    <>
      <p>
        Votre texte est à vous&nbsp;: emportez-le entier, chapitres premium compris, quand vous
        voulez.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={isWithDrafts}
          onChange={({ currentTarget }) => setWithDrafts(currentTarget.checked)}
        />
        Avec les brouillons et les corrections pas encore publiées
      </label>
      <ul className="leaving-files">
        <TakeFile
          title="Livre EPUB"
          about="Pour une liseuse ou un éditeur&nbsp;: couverture, table, parties, notes de bas de page et notes de l’auteur."
          path={pathAs('epub')}
          kind="epub"
        />
        <TakeFile
          title="Archive Markdown"
          about="Un fichier par chapitre, avec ses réglages et ses notes de l’auteur, et la couverture. «&nbsp;Importer&nbsp;» la relit sans perte de texte."
          path={pathAs('markdown')}
          kind="zip"
        />
        <TakeFile
          title="Commentaires"
          about="Un tableau CSV pour votre tableur. Il contient des noms de lecteurs&nbsp;: gardez-le pour vous."
          path={pathAs('comments')}
          kind="csv"
        />
      </ul>
    </>
  );
}

type TakeFileProps = {
  title: string;
  about: string;
  path: string;
  kind: 'epub' | 'zip' | 'csv';
};

/** A file to download, with what it holds. */
function TakeFile({ title, about, path, kind }: TakeFileProps) {
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
