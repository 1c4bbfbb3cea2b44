// Given to a server with --import: writes each file that it loads, a line each, to standard error.
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';

registerHooks({
  load: (url, context, next) => {
    writeSync(2, `loaded ${url}\n`);
    return next(url, context);
  },
});
