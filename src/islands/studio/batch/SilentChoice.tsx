type Props = { isSilent: boolean; setSilent: (isSilent: boolean) => void };

/** Whether followers are told, once for all chapters that come out together. */
export function SilentChoice({ isSilent, setSilent }: Props) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={!isSilent}
        onChange={({ currentTarget }) => setSilent(!currentTarget.checked)}
      />
      Prévenir les lecteurs qui l’ont demandé, par e&#8209;mail et notification
    </label>
  );
}
