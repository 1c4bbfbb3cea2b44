import { ageLabel, warningsSentence } from '#shared/site/content-warnings.ts';

type Props = { ageMin: number | null; contentWarnings: readonly string[] };

/** What a list shows of a novel's notice: its age, and a sign whose name has the warnings. */
export function ContentLabel({ ageMin, contentWarnings }: Props) {
  const sentence = warningsSentence(contentWarnings);
  return (
    <>
      {ageMin !== null && <span>{ageLabel(ageMin)}</span>}
      {sentence !== null && (
        <span role="img" aria-label={sentence} title={sentence}>
          {ageMin === null ? '⚠\uFE0E' : '\u00A0⚠\uFE0E'}
        </span>
      )}
    </>
  );
}
