import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** `axe.source` is the one with comments, more than twice as large. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** What is found is told by its markup: axe makes no selectors, and reads no stylesheets, which none of these rules needs. */
const foundOnly: RunOptions = {
  resultTypes: ['violations'],
  selectors: false,
  elementRef: false,
  preload: { assets: ['media'] },
}
const shots = process.env['SCREENSHOTS']

/**
 * What holds for every screen: nothing axe finds, in light and in dark, and nothing to scroll sideways. With
 * SCREENSHOTS set to a folder, pictures of it are left there.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Colours are the same on a phone.
  const isPhone = (page.viewportSize()?.width ?? 0) < 500
  for (const colorScheme of isPhone && !shots ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const look = colorScheme === 'light' ? checkAccessibility : checkContrast
    await look(page, `${name}, ${colorScheme}`)
    if (shots) await takePictures(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await checkWidth(page, name)
}

/** The same on a screen of a phone's size, for what has no journey on a phone of its own. */
export async function checkBothSizes(page: Page, name: string): Promise<void> {
  await checkScreen(page, name)
  const own = page.viewportSize()
  if (!own || own.width < 500) return
  await page.setViewportSize({ width: 390, height: 844 })
  // What the bar at the bottom happens to cover can be scrolled to.
  await page.evaluate(() => scrollTo(0, 0))
  await checkLayout(page, `${name}, narrow`)
  await checkWidth(page, `${name}, narrow`)
  await page.setViewportSize(own)
}

export function checkAccessibility(page: Page, name: string): Promise<void> {
  return expectNothing(name, () => findings(page, { type: 'tag', values: rules }))
}

/** What may differ between light and dark: the colours, and nothing else that axe looks at. */
export function checkContrast(page: Page, name: string): Promise<void> {
  return expectNothing(name, () => findings(page, { type: 'rule', values: ['color-contrast'] }))
}

/** What may differ on a phone: where things are, and how large. */
export function checkLayout(page: Page, name: string): Promise<void> {
  const values = ['target-size', 'scrollable-region-focusable', 'color-contrast']
  return expectNothing(name, () => findings(page, { type: 'rule', values }))
}

async function expectNothing(name: string, look: () => Promise<string[]>): Promise<void> {
  // Asked again for a moment: Chromium may give an old colour just after the scheme has changed.
  const found = expect.configure({ soft: true }).poll(look, {
    message: `what axe finds on ${name}`,
    timeout: 15_000,
  })
  await found.toEqual([])
}

async function findings(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  // Half a megabyte of script: a page that is looked at several times gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(about: Document, how: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        options,
      ),
    { runOnly, ...foundOnly },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} — ${node.failureSummary}`),
  )
}

/** A page never scrolls sideways; a document within it may. */
export async function checkWidth(page: Page, name: string): Promise<void> {
  // A phone makes its window as wide as what does not fit, so the window's own width says nothing.
  const width = page.viewportSize()?.width ?? 0
  const beyond = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  expect.soft(beyond, `pixels beyond the edge on ${name}`).toBeLessThanOrEqual(0)
}

async function takePictures(page: Page, name: string): Promise<void> {
  const own = page.viewportSize()
  if (!own) return
  const wide = own.width > 500
  await page.screenshot({ path: `${shots}/${name}-${wide ? 'wide' : 'phone'}.png` })
  if (!wide) return
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${shots}/${name}-narrow.png` })
  await page.setViewportSize(own)
}
