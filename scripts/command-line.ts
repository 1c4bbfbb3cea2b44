import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { failureSentence } from '#server/failure-sentence.ts';

/** A command line without work: a request for help, or an error, in French. */
export type NoCommand = { kind: 'help' } | { kind: 'wrong'; message: string };

/** Parses options and operands; an option that is unknown or lacks its value is an error. */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  argv: string[],
  options: Options,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options });
    return { kind: 'given' as const, values, positionals };
  } catch {
    return wrongUsage('Option inconnue ou sans valeur.', usage);
  }
}

/** The error, and the usage. */
export function wrongUsage(sentence: string, usage: string): NoCommand & { kind: 'wrong' } {
  return { kind: 'wrong', message: `${sentence}\n\n${usage}` };
}

/** The errors of schemas, a sentence each. */
export function wrongValues(issues: readonly { message: string }[]): NoCommand {
  return { kind: 'wrong', message: issues.map(({ message }) => message).join('\n') };
}

/**
 * Runs a command and ends with its exit code: `failedCode` (1) for an error, with one French
 * sentence. `stopped` begins the sentence of an unexpected error.
 */
export async function runCommand<Command extends { kind: string }>(
  parsed: NoCommand | Command,
  { usage, stopped, run, failedCode = 1 }: Runnable<Command>,
): Promise<void> {
  if (isNoCommand(parsed)) {
    if (parsed.kind === 'help') {
      console.log(usage);
    } else {
      console.error(parsed.message);
      process.exitCode = failedCode;
    }
    return;
  }
  try {
    process.exitCode = await run(parsed);
  } catch (error) {
    console.error(failureSentence(error, stopped));
    // An open connection must not keep a failed command alive.
    process.exit(failedCode);
  }
}

type Runnable<Command> = {
  usage: string;
  stopped: string;
  /** Returns the exit code. */
  run: (command: Command) => Promise<number>;
  /** Where 1 has a meaning of its own: the exit code of a command that failed. */
  failedCode?: number;
};

function isNoCommand(parsed: { kind: string }): parsed is NoCommand {
  return parsed.kind === 'help' || parsed.kind === 'wrong';
}

/** Prints a command's result on the console. */
export function tell(sentence: string): void {
  console.log(sentence); // A command prints its result on standard output.
}
