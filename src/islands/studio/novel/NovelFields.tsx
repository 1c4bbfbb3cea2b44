import { studioLimits } from '#shared/constants.ts';
import type { NovelFields as Fields } from '#shared/contracts/studio-novels.ts';
import { languageName } from '#shared/formats.ts';
import { genreLabel, genres } from '#shared/genres.ts';
import { novelLanguages, originalLanguages } from '#shared/languages.ts';
import { statusLabel } from '#shared/messages.ts';
import { TextArea, TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';

type Props = {
  /** Initial values; null for a new novel. */
  novel: Partial<Omit<Fields, 'genres'> & { genres: readonly string[] }> | null;
  authorName: string;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
};

const byLabel = genres.toSorted((a, b) => genreLabel(a).localeCompare(genreLabel(b), 'fr'));
const statuses = ['ongoing', 'completed', 'hiatus'] as const;

/** The fields of a novel, parsed by `readNovelForm`. */
export function NovelFields({ novel, authorName, wrong }: Props) {
  const known = novel?.language ?? 'fr';
  const original = novel?.originalLanguage ?? '';
  return (
    <>
      <TextField
        name="title"
        label="Titre"
        error={wrong('title')}
        required
        defaultValue={novel?.title ?? ''}
        maxLength={studioLimits.titleCharacters}
      />
      <TextField
        name="authorName"
        label="Nom de l’auteur"
        error={wrong('authorName')}
        required
        defaultValue={novel?.authorName || authorName}
        maxLength={studioLimits.authorNameCharacters}
      />
      <TextArea
        name="description"
        label="Résumé"
        error={wrong('description')}
        rows={7}
        defaultValue={novel?.description ?? ''}
        maxLength={studioLimits.descriptionCharacters}
      />
      <div className="pair">
        <Select
          name="status"
          label="État"
          error={wrong('status')}
          defaultValue={novel?.status ?? 'ongoing'}
          options={statuses.map((value) => ({ value, label: statusLabel(value) ?? value }))}
        />
        <Select
          name="language"
          label="Langue"
          error={wrong('language')}
          defaultValue={known || 'fr'}
          options={withKnown(novelLanguages, known).map(toOption)}
        />
      </div>
      <fieldset>
        <legend>Genres</legend>
        <div className="chips">
          {byLabel.map((genre) => (
            <label key={genre}>
              <input
                type="checkbox"
                name="genres"
                value={genre}
                defaultChecked={novel?.genres?.includes(genre) ?? false}
              />
              {genreLabel(genre)}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        name="tags"
        label="Étiquettes"
        hint={`Séparées par des virgules, ${studioLimits.tags} au plus.`}
        error={wrong('tags')}
        defaultValue={novel?.tags?.join(', ') ?? ''}
      />
      <TextField
        name="rhythm"
        label="Rythme annoncé aux lecteurs"
        isOptional
        hint="Comme «&nbsp;le mercredi&nbsp;» ou «&nbsp;tous les quinze jours&nbsp;»&nbsp;: la suite de «&nbsp;Nouveau chapitre&nbsp;» sur la page du roman. Ces mots ne programment rien."
        error={wrong('rhythm')}
        defaultValue={novel?.rhythm ?? ''}
        maxLength={studioLimits.rhythmCharacters}
      />
      <fieldset className="translation">
        <legend>Si c’est une traduction</legend>
        <div className="pair">
          <Select
            name="originalLanguage"
            label="Langue d’origine"
            isOptional
            error={wrong('originalLanguage')}
            defaultValue={original}
            options={[
              { value: '', label: 'Aucune' },
              ...withKnown(originalLanguages, original).map(toOption),
            ]}
          />
          <TextField
            name="translatorName"
            label="Nom du traducteur"
            isOptional
            error={wrong('translatorName')}
            defaultValue={novel?.translatorName ?? ''}
            maxLength={studioLimits.authorNameCharacters}
          />
        </div>
        <TextField
          name="originalTitle"
          label="Titre original"
          isOptional
          error={wrong('originalTitle')}
          defaultValue={novel?.originalTitle ?? ''}
          maxLength={studioLimits.titleCharacters}
        />
      </fieldset>
    </>
  );
}

const toOption = (value: string) => ({ value, label: languageName(value) });

/** The languages that are offered, and the novel's own. */
function withKnown(offered: readonly string[], known: string): readonly string[] {
  return known === '' || offered.includes(known) ? offered : [known, ...offered];
}
