import { useCallback, useRef } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { dataOr, useLoaded } from '#islands/ui/use-loaded.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { NovelScreenHead } from './NovelScreenHead.tsx';
import type { NovelScreenName } from './screen-titles.ts';
import type { HeadNovel } from './last-novel.ts';

type Props<Data extends { novel: HeadNovel }> = {
  novelId: string;
  screen: NovelScreenName;
  /** Of this novel; must be stable between renders. */
  load: (novelId: string) => Promise<Outcome<Data>>;
  /** What is said while it loads, and where it could not be. */
  loading: string;
  failed: string;
  /** @param refresh loads again while what is shown stays */
  children: (data: Data, refresh: () => Promise<void>) => Elements;
};

/** A screen of a novel: the head of all of them, and what was loaded for this one. */
export function NovelScreen<Data extends { novel: HeadNovel }>(props: Props<Data>) {
  const { novelId, screen, load, loading, failed, children } = props;
  const [loaded, onRetry, refresh] = useLoaded(
    useCallback(() => load(novelId), [load, novelId]),
    { keepsLast: true },
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const novel = dataOr(loaded, null, null)?.novel ?? null;
  const isRefused =
    loaded.kind === 'failed' && ['FORBIDDEN', 'NOT_FOUND'].includes(loaded.failure.error);
  return (
    <>
      <NovelScreenHead
        novelId={novelId}
        novel={novel}
        screen={screen}
        isRefused={isRefused}
        ref={heading}
      />
      {loaded.kind === 'loading' && <Spinner label={loading} />}
      {loaded.kind === 'failed' && (
        <StudioFailure
          failure={loaded.failure}
          sentence={failed}
          onRetry={onRetry}
          next={heading}
        />
      )}
      {loaded.kind === 'loaded' && children(loaded.data, refresh)}
    </>
  );
}
