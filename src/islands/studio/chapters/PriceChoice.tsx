type Props = {
  isPremium: boolean;
  /** What the two choices say, for one chapter or for several. */
  labels: { free: string; premium: string };
  onChoose: (isPremium: boolean) => void;
};

/** Free or premium, as two radio buttons. */
export function PriceChoice({ isPremium, labels, onChoose }: Props) {
  const choices = [
    { label: labels.free, value: false },
    { label: labels.premium, value: true },
  ];
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">Prix</legend>
      {choices.map(({ label, value }) => (
        <label key={label}>
          <input
            type="radio"
            name="prix"
            checked={isPremium === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
