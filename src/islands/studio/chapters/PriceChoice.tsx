import type { Elements } from '#islands/ui/elements.ts';

type Props = {
  isPremium: boolean;
  /** What the two choices say, for one chapter or for several. */
  labels: { free: string; premium: string };
  onChoose: (isPremium: boolean) => void;
  /** Where there is no dialog whose title says it. */
  showsLegend?: boolean;
  /** What a premium chapter needs besides. */
  children?: Elements;
};

/** Free or premium, as two radio buttons. */
export function PriceChoice({ isPremium, labels, onChoose, showsLegend = false, children }: Props) {
  const choices = [
    { label: labels.free, value: false },
    { label: labels.premium, value: true },
  ];
  return (
    <fieldset className="choices">
      <legend className={showsLegend ? undefined : 'visually-hidden'}>Prix</legend>
      {choices.map(({ label, value }) => (
        <label key={label}>
          <input
            type="radio"
            name="prix"
            checked={isPremium === value}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
