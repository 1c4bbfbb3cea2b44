import { useState } from 'react';
import { studioLimits } from '#shared/constants.ts';
import type { NovelFields, NovelFields as Fields } from '#shared/contracts/studio-novels.ts';
import {
  ageLabel,
  contentWarnings,
  readerAges,
  warningLabel,
} from '#shared/site/content-warnings.ts';
import { novelLanguages, originalLanguages } from '#shared/site/languages.ts';
import { statusLabel } from '#shared/messages.ts';
import { TextArea, TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { genreLabel, genres } from '#shared/site/genres.ts';
import { languageName } from '#shared/site/formats.ts';
import { novelStatuses } from './read-novel-form.ts';

/** What is stored of these may be of another version's lists. */
type Chosen = {
  genres: readonly string[];
  contentWarnings?: readonly string[] | undefined;
  ageMin?: number | null | undefined;
};

type Props = {
  /** Initial values; null for a new novel. */
  novel: Partial<Omit<Fields, keyof Chosen> & Chosen> | null;
  authorName: string;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
};

/** The fields of a novel, parsed by `readNovelForm`. */
export function NovelFields({ novel, authorName, wrong }: Props) {
  const known = novel?.language ?? 'fr';
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
      <div className="pair narrow">
        <Select
          name="status"
          label="État"
          error={wrong('status')}
          defaultValue={novel?.status ?? 'ongoing'}
          options={novelStatuses.map((value) => ({ value, label: statusLabel(value) ?? value }))}
        />
        <Select
          name="language"
          label="Langue"
          error={wrong('language')}
          defaultValue={known || 'fr'}
          options={languageOptions(novelLanguages, known)}
        />
      </div>
      <BoxFields
        name="genres"
        legend="Genres"
        none="Aucun genre choisi"
        options={genreOptions}
        initial={novel?.genres ?? []}
      />
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
        hint="Comme «&nbsp;le mercredi&nbsp;», après «&nbsp;Nouveau chapitre&nbsp;» sur la page du roman. Ne programme rien."
        error={wrong('rhythm')}
        defaultValue={novel?.rhythm ?? ''}
        maxLength={studioLimits.rhythmCharacters}
      />
      <Select
        name="ageMin"
        label="Âge conseillé"
        isOptional
        hint="Montré avant le premier chapitre et dans les listes."
        error={wrong('ageMin')}
        defaultValue={String(novel?.ageMin ?? '')}
        options={[
          { value: '', label: 'Non précisé' },
          ...readerAges.map((age) => ({ value: String(age), label: ageLabel(age) })),
        ]}
      />
      <BoxFields
        name="contentWarnings"
        legend="Avertissements aux lecteurs"
        none="Aucun avertissement"
        options={warningOptions}
        initial={novel?.contentWarnings ?? []}
      />
      <label className="check">
        <input
          type="checkbox"
          name="allowsCopy"
          value="true"
          defaultChecked={novel?.allowsCopy ?? false}
        />
        Roman terminé, qui en a déverrouillé tous les chapitres payants peut en prendre un livre
        EPUB à son nom, sans verrou
      </label>
      <TranslationFields novel={novel ?? {}} wrong={wrong} />
    </>
  );
}

type BoxFieldsProps = {
  name: 'genres' | 'contentWarnings';
  legend: string;
  /** Said where none is chosen. */
  none: string;
  options: readonly { value: string; label: string }[];
  /** Those that the novel has. */
  initial: readonly string[];
};

const genreOptions = genres
  .map((value) => ({ value, label: genreLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'fr'));
const warningOptions = contentWarnings.map((value) => ({ value, label: warningLabel(value) }));

/** The chosen ones in a line, which opens the list of all. */
function BoxFields({ name, legend, none, options, initial }: BoxFieldsProps) {
  const [chosen, setChosen] = useState(initial);
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <details className="genres">
        <summary>
          <span>{names.length > 0 ? names.join(', ') : none}</span>
        </summary>
        <div className="genre-boxes">
          {options.map(({ value, label }) => (
            <label key={value}>
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={chosen.includes(value)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(
                    checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                  )
                }
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </details>
    </fieldset>
  );
}

const names = ['originalLanguage', 'translatorName', 'originalTitle'] as const;

type TranslationFieldsProps = {
  /** Initial values. */
  novel: Partial<Pick<NovelFields, (typeof names)[number]>>;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
};

/** What only a translation has: closed where the novel is none, open where a field has an error. */
function TranslationFields({ novel, wrong }: TranslationFieldsProps) {
  const [isOpen, setOpen] = useState(names.some((name) => (novel[name] ?? '') !== ''));
  const isWrong = names.some((name) => wrong(name) !== undefined);
  const language = novel.originalLanguage ?? '';
  return (
    <details
      className="translation"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Si c’est une traduction</summary>
      <div className="pair">
        <Select
          name="originalLanguage"
          label="Langue d’origine"
          isOptional
          error={wrong('originalLanguage')}
          defaultValue={language}
          options={[
            { value: '', label: 'Aucune' },
            ...languageOptions(originalLanguages, language),
          ]}
        />
        <TextField
          name="translatorName"
          label="Nom du traducteur"
          isOptional
          error={wrong('translatorName')}
          defaultValue={novel.translatorName ?? ''}
          maxLength={studioLimits.authorNameCharacters}
        />
      </div>
      <TextField
        name="originalTitle"
        label="Titre original"
        isOptional
        error={wrong('originalTitle')}
        defaultValue={novel.originalTitle ?? ''}
        maxLength={studioLimits.titleCharacters}
      />
    </details>
  );
}

/** The languages that are offered, and the novel's own. */
function languageOptions(
  offered: readonly string[],
  known: string,
): { value: string; label: string }[] {
  const values = known === '' || offered.includes(known) ? offered : [known, ...offered];
  return values.map((value) => ({ value, label: languageName(value) }));
}
