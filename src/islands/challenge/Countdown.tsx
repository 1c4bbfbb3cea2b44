import { plural } from '#shared/formats.ts';

type Props = { secondsLeft: number };

/** Minutes at which a screen reader hears how long it takes still. */
const toldMinutes = [1, 5, 10];

/** What is left of a lock: seen each second, heard three times. */
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
