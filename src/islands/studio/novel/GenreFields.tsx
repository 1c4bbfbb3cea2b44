import { useState } from 'react';
import { genreLabel, genres } from '#shared/site/genres.ts';

type Props = {
  /** Genres that the novel has. */
  initial: readonly string[];
};

const byLabel = genres.toSorted((a, b) => genreLabel(a).localeCompare(genreLabel(b), 'fr'));

/** The chosen genres in a line, which opens the list of all. */
export function GenreFields({ initial }: Props) {
  const [chosen, setChosen] = useState(initial);
  const names = byLabel.filter((genre) => chosen.includes(genre)).map(genreLabel);
  return (
    <fieldset>
      <legend>Genres</legend>
      <details className="genres">
        <summary>
          <span>{names.length > 0 ? names.join(', ') : 'Aucun genre choisi'}</span>
        </summary>
        <div className="genre-boxes">
          {byLabel.map((genre) => (
            <label key={genre}>
              <input
                type="checkbox"
                name="genres"
                value={genre}
                checked={chosen.includes(genre)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(
                    checked ? [...chosen, genre] : chosen.filter((other) => other !== genre),
                  )
                }
              />
              <span>{genreLabel(genre)}</span>
            </label>
          ))}
        </div>
      </details>
    </fieldset>
  );
}
