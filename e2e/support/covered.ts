import type { Locator } from '@playwright/test'

/** Which of these something else covers once the keyboard has come to them (WCAG 2.4.11). */
export async function coveredAmong(rows: Locator): Promise<string[]> {
  const names: string[] = []
  for (const row of await rows.all()) {
    await row.focus()
    const isOnTop = await row.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    if (!isOnTop) names.push(await row.innerText())
  }
  return names
}
