import { useId } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import type { NoticeCalls } from './Tell.tsx';
import { Tell } from './Tell.tsx';

type Props = {
  /** What following means here, in a sentence. */
  meaning: string;
  /** Name of the control: the focus goes from the link to the button. */
  control: string;
} & (
  | { /** The sign-in page. */ login: string }
  | {
      isFollowed: boolean;
      onChange: (isFollowed: boolean) => void;
      /** Whether it is told by e-mail and notification, where that can be chosen here. */
      notices?: NoticeCalls;
    }
);

/** “Suivre” with what it means beside it: a toggle, or the link that replaces it for visitors. */
export function Follow({ meaning, control, ...state }: Props) {
  const id = useId();
  const shared = {
    variant: 'quiet' as const,
    className: 'toggle',
    'aria-describedby': id,
    'data-control': control,
  };
  return (
    <div className="follow">
      {'login' in state ? (
        <ButtonLink {...shared} href={state.login}>
          <Icon shape="heart" />
          Suivre
        </ButtonLink>
      ) : (
        <Button
          {...shared}
          aria-pressed={state.isFollowed}
          onClick={() => state.onChange(!state.isFollowed)}
        >
          <Icon shape="heart" />
          <span>{state.isFollowed ? 'Suivi' : 'Suivre'}</span>
        </Button>
      )}
      {'login' in state || !state.isFollowed || !state.notices ? (
        <p id={id}>{meaning}</p>
      ) : (
        <Tell {...state.notices} meaning={meaning} id={id} />
      )}
    </div>
  );
}
