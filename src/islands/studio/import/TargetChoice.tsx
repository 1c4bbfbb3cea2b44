import { useRef, type Ref } from 'react';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { useMoreNovels, type NovelsPage } from '../use-more-novels.ts';

/** Possible targets: the user's own novels, and the one that the address names. */
export type Targets = { own: NovelsPage; named: StudioNovelBody | null };

type Props = {
  /** Takes the focus from the list above. */
  ref: Ref<HTMLFieldSetElement>;
  targets: Targets;
  /** Id of a novel; '' creates a new one. */
  target: string;
  onTarget: (target: string) => void;
};

/** A new novel, or an existing one. */
export function TargetChoice({ ref, targets: { own, named }, target, onTarget }: Props) {
  const { rows: novels, nextCursor, isLoading, failure, loadMore } = useMoreNovels(own, 'me');
  const list = useRef<HTMLSelectElement>(null);
  const others = novels.filter(({ _id }) => _id !== named?._id);
  const onMore = async () => {
    await loadMore();
    // The button may be gone; the list is focused instead.
    list.current?.focus();
  };
  return (
    <fieldset ref={ref} className="choices" tabIndex={-1}>
      <legend>Où vont ces chapitres&nbsp;?</legend>
      <Select
        name="roman"
        label="Roman"
        ref={list}
        options={[
          { value: '', label: 'Un nouveau roman' },
          ...[...(named ? [named] : []), ...others].map(({ _id, title }) => ({
            value: _id,
            label: `À la suite de «\u00A0${title}\u00A0»`,
          })),
        ]}
        value={target}
        onChange={({ currentTarget }) => onTarget(currentTarget.value)}
      />
      {nextCursor !== null && (
        <Button variant="link" aria-disabled={isLoading} onClick={() => void onMore()}>
          {isLoading ? 'Chargement...' : 'Ajouter à la liste mes romans plus anciens'}
        </Button>
      )}
      <p role="status">{failure?.message}</p>
    </fieldset>
  );
}
