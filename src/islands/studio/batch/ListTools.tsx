import { useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { formatCount } from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { partsOf } from '../chapters/chapter-words.ts';
import { ChoosePage } from '../paging/ChoosePage.tsx';
import type { ListPages } from '../paging/use-list-pages.ts';
import { columnsFor, isAll, shows, type View } from './arrange.ts';

type Props = {
  chapters: readonly StudioChapterBody[];
  role: NovelRole;
  view: View;
  onView: (view: View) => void;
  /** All shown chapters are chosen. */
  isAllChosen: boolean;
  shownCount: number;
  /** The pages of what is shown. */
  pages: ListPages;
  onChooseAll: () => void;
};

/** Up to so many, a chapter is found by the eye. */
const searchFrom = 100;

/** What of a novel's chapters is shown, and in which order. A phone shows the fields when asked. */
export function ListTools(props: Props) {
  const { chapters, role, view, onView, isAllChosen, shownCount, pages, onChooseAll } = props;
  const [isOpen, setOpen] = useState(false);
  const parts = partsOf(chapters);
  const partOptions = [
    { value: '', label: 'Toutes' },
    ...parts.map((part) => ({ value: part, label: part })),
  ];
  return (
    <div className="chapter-tools" data-open={isOpen || undefined}>
      <Button
        variant="quiet"
        isSmall
        className="show-tools"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isAll(view) ? 'Filtrer et trier' : 'Liste filtrée'}
      </Button>
      {(chapters.length > searchFrom || view.wanted !== '') && (
        <TextField
          type="search"
          name="chercher"
          className="find-chapter"
          label="Numéro ou titre"
          autoComplete="off"
          value={view.wanted}
          onChange={({ currentTarget }) => onView({ ...view, wanted: currentTarget.value })}
        />
      )}
      <Select
        name="montrer"
        label="Montrer"
        options={shows}
        value={view.show}
        onChange={({ target }) => {
          const show = shows.find(({ value }) => value === target.value)?.value ?? 'all';
          onView({ ...view, show });
        }}
      />
      {parts.length > 0 && (
        <Select
          name="partie"
          label="Partie"
          options={partOptions}
          value={view.part}
          onChange={({ target }) => onView({ ...view, part: target.value })}
        />
      )}
      <div className="sort-by">
        <Select
          name="tri"
          label="Trier par"
          options={columnsFor(role)}
          value={view.sort}
          onChange={({ target }) => {
            const sort =
              columnsFor(role).find(({ value }) => value === target.value)?.value ?? 'number';
            onView({ ...view, sort });
          }}
        />
      </div>
      <ChoosePage pages={pages} />
      {may(role, 'arrange') && (
        <Button
          variant="quiet"
          isSmall
          className="choose-all"
          aria-disabled={isAllChosen || shownCount === 0}
          onClick={onChooseAll}
        >
          {`Tout choisir (${formatCount(shownCount)})`}
        </Button>
      )}
    </div>
  );
}

type HeadProps = Pick<Props, 'role' | 'view' | 'onView'>;

/** The names of the columns, which sort by them; where the list is wide. */
export function ColumnHeads({ role, view, onView }: HeadProps) {
  return (
    <div className="chapter-columns" role="group" aria-label="Trier les chapitres">
      <span />
      {columnsFor(role).map(({ value, label }) => {
        const isSorted = view.sort === value;
        const arrow = view.isDescending ? '↓' : '↑';
        return (
          <button
            key={value}
            type="button"
            className={`column-${value}`}
            aria-pressed={isSorted}
            onClick={() =>
              onView({ ...view, sort: value, isDescending: isSorted && !view.isDescending })
            }
          >
            <span>{label}</span>
            <span aria-hidden="true">{isSorted ? ` ${arrow}` : ''}</span>
            {isSorted && (
              <span className="visually-hidden">
                {view.isDescending ? ', décroissant' : ', croissant'}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
