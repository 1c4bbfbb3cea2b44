// `npm start`: installs, then builds, fills and serves the demonstration (start-demo.ts).
import { compileCache, ensureInstalled, handOver } from './ensure-installed.mjs';

await ensureInstalled();
handOver('scripts/start-demo.ts', process.argv.slice(2), {
  // Decision 61.
  nodeFlags: ['--max-semi-space-size=4'],
  // glibc keeps what the encoders of pictures gave back, once for each of their threads.
  environment: { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: '2' },
});
