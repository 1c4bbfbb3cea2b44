import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '#server/core/db/embedded-make.ts';
import { connectOrStart, stopServer } from '#server/core/db/embedded-start.ts';

/** A PostgreSQL that a test stops and starts, at an address as an operator's. */
export type StoppablePostgres = {
  address: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it and removes its data. */
  close: () => Promise<void>;
};

export async function startPostgres(): Promise<StoppablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-test-'));
  const cluster = await prepareCluster(folder);
  const start = async () => {
    const client = await connectOrStart(cluster, new AbortController().signal);
    await client.end();
  };
  await start();
  return {
    address: cluster.address,
    start,
    stop: () => stopServer(cluster),
    close: async () => {
      await stopServer(cluster);
      await rm(folder, { recursive: true });
    },
  };
}
