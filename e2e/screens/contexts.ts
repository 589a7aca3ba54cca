import { login, revokeOtherSessions } from '@countersign/contract/sessions.ts'
import type { Browser, BrowserContext } from '@playwright/test'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { desktop } from '../support/devices.ts'
import { signIn } from '../support/sign-in.ts'
import type { Role } from './intermediate/intermediate-screen.ts'
import type { Market } from './scene/market.ts'
import type { Scene } from './scene/scene.ts'

/** Where a role is, and as whom. */
export interface Seat {
  readonly product: Product
  /** As the browser keeps it. */
  readonly session?: string
}
export type Seats = Partial<Record<Role, Seat>>

export async function openContext(
  browser: Browser,
  { product, session }: Seat,
  device: typeof desktop,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...device,
    baseURL: product.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((kept) => {
    if (location.protocol === 'about:') return
    localStorage.setItem('hideTestSystem', '1')
    if (kept !== undefined) sessionStorage.setItem('countersign.session', kept)
  }, session)
  return context
}

/** Signed in by the page, and nowhere else: the list of sessions then shows this browser alone. */
async function signInByPage(browser: Browser, product: Product, person: Person): Promise<Seat> {
  const context = await openContext(browser, { product }, desktop)
  const page = await context.newPage()
  await signIn(page, person)
  const session = (await page.evaluate(() => sessionStorage.getItem('countersign.session'))) ?? ''
  const { token } = JSON.parse(session) as { token: string }
  await product.call(revokeOtherSessions, {}, `Bearer ${token}`)
  await context.close()
  return { product, session }
}

async function signInByCall(product: Product, { email, password }: Person): Promise<Seat> {
  const { token, expires_at: expiresAt } = await product.call(login, { body: { email, password } })
  return { product, session: JSON.stringify({ token, expiresAt }) }
}

/** Everybody at the place where they look at the screens. */
export async function seatAll(
  browser: Browser,
  product: Product,
  scene: Scene,
  market: Market | undefined,
): Promise<Seats> {
  return {
    visitor: { product },
    user: await signInByPage(browser, product, scene.person),
    newcomer: await signInByCall(product, scene.newcomer),
    admin: await signInByCall(product, scene.company.admin),
    member: await signInByCall(product, scene.company.member),
    ...(market && {
      trial: await signInByCall(market.product, market.trial),
      customer: await signInByCall(market.product, market.customer),
    }),
  }
}
