import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const nanosecondsPerSecond = 1e9;
const sampleEveryMs = 20;

/**
 * What the process uses, under the names that dashboards for Node know. The library's own set leaks
 * an observer in each registry. `close` stops the sampling of the event loop.
 */
export function addProcessGauges(registry: Registry): { close: () => void } {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('process_resident_memory_bytes', 'Memory that the process holds.', () =>
    process.memoryUsage.rss(),
  );
  const memory = () => process.memoryUsage();
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => memory().heapUsed);
  gauge('nodejs_heap_size_total_bytes', 'Heap.', () => memory().heapTotal);
  gauge('nodejs_external_memory_bytes', 'Memory outside the heap: buffers of pages.', () => {
    return memory().external;
  });
  gauge('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_uptime_seconds', 'Age of the process.', () => process.uptime());
  gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  );

  const delay = monitorEventLoopDelay({ resolution: sampleEveryMs });
  delay.enable();
  new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late timers were since the last reading.',
    labelNames: ['quantile'],
    registers,
    collect() {
      const at = (percentile: number) => delay.percentile(percentile) / nanosecondsPerSecond;
      this.set({ quantile: '0.5' }, at(50));
      this.set({ quantile: '0.99' }, at(99));
      this.set({ quantile: '1' }, at(100));
      delay.reset();
    },
  });
  return { close: () => delay.disable() };
}
