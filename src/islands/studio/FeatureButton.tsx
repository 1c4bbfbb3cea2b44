import { call } from '#browser/call.ts';
import type { setFeatured, StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { Button } from '../ui/button/Button.tsx';
import { useAction } from '../ui/use-action.ts';

type Props = {
  novel: StudioNovelBody;
  /** Called with the novel as it is now. */
  onFeatured: (novel: StudioNovelBody) => void;
};

/** Puts a novel on the front page, or takes it off: for an admin. */
export function FeatureButton({ novel, onFeatured }: Props) {
  const { _id: id, title, isFeatured } = novel;
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof setFeatured>('PUT', '/api/studio/novels/{id}/featured', {
      params: { id },
      body: { isFeatured: !isFeatured },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    onFeatured(outcome.data);
    return null;
  });
  return (
    <>
      <Button variant="link" isBusy={isPending} onClick={() => run()}>
        <span>{isFeatured ? 'Retirer de la une' : 'Mettre à la une'}</span>
        <span className="visually-hidden">{`\u00A0: ${title}`}</span>
      </Button>
      {refusal && <span role="alert">{refusal.sentence}</span>}
    </>
  );
}
