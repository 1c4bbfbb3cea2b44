import { useState } from 'react';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { UploadBody } from '#shared/contracts/studio-uploads.ts';
import { studioLimits } from '#shared/constants.ts';
import { plural } from '#shared/site/formats.ts';
import type { PlannedChapter } from '#shared/site/import-plan.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { joinedParts, part, rename, split, splitPlaces } from './edit-plan.ts';

type Props = {
  id: string;
  chapter: PlannedChapter;
  proposals: UploadBody['chapters'];
  edits: readonly ImportEdit[];
  onEdits: (edits: readonly ImportEdit[]) => void;
  onStatus: (sentence: string) => void;
  onJoin: (() => void) | undefined;
};

/** Renames a chapter, splits it at a heading, joins it to the previous one, undoes a join. */
export function ChapterTools({ id, chapter, proposals, edits, onEdits, onStatus, onJoin }: Props) {
  const { piece, stretches } = chapter;
  const proposed = stretches[0]?.title ?? '';
  const [title, setTitle] = useState(chapter.title);
  const joined = joinedParts(chapter);
  const onRename = (text: string) => {
    setTitle(text);
    onEdits(rename(edits, piece, text.trim() === proposed ? '' : text));
  };
  return (
    <div className="import-tools" id={id}>
      <TextField
        name="titre"
        label="Titre du chapitre"
        value={title}
        placeholder={proposed}
        maxLength={Math.min(200, studioLimits.titleCharacters)}
        onChange={({ currentTarget }) => onRename(currentTarget.value)}
        // Enter in a title must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <SplitTool
        chapter={chapter}
        proposals={proposals}
        edits={edits}
        onEdits={onEdits}
        onStatus={onStatus}
      />
      {joined.map((one) => (
        <p key={one.piece}>
          <span>{`Joint\u00A0: «\u00A0${one.title}\u00A0» `}</span>
          <Button
            variant="link"
            aria-label={`Séparer «\u00A0${one.title}\u00A0»`}
            onClick={() => {
              onEdits(part(edits, one.piece));
              onStatus(`«\u00A0${one.title}\u00A0» est de nouveau un chapitre.`);
              document.getElementById(`outils-${piece}`)?.focus();
            }}
          >
            Séparer
          </Button>
        </p>
      ))}
      {onJoin && (
        <Button variant="link" onClick={onJoin}>
          Joindre au chapitre précédent
        </Button>
      )}
    </div>
  );
}

/** One list, however many headings there are. */
function SplitTool({ chapter, proposals, edits, onEdits, onStatus }: Omit<Props, 'id' | 'onJoin'>) {
  const places = splitPlaces(chapter, proposals);
  const [chosen, setChosen] = useState('');
  const place = places.find(({ piece }) => piece === chosen) ?? places[0];
  if (!place) return null;
  return (
    <div className="split-tool">
      <Select
        name="intertitre"
        label={`Couper à un intertitre (${plural(places.length, 'possible', 'possibles')})`}
        options={places.map(({ piece, title, wordCount }) => ({
          value: piece,
          label: `${title} (${plural(wordCount, 'mot')})`,
        }))}
        value={place.piece}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        variant="quiet"
        onClick={() => {
          onEdits(split(edits, proposals, chapter, place.piece));
          onStatus(`«\u00A0${place.title}\u00A0» commence un chapitre.`);
          // The list may disappear with its last heading.
          document.getElementById(`outils-${chapter.piece}`)?.focus();
        }}
      >
        Couper ici
      </Button>
      {places.length > 1 && (
        <Button
          variant="link"
          onClick={() => {
            onEdits(
              places.reduce<readonly ImportEdit[]>(
                (so, { piece }) => split(so, proposals, chapter, piece),
                edits,
              ),
            );
            onStatus(`${plural(places.length, 'chapitre ajouté', 'chapitres ajoutés')}.`);
            document.getElementById(`outils-${chapter.piece}`)?.focus();
          }}
        >
          {`Couper aux ${places.length} intertitres`}
        </Button>
      )}
    </div>
  );
}
