import { test as base, expect } from '@playwright/test'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { openFirefox } from './firefox.ts'
import type { BrowserSession } from './session.ts'
import { Visitor } from './visitor.ts'
import { openWebKit } from './webkit.ts'

export { expect }

const browsers: Record<string, (language: string) => Promise<BrowserSession>> = {
  firefox: openFirefox,
  webkit: openWebKit,
}

interface Fixtures {
  /** A person's own browser, of a size in CSS pixels. */
  readonly visit: (size: { readonly width: number; readonly height: number }) => Promise<Visitor>
}

/** A test against the whole product in the browser that the project is named after. */
export const test = base.extend<Fixtures, { readonly product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const product = await startProduct({ SANDBOX_BILLING: 'off' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  visit: async ({}, use, testInfo) => {
    const opened: BrowserSession[] = []
    const open = browsers[testInfo.project.name]
    if (!open) throw new Error(`no browser is named ${testInfo.project.name}`)
    try {
      await use(async ({ width, height }) => {
        const session = await open('en_GB')
        opened.push(session)
        await session.resize(width, height)
        return new Visitor(session)
      })
      for (const session of opened) expect(session.complaints() ?? []).toEqual([])
    } finally {
      await Promise.all(opened.map((session) => session.close()))
    }
  },
})
