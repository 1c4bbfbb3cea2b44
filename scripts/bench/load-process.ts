/** Requests addresses in turn over keep-alive connections, as fast as responses arrive. */
import { createHistogram } from 'node:perf_hooks';
import { answerParent } from './child.ts';
import { keepAsking } from './keep-asking.ts';

export type LoadQuestion = {
  port: number;
  paths: readonly string[];
  seconds: number;
  connections: number;
};
/** Times in milliseconds. */
export type LoadAnswer = { requests: number; perSecond: number; p50Ms: number; p99Ms: number };

answerParent(async ({ port, paths, seconds, connections }: LoadQuestion): Promise<LoadAnswer> => {
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: gzip, deflate, br\r\n` +
        'accept: text/html\r\nuser-agent: feuilleton-bench\r\n\r\n',
    ),
  );
  let asked = 0;
  const times = createHistogram();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const next = () => (performance.now() < endsAt ? requests[asked++ % requests.length] : undefined);
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking(port, next, (tookMs) => times.record(Math.max(1, Math.round(tookMs * 1000)))),
    ),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  return {
    requests: times.count,
    perSecond: times.count / tookSeconds,
    p50Ms: times.percentile(50) / 1000,
    p99Ms: times.percentile(99) / 1000,
  };
});
