/** A server as in production, in a process of its own; settings come from the environment. */
import { parseConfig } from '../../src/lib/server/config/config.ts';
import { serve, stopOnSignals } from '../../src/lib/server/serve.ts';

const result = parseConfig(process.env);
if (!result.ok) throw new Error(result.problems.join('\n'));
stopOnSignals(await serve(result.config));
