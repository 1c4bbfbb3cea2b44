/** Cleans one text after the other in a worker thread. */
import { parentPort } from 'node:worker_threads';
import { cleanText } from './clean-text.ts';

parentPort?.on('message', (html: string) => parentPort?.postMessage(cleanText(html)));
