import type { Page } from 'playwright/test';

/** The most that a page may move while it is drawn (design section 12). */
export const shiftMax = 0.02;

/** The sum of all shifts since the page began, those within a reader's action left out. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const add = (list: PerformanceEntryList) => {
      for (const entry of list as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
    add(observer.takeRecords());
    return sum;
  });
}
