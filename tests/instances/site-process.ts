/** A server as in production, in a process of its own; settings come from the environment. */
import { importBuilt, serveBuilt } from '#scripts/built-server.ts';

const { parseConfig, stopOnSignals } = await importBuilt();
const result = parseConfig(process.env);
if (!result.ok) throw new Error(result.problems.join('\n'));
stopOnSignals(await serveBuilt(result.config));
