import type { ReactNode } from 'react';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { dataOr, type Loaded } from '#islands/ui/use-loaded.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { NovelScreenHead, type HeadNovel } from './NovelScreenHead.tsx';
import type { NovelTab } from './NovelWays.tsx';

type Props<Data extends { novel: HeadNovel }> = {
  novelId: string;
  /** The screen's tab, and its title. */
  current: NovelTab;
  title: string;
  loaded: Loaded<Data>;
  /** What is said while it loads, and where it could not be. */
  loading: string;
  failed: string;
  onRetry: () => void;
  children: (data: Data) => ReactNode;
};

/** A screen of a novel: the head of all of them, and what was loaded for this one. */
export function NovelScreen<Data extends { novel: HeadNovel }>(props: Props<Data>) {
  const { novelId, current, title, loaded, loading, failed, onRetry, children } = props;
  const novel = dataOr(loaded, null, null)?.novel ?? null;
  const isRefused =
    loaded.kind === 'failed' && ['FORBIDDEN', 'NOT_FOUND'].includes(loaded.failure.error);
  return (
    <>
      <NovelScreenHead {...{ novelId, novel, current, title, isRefused }} />
      {loaded.kind === 'loading' && <Spinner label={loading} />}
      {loaded.kind === 'failed' && (
        <StudioFailure {...{ failure: loaded.failure, sentence: failed, onRetry }} />
      )}
      {loaded.kind === 'loaded' && children(loaded.data)}
    </>
  );
}
