/** Shows progress: an updated line on a terminal, a line per step elsewhere. */
export type Progress = {
  /** @param fraction from 0 to 1 */
  show: (fraction: number, label: string) => void;
  done: (label: string) => void;
};

const barCharacters = 24;

export function createProgress(stream: NodeJS.WriteStream = process.stdout): Progress {
  let lastTenth = -1;
  return {
    show: (fraction, label) => {
      const bounded = Math.min(1, Math.max(0, fraction));
      const percent = Math.round(bounded * 100);
      if (stream.isTTY) {
        const filled = Math.round(bounded * barCharacters);
        const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled);
        stream.write(`\r\u001b[K${bar} ${percent} % ${label}`);
        return;
      }
      const tenth = Math.floor(bounded * 10);
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      stream.write(`${percent} % ${label}\n`);
    },
    done: (label) => {
      stream.write(stream.isTTY ? `\r\u001b[K${label}\n` : `${label}\n`);
      lastTenth = -1;
    },
  };
}

/** Prints a label, ticks while the work lasts, and its duration. */
export async function withTicks<T>(label: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stdout.write(`${label}…`);
  const timer = setInterval(() => process.stdout.write('.'), 2_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stdout.write(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
}
