import type { UploadBody } from '../../../lib/shared/contracts/studio-uploads.ts';
import { formatCount, plural } from '../../../lib/shared/formats.ts';

type Props = {
  chapters: UploadBody['chapters'];
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
};

/** The chapters that were recognised: which of them to take. */
export function ChosenChapters({ chapters, chosen, onChosen }: Props) {
  const all = chosen.size === chapters.length;
  const words = chapters
    .filter(({ index }) => chosen.has(index))
    .reduce((sum, { wordCount }) => sum + wordCount, 0);
  const toggle = (index: number) => {
    const next = new Set(chosen);
    if (!next.delete(index)) next.add(index);
    onChosen(next);
  };
  return (
    <fieldset>
      <legend>Chapitres à importer</legend>
      <p className="chosen-head">
        <span role="status">
          {`${formatCount(chosen.size)} sur ${plural(chapters.length, 'chapitre')}, ${plural(words, 'mot')}`}
        </span>
        <button
          type="button"
          className="row-action"
          onClick={() => onChosen(new Set(all ? [] : chapters.map(({ index }) => index)))}
        >
          {all ? 'Tout décocher' : 'Tout cocher'}
        </button>
      </p>
      <ol className="recognised">
        {chapters.map(({ index, part, title, wordCount, beginning }) => (
          <li key={index}>
            <label>
              <input type="checkbox" checked={chosen.has(index)} onChange={() => toggle(index)} />
              <span>
                {part && <span className="muted part">{part}</span>}
                <strong>{title}</strong>
                <span className="muted"> {plural(wordCount, 'mot')}</span>
                <span className="beginning">{beginning}</span>
              </span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
