import { useState } from 'react';
import { studioLimits } from '#shared/constants.ts';
import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import { originalLanguages } from '#shared/site/languages.ts';
import { TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { languageOptions } from './language-options.ts';

const names = ['originalLanguage', 'translatorName', 'originalTitle'] as const;

type TranslationFieldsProps = {
  /** Initial values. */
  novel: Partial<Pick<NovelFields, (typeof names)[number]>>;
  /** Error of a field. */
  wrong: (name: string) => string | undefined;
};

/** What only a translation has: closed where the novel is none, open where a field has an error. */
export function TranslationFields({ novel, wrong }: TranslationFieldsProps) {
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
