import type { Page } from '@playwright/test'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Adds up what moves on a page without the reader's doing (Layout Instability API), from its first paint on. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let total = 0
    const add = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries as readonly LayoutShift[]) if (!entry.hadRecentInput) total += entry.value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      layoutShift: () => {
        add(observer.takeRecords())
        return total
      },
    })
  })
  return () =>
    page.evaluate(() => (window as unknown as { readonly layoutShift: () => number }).layoutShift())
}
