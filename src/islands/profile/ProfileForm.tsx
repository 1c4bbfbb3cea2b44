import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { showUser } from '#browser/session/session-store.ts';
import { profileLimits } from '#shared/constants.ts';
import { updateProfile, type UserBody } from '#shared/contracts/auth.ts';
import { formatCount } from '#shared/site/formats.ts';
import { genreLabel, genres } from '#shared/site/genres.ts';
import type { Failure } from '#browser/outcome.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { useHeldPage } from '../ui/use-held-page.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import { profilePlace, type ProfileDraft } from './profile-draft.ts';

type Props = {
  user: UserBody;
  /** Initial values of the fields, if not the saved ones. */
  begun: ProfileDraft | null;
  onSaved: () => void;
  onCancel: () => void;
};

const byLabel = genres.toSorted((a, b) => genreLabel(a).localeCompare(genreLabel(b), 'fr'));

/** Edit mode. Only lengths are checked here (specification, section 5): the server validates. */
export function ProfileForm({ user, begun, onSaved, onCancel }: Props) {
  const [isTouched, setTouched] = useState(begun !== null);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  useHeldPage(isTouched);
  const element = useRef<HTMLFormElement>(null);
  useUnsavedWork(profilePlace(user._id), () =>
    isTouched && element.current ? readForm(element.current) : null,
  );
  const first = begun ?? user;

  const { onSubmit, isPending, sentence } = useSubmit(async (form) => {
    const outcome = await call(updateProfile, {
      body: readForm(form),
    });
    if (!outcome.ok) return { sentence: saveFailureSentence(outcome) };
    showUser(outcome.data);
    onSaved();
    return null;
  });

  return (
    <form ref={element} onSubmit={onSubmit} noValidate onInput={() => setTouched(true)}>
      <h2 id="profil">Modifier mon profil</h2>
      <div className="names">
        <TextField
          name="firstName"
          label="Prénom"
          autoComplete="given-name"
          maxLength={profileLimits.nameCharacters}
          defaultValue={first.firstName}
          ref={firstField}
        />
        <TextField
          name="lastName"
          label="Nom"
          autoComplete="family-name"
          maxLength={profileLimits.nameCharacters}
          defaultValue={first.lastName}
        />
      </div>
      <TextArea
        name="bio"
        label="Biographie"
        hint={`${formatCount(profileLimits.bioCharacters)} caractères au plus.`}
        rows={5}
        maxLength={profileLimits.bioCharacters}
        defaultValue={first.bio}
      />
      <fieldset>
        <legend>Genres préférés</legend>
        <div className="chips">
          {byLabel.map((genre) => (
            <label key={genre}>
              <input
                type="checkbox"
                name="preferredGenres"
                value={genre}
                defaultChecked={first.preferredGenres.includes(genre)}
              />
              <span>{genreLabel(genre)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <FormEnd
        action="Enregistrer"
        busyAction="Enregistrement..."
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}

function readForm(form: HTMLFormElement): ProfileDraft {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const chosen = new Set(data.getAll('preferredGenres'));
  return {
    bio: text('bio'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    preferredGenres: genres.filter((genre) => chosen.has(genre)),
  };
}

/**
 * Why a profile was not saved, in the messages of the specification, section 8, and errors
 * by field.
 */
export function saveFailureSentence({ status, isOffline, message, errors }: Failure): string {
  if (isOffline) return message;
  const sentences = [...new Set([message, ...(errors ?? []).map((field) => field.message)])];
  const statusText = sentences.join(' ');
  return status === 0 ? `Erreur: ${statusText}` : `Erreur: ${status} - ${statusText}`;
}
