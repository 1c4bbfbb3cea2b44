import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { getStudioNovel, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { ownList } from '../route.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { StudioFailure } from '../StudioFailure.tsx';
import styles from './leaving.css?inline';
import { TakeFile } from './TakeFile.tsx';

adoptStyles(styles);

type Props = { novelId: string; userId: string };

/** “Exporter”: a novel as a book, as Markdown files, its comments as a table. */
export default function LeavingScreen({ novelId, userId }: Props) {
  const ask = useCallback(() => {
    const params = { id: novelId };
    return call<typeof getStudioNovel>('GET', '/api/studio/novels/{id}', { params });
  }, [novelId]);
  const [novel, loadAgain] = useLoaded(ask);
  if (novel.kind === 'loading') return <Spinner label="Chargement du roman..." />;
  if (novel.kind === 'failed') {
    return (
      <StudioFailure
        failure={novel.failure}
        sentence="Erreur lors du chargement du roman"
        onRetry={loadAgain}
      />
    );
  }
  return (
    <>
      <ScreenHead
        title="Exporter"
        trail={[
          { to: ownList, label: 'Mes romans' },
          { to: { screen: 'chapters', novelId }, label: novel.data.title },
        ]}
      />
      {novel.data.owner?._id === userId ? (
        <Files novel={novel.data} />
      ) : (
        <EmptyState sentence="Seule la personne à qui ce roman appartient peut l’exporter." />
      )}
    </>
  );
}

type Exported = Pick<StudioNovelBody, '_id' | 'chapters'>;

/** The files that a novel may leave as. */
export function Files({ novel: { _id, chapters } }: { novel: Exported }) {
  const [isWithDrafts, setWithDrafts] = useState(true);
  const { published, scheduled, draft } = chapters;
  const base = `/api/studio/novels/${_id}/leaving`;
  const drafts = `drafts=${isWithDrafts}`;
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
          path={`${base}?format=epub&${drafts}`}
          kind="epub"
        />
        <TakeFile
          title="Archive Markdown"
          about="Un fichier par chapitre, avec ses réglages et ses notes de l’auteur, et la couverture. «&nbsp;Importer&nbsp;» la relit sans perte de texte."
          path={`${base}?format=markdown&${drafts}`}
          kind="zip"
        />
        <TakeFile
          title="Commentaires"
          about="Un tableau CSV pour votre tableur. Il contient des noms de lecteurs&nbsp;: gardez-le pour vous."
          path={`${base}?format=comments`}
          kind="csv"
        />
      </ul>
    </>
  );
}
