import { plural } from '#shared/site/formats.ts';

type Props = { secondsLeft: number };

/** Remaining minutes that are announced to screen readers. */
const toldMinutes = [1, 5, 10];

/** Remaining time of a lock: updated every second, announced three times. */
export function Countdown({ secondsLeft }: Props) {
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  const told = toldMinutes.find((limit) => secondsLeft <= limit * 60);
  return (
    <div className="countdown">
      <p role="timer" aria-label="Temps restant">
        {`${minutes}:${seconds}`}
      </p>
      <p className="visually-hidden" role="status">
        {told !== undefined && `Il reste ${plural(told, 'minute')} au plus.`}
      </p>
    </div>
  );
}
