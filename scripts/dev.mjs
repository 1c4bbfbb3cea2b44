// `npm run dev`: installs, then serves the sources with hot reload (start-dev.ts).
import { ensureInstalled, handOver } from './ensure-installed.mjs';

await ensureInstalled();
handOver('scripts/start-dev.ts', process.argv.slice(2));
