// `npm test`: installs, then runs every check (run-checks.ts).
import { ensureInstalled, handOver } from './ensure-installed.mjs';

await ensureInstalled();
handOver('scripts/run-checks.ts', process.argv.slice(2));
