import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** What the download menu of a request gives under that name. */
export async function download(page: Page, what: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Download' })
      .click()
      .then(() => page.getByRole('menuitem', { name: what }).click()),
  ])
  return readFile(await file.path())
}
