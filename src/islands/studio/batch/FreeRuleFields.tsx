import { studioLimits } from '#shared/constants.ts';
import { NumberField } from '#islands/ui/field/TextField.tsx';

/** A rule as it is typed: it stays or is that of the novel, never, or so many days after. */
export type TypedRule = { kind: 'inherit' | 'never' | 'after'; days: string };

type Props = {
  rule: TypedRule;
  onRule: (rule: TypedRule) => void;
  /** What it means to set no rule here; without it, this is not offered. */
  inheritLabel?: string | undefined;
  /** The error of the days, if any. */
  error: string | undefined;
};

/** After how many days premium chapters become free, if at all. */
export function FreeRuleFields({ rule, onRule, inheritLabel, error }: Props) {
  const kinds: { kind: TypedRule['kind']; label: string }[] = [
    ...(inheritLabel === undefined ? [] : [{ kind: 'inherit' as const, label: inheritLabel }]),
    { kind: 'never', label: 'Ne deviennent pas gratuits d’eux-mêmes' },
    { kind: 'after', label: 'Deviennent gratuits après leur parution' },
  ];
  return (
    <>
      <fieldset className="choices">
        <legend className="visually-hidden">Règle de gratuité</legend>
        {kinds.map(({ kind, label }) => (
          <label key={kind}>
            <input
              type="radio"
              name="regle"
              checked={rule.kind === kind}
              onChange={() => onRule({ ...rule, kind })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {rule.kind === 'after' && (
        <NumberField
          name="days"
          label="Jours après la parution"
          max={studioLimits.freeAfterDays}
          value={rule.days}
          error={error}
          onChange={({ currentTarget }) => onRule({ ...rule, days: currentTarget.value })}
        />
      )}
    </>
  );
}

/** The days of a typed rule, and what is wrong with them, for the field `days`. */
export function readDays({ kind, days }: TypedRule): { days: number; error: string } {
  const count = Number(days);
  const isRight =
    kind !== 'after' ||
    (Number.isInteger(count) && count >= 1 && count <= studioLimits.freeAfterDays);
  return { days: count, error: isRight ? '' : `De 1 à ${studioLimits.freeAfterDays} jours.` };
}
