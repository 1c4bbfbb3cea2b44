import { useState } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { LibraryNovelBody, LibraryStateBody } from '#shared/contracts/library.ts';
import { paths } from '#shared/site/paths.ts';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Select } from '../ui/select/Select.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { NovelRow } from './NovelRow.tsx';
import { sectionLabel, type Section } from './sections.ts';
import { findNovels, sortNovels, sorts, type Tools } from './shelves.ts';
import type { Changes } from './use-changes.ts';

/** Rows that are drawn at first, and with each press. */
const rowsAtOnce = 50;
/** Fewer than these are found at a glance. */
const toolsFrom = 4;

const emptyWords: Partial<Record<Section, string>> = {
  'en-cours': 'Aucune lecture en cours\u00A0: ouvrez un chapitre, et son roman sera ici.',
  'a-lire': 'Aucun roman mis de côté\u00A0: sa page permet de le ranger ici.',
  termines: 'Aucun roman terminé pour l’instant.',
  abandonnes: 'Aucun roman abandonné.',
  favoris: 'Aucun favori\u00A0: suivez un roman depuis sa page.',
};

type Props = {
  section: Section;
  novels: readonly LibraryNovelBody[];
  tools: Tools;
  onTools: (tools: Tools) => void;
  /** What was changed by hand, shown in its row. */
  changes: Changes;
  onChange: (novel: LibraryNovelBody, state: LibraryStateBody) => void;
  onFailure: (failure: Failure) => void;
};

/** Novels of a section, found and sorted. */
export function NovelList(props: Props) {
  const { section, novels, tools, onTools, changes, onChange, onFailure } = props;
  const [rows, setRows] = useState(rowsAtOnce);
  if (novels.length === 0) {
    return (
      <EmptyState sentence={emptyWords[section] ?? ''}>
        <ButtonLink variant="quiet" href={paths.catalogue()}>
          Parcourir le catalogue
        </ButtonLink>
      </EmptyState>
    );
  }
  const found = sortNovels(findNovels(novels, tools.text), tools.sort);
  return (
    <>
      {(novels.length >= toolsFrom || tools.text !== '') && (
        <ListTools tools={tools} onTools={onTools} />
      )}
      {found.length === 0 && (
        <EmptyState sentence={`Rien ici ne correspond à «\u00A0${tools.text}\u00A0».`} isAnnounced>
          <Button variant="quiet" onClick={() => onTools({ ...tools, text: '' })}>
            Effacer la recherche
          </Button>
        </EmptyState>
      )}
      <ul className="library-rows" aria-label={sectionLabel(section)}>
        {found.slice(0, rows).map((novel) => (
          <NovelRow
            // Changed in another section, it is drawn again.
            key={`${novel._id} ${novel.status}`}
            novel={novel}
            changed={changes.get(novel._id)?.state}
            onChange={onChange}
            onFailure={onFailure}
          />
        ))}
      </ul>
      {found.length > rows && (
        <p className="library-more">
          <Button variant="quiet" onClick={() => setRows(rows + rowsAtOnce)}>
            Afficher plus de romans
          </Button>
        </p>
      )}
    </>
  );
}

function ListTools({ tools, onTools }: Pick<Props, 'tools' | 'onTools'>) {
  return (
    <div className="library-tools" role="search">
      <TextField
        type="search"
        name="recherche"
        label="Titre ou auteur"
        autoComplete="off"
        value={tools.text}
        onChange={({ target }) => onTools({ ...tools, text: target.value })}
      />
      <Select
        name="tri"
        label="Trier par"
        options={sorts}
        value={tools.sort}
        onChange={({ target }) =>
          onTools({
            ...tools,
            sort: sorts.find(({ value }) => value === target.value)?.value ?? 'recent',
          })
        }
      />
    </div>
  );
}
