/** The controls of the settings: each shows one preference, and asks for another value of it. */
import { useId } from 'react';
import {
  preferenceNames,
  presetNames,
  valueName,
} from '#shared/reading/reader-preference-labels.ts';
import {
  defaultReaderPreferences,
  fontSizePercent,
  lineHeightLimits,
  presetOf,
  readerFonts,
  type PagePreset,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import type { Elements } from '#islands/ui/elements.ts';

type Name = keyof ReaderPreferences;

/** Asks for a value of a preference. */
export type Change = <N extends Name>(name: N, value: ReaderPreferences[N]) => void;

type Props<N extends Name> = { name: N; preferences: ReaderPreferences; change: Change };

/** The values changed by step buttons. */
const limits = { fontSize: fontSizePercent, lineHeight: lineHeightLimits } as const;

type Steps = Props<keyof typeof limits> & { article: string };

export function Stepper({ name, article, preferences, change }: Steps) {
  const id = `rs-${name}`;
  const step = (direction: 1 | -1, verb: string, path: string) => {
    const { min, max, step: size } = limits[name];
    const next = Number((preferences[name] + direction * size).toFixed(1));
    const isAtLimit = next < min || next > max;
    return (
      <button
        type="button"
        data-step={name}
        value={direction}
        aria-label={`${verb} ${article}`}
        // Not `disabled`: the button that reaches the limit must keep the focus.
        aria-disabled={isAtLimit}
        onClick={() => !isAtLimit && change(name, next)}
      >
        <Sign path={path} />
      </button>
    );
  };
  return (
    <div className="rs-stepper" role="group" aria-labelledby={id}>
      <span id={id}>{preferenceNames[name]}</span>
      {step(-1, 'Diminuer', 'M5 12h14')}
      <span data-value={name}>{valueName(name, preferences)}</span>
      {step(1, 'Augmenter', 'M5 12h14M12 5v14')}
    </div>
  );
}

/** A switch for what is on or off. */
export function Toggle({ name, preferences, change }: Props<'indent' | 'hyphens' | 'showHeader'>) {
  return (
    <label>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={preferences[name]}
        onChange={({ target }) => change(name, target.checked)}
      />
      <span>{preferenceNames[name]}</span>
    </label>
  );
}

type Chosen =
  ('textAlign' | 'theme' | 'darkMode' | 'measure' | 'paragraphGap') | ('flow' | 'readingAid');

type ChoiceProps<N extends Chosen> = Props<N> & {
  values: readonly ReaderPreferences[N][];
  /** Precedes each label. */
  sign?: (value: ReaderPreferences[N]) => Elements;
  /** Said below it; empty where there is nothing to say. */
  note?: string;
  isDisabled?: boolean;
  isHidden?: boolean;
};

/** Radio buttons styled as one row. */
export function Choice<N extends Chosen>(props: ChoiceProps<N>) {
  const { name, values, preferences, change, sign, note, isDisabled, isHidden } = props;
  const noteId = useId();
  return (
    <>
      <fieldset
        className={`rs-choice rs-${name}`}
        aria-describedby={note === undefined ? undefined : noteId}
        disabled={isDisabled}
        hidden={isHidden}
      >
        <legend>{preferenceNames[name]}</legend>
        <div>
          {values.map((value) => {
            const word = valueName(name, { ...defaultReaderPreferences, [name]: value });
            return (
              <label key={word} title={word}>
                <input
                  type="radio"
                  name={name}
                  value={String(value)}
                  checked={preferences[name] === value}
                  onChange={() => change(name, value)}
                />
                {sign?.(value)}
                <span>{word}</span>
              </label>
            );
          })}
        </div>
      </fieldset>
      {note !== undefined && (
        <p className="rs-note" id={noteId} hidden={note === ''}>
          {note}
        </p>
      )}
    </>
  );
}

type PresetProps = { preferences: ReaderPreferences; onChosen: (preset: PagePreset) => void };

/** Several preferences at once. */
export function PresetChoice({ preferences, onChosen }: PresetProps) {
  const chosen = presetOf(preferences);
  return (
    <fieldset className="rs-choice rs-preset">
      <legend>Mise en page</legend>
      <div>
        {(Object.keys(presetNames) as PagePreset[]).map((preset) => (
          <label key={preset}>
            <input
              type="radio"
              name="preset"
              value={preset}
              checked={preset === chosen}
              onChange={() => onChosen(preset)}
            />
            <span>{presetNames[preset]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function FontChoice({ preferences, change }: Omit<Props<'fontFamily'>, 'name'>) {
  return (
    <p className="rs-font">
      <label htmlFor="rs-font">{preferenceNames.fontFamily}</label>
      <select
        id="rs-font"
        name="fontFamily"
        value={preferences.fontFamily}
        onChange={({ target }) => {
          const font = readerFonts.find((one) => one === target.value);
          if (font) change('fontFamily', font);
        }}
      >
        {readerFonts.map((font) => (
          <option key={font} value={font}>
            {valueName('fontFamily', { ...defaultReaderPreferences, fontFamily: font })}
          </option>
        ))}
      </select>
    </p>
  );
}

/** An outline of 24 by 24. */
export function Sign({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
