/** Compares one pair of versions after the other in a worker thread. */
import { parentPort } from 'node:worker_threads';
import { compareHtml } from './compare-texts.ts';

parentPort?.on('message', ([before, after]: [string, string]) =>
  parentPort?.postMessage(compareHtml(before, after)),
);
