import { useRef } from 'react';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { dataOr, type Loaded } from '#islands/ui/use-loaded.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { NovelScreenHead } from './NovelScreenHead.tsx';
import type { NovelScreenName } from './screen-titles.ts';
import type { HeadNovel } from './last-novel.ts';

type Props<Data extends { novel: HeadNovel }> = {
  novelId: string;
  screen: NovelScreenName;
  loaded: Loaded<Data>;
  /** What is said while it loads, and where it could not be. */
  loading: string;
  failed: string;
  onRetry: () => void;
  children: (data: Data) => Elements;
};

/** A screen of a novel: the head of all of them, and what was loaded for this one. */
export function NovelScreen<Data extends { novel: HeadNovel }>(props: Props<Data>) {
  const { novelId, screen, loaded, loading, failed, onRetry, children } = props;
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
      {loaded.kind === 'loaded' && children(loaded.data)}
    </>
  );
}
