import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '#server/core/config/config.ts';
import { createLog } from '#server/core/log.ts';
import type { Failure } from './error-overlay.ts';

/** An error as the log describes it. */
type Described = z.infer<typeof described>;
const described = z.object({
  type: z.string().default('Error'),
  message: z.string(),
  at: z.array(z.string()).default([]),
  get cause() {
    return described.optional();
  },
});
const line = z.object({ msg: z.string().default(''), err: described });

/**
 * The app's log in development: an error is printed with the lines of its stack, and passed on to be
 * shown; everything else as production writes it.
 */
export function devLog(level: Config['logLevel'], show: (failure: Failure) => void): Logger {
  return createLog(level, {
    write: (text) => {
      const parsed = line.safeParse(JSON.parse(text));
      if (!parsed.success) {
        process.stdout.write(text);
        return;
      }
      const failure = failureOf(parsed.data.err);
      console.error(`${parsed.data.msg}: ${failure.name}: ${failure.message}\n${failure.stack}`);
      show(failure);
    },
  });
}

/** The error with the reasons of its causes, and the stack of all. */
function failureOf({ type, message, at, cause }: Described): Failure {
  const reason = cause && failureOf(cause);
  return {
    name: type,
    message: reason ? `${message} (${reason.name}: ${reason.message})` : message,
    stack: [...at, ...(reason ? [reason.stack] : [])].join('\n'),
  };
}
