import { useId, type ReactNode } from 'react';
import { studioLimits } from '#shared/constants.ts';
import type { NovelFields as Fields } from '#shared/contracts/studio-novels.ts';
import { languageName } from '#shared/formats.ts';
import { genreLabel, genres } from '#shared/genres.ts';
import { statusLabel } from '#shared/messages.ts';

type Props = {
  /** What the fields begin with; null for a novel that is new. */
  novel: Partial<Omit<Fields, 'genres'> & { genres: readonly string[] }> | null;
  authorName: string;
  /** What is wrong with a field. */
  wrong: (name: string) => string | undefined;
};

const byLabel = genres.toSorted((a, b) => genreLabel(a).localeCompare(genreLabel(b), 'fr'));
const statuses = ['ongoing', 'completed', 'hiatus'] as const;
const languages = ['fr', 'en', 'ja', 'ko', 'zh', 'de', 'es', 'it', 'pt'];

/** The fields of a novel; `readNovelForm` reads them. */
export function NovelFields({ novel, authorName, wrong }: Props) {
  const known = novel?.language ?? 'fr';
  const choices = languages.includes(known) || known === '' ? languages : [known, ...languages];
  return (
    <>
      <Field name="title" label="Titre" wrong={wrong('title')}>
        {(given) => (
          <input
            {...given}
            type="text"
            required
            defaultValue={novel?.title ?? ''}
            maxLength={studioLimits.titleCharacters}
          />
        )}
      </Field>
      <Field name="authorName" label="Nom de l’auteur" wrong={wrong('authorName')}>
        {(given) => (
          <input
            {...given}
            type="text"
            required
            defaultValue={novel?.authorName || authorName}
            maxLength={studioLimits.authorNameCharacters}
          />
        )}
      </Field>
      <Field name="description" label="Résumé" wrong={wrong('description')}>
        {(given) => (
          <textarea
            {...given}
            rows={7}
            defaultValue={novel?.description ?? ''}
            maxLength={studioLimits.descriptionCharacters}
          />
        )}
      </Field>
      <div className="pair">
        <Field name="status" label="État" wrong={wrong('status')}>
          {(given) => (
            <select {...given} defaultValue={novel?.status ?? 'ongoing'}>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {statusLabel(status)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="language" label="Langue" wrong={wrong('language')}>
          {(given) => (
            <select {...given} defaultValue={known || 'fr'}>
              {choices.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </select>
          )}
        </Field>
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
      <Field
        name="tags"
        label="Étiquettes"
        hint={`Séparées par des virgules, ${studioLimits.tags} au plus.`}
        wrong={wrong('tags')}
      >
        {(given) => <input {...given} type="text" defaultValue={novel?.tags?.join(', ') ?? ''} />}
      </Field>
    </>
  );
}

type Given = {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** What is wrong with it. */
  wrong: string | undefined;
  children: (given: Given) => ReactNode;
};

/** A label, a control, what helps and what is wrong. */
export function Field({ name, label, hint, wrong, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-aide`, wrong && `${id}-erreur`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': wrong !== undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p className="muted" id={`${id}-aide`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p className="wrong" id={`${id}-erreur`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
