import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { failureSentence } from './failure-sentence.ts';

/** A command line that asks for no work: for help, or for what cannot be, said in French. */
export type NoCommand = { kind: 'help' } | { kind: 'wrong'; message: string };

/** Tells options from operands; an option that is unknown or lacks its value is wrong. */
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

/** What is wrong, and how it is done right. */
export function wrongUsage(sentence: string, usage: string): NoCommand & { kind: 'wrong' } {
  return { kind: 'wrong', message: `${sentence}\n\n${usage}` };
}

/** What schemas found wrong, a sentence each. */
export function wrongValues(issues: readonly { message: string }[]): NoCommand {
  return { kind: 'wrong', message: issues.map(({ message }) => message).join('\n') };
}

/**
 * Does what a command line asks for and ends with its exit code: `failedCode` (1) for what is wrong
 * or fails, with one French sentence. `stopped` is how that begins where the reason is none that is known.
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
  /** Gives the exit code. */
  run: (command: Command) => Promise<number>;
  /** Where 1 has a meaning of its own: what the command ends with when it could not be done. */
  failedCode?: number;
};

function isNoCommand(parsed: { kind: string }): parsed is NoCommand {
  return parsed.kind === 'help' || parsed.kind === 'wrong';
}

/** What a command answers stands on the console: that is what it is for. */
export function tell(sentence: string): void {
  console.log(sentence); // A command answers whoever typed it on standard output.
}
