import { useCallback, useEffect } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { FollowNoticesBody } from '#shared/contracts/notices.ts';
import { paths } from '#shared/site/paths.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import styles from './tell.css?inline';

adoptStyles(styles);

/** The calls about one followed thing; both must be stable between renders. */
export type NoticeCalls = {
  load: () => Promise<Outcome<FollowNoticesBody>>;
  send: (isTold: boolean) => Promise<Outcome<FollowNoticesBody>>;
};

type Props = NoticeCalls & {
  /** What following means: stays where the site sends nothing, and until it is known. */
  meaning: string;
  /** Of the element that describes the button. */
  id: string;
};

/**
 * “M’avertir”, beside “Suivi”: whether e-mails and notifications tell of what is followed. A link to the
 * profile for who has asked for neither. It takes the place of the sentence, so that nothing moves.
 */
export function Tell({ load, send, meaning, id }: Props) {
  const choice = useOptimisticValue('tell', { initial: true, send });
  const { hydrate } = choice;
  const [state] = useLoaded(load, { logAs: 'own notices' });
  const own = state.kind === 'loaded' ? state.data : null;
  const loadedChoice = own?.isTold;
  useEffect(() => {
    if (loadedChoice !== undefined) hydrate(loadedChoice);
  }, [loadedChoice, hydrate]);
  if (!own?.isOffered) return <p id={id}>{meaning}</p>;
  if (!own.isAsked) {
    return (
      <p>
        <span id={id}>Annoncé à l’accueil.</span>{' '}
        <a href={paths.notices}>M’avertir aussi ailleurs</a>
      </p>
    );
  }
  return (
    <>
      <label className="tell" id={id}>
        <input
          type="checkbox"
          data-control="tell"
          checked={choice.shown}
          onChange={({ currentTarget }) => choice.set(currentTarget.checked)}
        />
        M’avertir de ses parutions
      </label>
      <ChangeFailure failure={choice.failure} />
    </>
  );
}

/** Whether followed things are told, by calls that take this id. */
export function useNotices<Id extends string>(
  id: Id,
  calls: {
    load: (id: Id) => Promise<Outcome<FollowNoticesBody>>;
    send: (id: Id, isTold: boolean) => Promise<Outcome<FollowNoticesBody>>;
  },
): NoticeCalls {
  const load = useCallback(() => calls.load(id), [calls, id]);
  const send = useCallback((isTold: boolean) => calls.send(id, isTold), [calls, id]);
  return { load, send };
}
