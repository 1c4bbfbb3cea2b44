// `npm start`: installs, then builds, fills and serves the demonstration (start-demo.ts).
import { ensureInstalled, handOver } from './ensure-installed.mjs';

await ensureInstalled();
handOver('scripts/start-demo.ts', process.argv.slice(2));
