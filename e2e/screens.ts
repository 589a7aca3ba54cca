// Takes a picture of every screen, wide and on a phone, and lists them: npm run screens. Named screens are taken alone:
// npm run screens -- login profile
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { revokeOtherSessions } from '@countersign/contract/sessions.ts'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Product, startProduct } from '../apps/api/src/testing/product.ts'
import { launchOptions } from './support/browser.ts'
import { desktop, phone } from './support/devices.ts'
import { makeContract, makeScene, type Scene } from './support/made-scene.ts'
import { intermediateScreens } from './support/intermediate-screens.ts'
import { type Picture, tableOf } from './support/screen-table.ts'
import { screens } from './support/screens.ts'
import { signIn } from './support/sign-in.ts'

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const chosen = new Set(process.argv.slice(2))
const patience = 15_000

/** Pages that only show what they are for when one comes by the link of a mail. */
const byMail: Record<string, (scene: Scene) => string> = {
  'signup-confirm': ({ signup }) => `/signup/confirm?token=${signup}`,
  // A good link would be used up by its first picture.
  'password-reset-confirm': ({ reset }) => `/password-reset/confirm?token=${reset}`,
}

/** Everything is there: fonts, pictures, what was asked of the api, and nothing moves. */
async function settle(page: Page): Promise<void> {
  // A page that hears of changes keeps one connection open: it is never idle.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
    if (document.activeElement instanceof HTMLInputElement)
      document.activeElement.style.caretColor = 'transparent'
  })
}

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page)
  const isWide = (page.viewportSize()?.width ?? 0) > 500
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  const webp = sharp(png)
    .resize({ width: isWide ? 1000 : 390 })
    .webp({ quality: 70 })
  await webp.toFile(`${folder}${name}-${isWide ? 'wide' : 'phone'}.webp`)
}

async function openContext(
  browser: Browser,
  product: Product,
  device: typeof desktop,
  session?: string,
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
async function openSession(browser: Browser, product: Product, scene: Scene): Promise<string> {
  const context = await openContext(browser, product, desktop)
  const page = await context.newPage()
  await signIn(page, scene.person)
  const kept = (await page.evaluate(() => sessionStorage.getItem('countersign.session'))) ?? ''
  const { token } = JSON.parse(kept) as { token: string }
  await product.call(revokeOtherSessions, {}, `Bearer ${token}`)
  await context.close()
  return kept
}

const fill = (path: string, { request, link }: Scene) =>
  path.replaceAll(':request', request).replaceAll(':link', link)

async function takeScreens(contexts: Contexts, scene: Scene): Promise<void> {
  for (const { name, path, visitor, user } of screens) {
    if (name === '' || !isWanted(name) || ![visitor, user].includes('page')) continue
    const page = await contexts[visitor === 'page' ? 'visitor' : 'user'].newPage()
    await page.goto(byMail[name]?.(scene) ?? fill(path, scene))
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: patience })
    await shoot(page, name)
    await page.close()
  }
}

async function takeMoments(contexts: Contexts, scene: Scene, product: Product): Promise<void> {
  for (const { name, role, show } of intermediateScreens) {
    if (!isWanted(name)) continue
    const page = await contexts[role].newPage()
    page.setDefaultTimeout(patience)
    await show(page, scene, product)
    await shoot(page, name)
    await page.close()
  }
}

type Contexts = Record<'visitor' | 'user', BrowserContext>
const isWanted = (name: string) => chosen.size === 0 || chosen.has(name)

await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions())
const product = await startProduct()
try {
  const scene = await makeScene(product, await makeContract(browser))
  const session = await openSession(browser, product, scene)
  for (const device of [desktop, phone]) {
    const contexts = {
      visitor: await openContext(browser, product, device),
      user: await openContext(browser, product, device, session),
    }
    await takeScreens(contexts, scene)
    await takeMoments(contexts, scene, product)
    await contexts.visitor.close()
    await contexts.user.close()
  }
  const pictures: Picture[] = [
    ...screens.filter(({ name, visitor, user }) => name !== '' && [visitor, user].includes('page')),
    ...intermediateScreens,
  ]
  await writeFile(`${folder}README.md`, tableOf(pictures))
} finally {
  await browser.close()
  await product.stop()
}
