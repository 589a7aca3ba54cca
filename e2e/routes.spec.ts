import { isPage } from '@countersign/contract/pages.ts'
import { login } from '@countersign/contract/sessions.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { desktop, phone } from './support/devices.ts'
import { checkAccessibility, checkContrast, checkLayout, checkWidth } from './support/screen.ts'
import { type Outcome, type Screen, screens } from './support/screens.ts'
import { expect, test } from './support/test.ts'

// Every route of the specification, opened by someone who is not signed in and by someone who is: the right page,
// another one, signing in, or a 404. What is shown is looked at by axe in light and dark, wide and, for what may differ there, on a phone.

interface Scene {
  readonly session: string
  readonly request: string
  readonly link: string
}

async function aScene(product: Product): Promise<Scene> {
  const anna = await product.person({ firstName: 'Anna' })
  const luc = { email: 'luc.routes@example.org', firstName: 'Luc', lastName: 'Favre' }
  const { id } = await aSignatureRequest(product, { owner: anna, signers: [luc] })
  const { secret } = guestOf(linkIn(await product.inbox.next(luc.email)))
  const { token, expires_at } = await product.call(login, {
    body: { email: anna.email, password: anna.password },
  })
  return { session: JSON.stringify({ token, expiresAt: expires_at }), request: id, link: secret }
}

const fill = (path: string, { request, link }: Scene) =>
  path.replaceAll(':request', request).replaceAll(':link', link)

async function expectOutcome(page: Page, screen: Screen, outcome: Outcome, scene: Scene): Promise<void> {
  const address = fill(outcome === 'page' ? screen.path : outcome, scene)
  const main = page.getByRole('main')
  if (outcome === 'sign-in') return expect(page, screen.path).toHaveURL(/\/login(\?|$)/)
  if (outcome === 'not-found')
    return expect(main.getByRole('heading', { level: 1 }), screen.path).toHaveText('This page does not exist')
  await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, ''), { message: screen.path }).toBe(address)
  if (outcome !== 'page') return
  await expect(page.getByRole('heading', { level: 1 }).first(), screen.path).toBeVisible()
  if (screen.title !== '')
    await expect.soft(page, screen.path).toHaveTitle(`${screen.title} - Countersign`, { timeout: 15_000 })
}

async function look(page: Page, name: string): Promise<void> {
  for (const device of [desktop, phone]) {
    await page.setViewportSize(device.viewport)
    const seen = `${name}, ${device.viewport.width} px`
    // Colours are the same on a phone.
    if (device === desktop) {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await checkContrast(page, `${seen}, dark`)
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await (device === desktop ? checkAccessibility : checkLayout)(page, seen)
    await checkWidth(page, seen)
  }
  await page.setViewportSize(desktop.viewport)
}

for (const role of ['visitor', 'user'] as const)
  test(`every route, opened by a ${role}`, async ({ page, product, problems }) => {
    test.setTimeout(600_000)
    problems.expect(/404|401/)
    const scene = await aScene(product)
    if (role === 'user')
      await page.addInitScript((kept) => {
        if (location.protocol !== 'about:') sessionStorage.setItem('countersign.session', kept)
      }, scene.session)
    for (const screen of screens) {
      const answer = await page.goto(fill(screen.path, scene))
      expect(answer?.status(), screen.path).toBe(isPage(new URL(answer?.url() ?? '').pathname) ? 200 : 404)
      await expectOutcome(page, screen, screen[role], scene)
      // What a visitor sees as well is looked at once.
      const isLookedAt = role === 'visitor' || screen.visitor !== 'page'
      if (screen[role] !== 'page' || screen.name === '' || !isLookedAt) continue
      await look(page, `${screen.name} of a ${role}`)
    }
  })
