// Takes a picture of every screen, wide and on a phone, and lists them: npm run screens. Named screens are taken alone:
// npm run screens -- login profile; `readme` stands for the three pictures of the README.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { startProduct } from '../../apps/api/src/testing/product.ts'
import { launchOptions } from '../support/browser.ts'
import { desktop, sharpPhone } from '../support/devices.ts'
import { openContext, seatAll, type Seats } from './contexts.ts'
import type { Role } from './intermediate/intermediate-screen.ts'
import { pictures, type TakenScreen } from './pictures.ts'
import { takeReadmePictures } from './readme-pictures.ts'
import { makeContract } from './scene/contract.ts'
import { openMarket } from './scene/market.ts'
import { makeScene, type Scene } from './scene/scene.ts'
import { folder, shoot, watchRequests } from './shoot.ts'
import { tableOf } from './table.ts'

const patience = 30_000
const atOnce = 3
const chosen = new Set(process.argv.slice(2))
const isChosen = (name: string) => chosen.size === 0 || chosen.has(name)
const wanted = pictures.filter(({ name }) => isChosen(name))
const isMarket = (role: Role) => role === 'trial' || role === 'customer'
const failures: string[] = []

async function take(contexts: Map<Role, BrowserContext>, screen: TakenScreen, scene: Scene, seats: Seats) {
  const { name, role, show } = screen
  const [context, product] = [contexts.get(role), seats[role]?.product]
  if (!context || !product) throw new Error(`nobody looks at ${name} as ${role}`)
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const quiet = watchRequests(page)
  try {
    await show(page, scene, product)
    await shoot(page, name, quiet)
  } catch (error) {
    const width = page.viewportSize()?.width ?? 0
    failures.push(`${name}, ${width} px, at ${page.url()}: ${String(error)}`)
  } finally {
    await page.close()
  }
}

/** The others wait for the network most of the time. */
async function takeAll(browser: Browser, screens: readonly TakenScreen[], scene: Scene, seats: Seats) {
  for (const device of [desktop, sharpPhone]) {
    const contexts = new Map<Role, BrowserContext>()
    for (const [role, seat] of Object.entries(seats))
      contexts.set(role as Role, await openContext(browser, seat, device))
    const left = [...screens]
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) await take(contexts, next, scene, seats)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    for (const context of contexts.values()) await context.close()
  }
}

/** Pictures of screens that are no more. */
async function removeOthers(): Promise<void> {
  const names = new Set(pictures.flatMap(({ name }) => [`${name}-wide.webp`, `${name}-phone.webp`]))
  for (const file of await readdir(folder))
    if (file.endsWith('.webp') && !names.has(file)) await rm(`${folder}${file}`)
}

await mkdir(folder, { recursive: true })
// The zone of a context is its process's, and lost for all pages of it when the first one closes.
const env = { ...(process.env as Record<string, string>), TZ: 'Europe/Zurich' }
const browser = await chromium.launch({ ...launchOptions(), env })
const file = await makeContract(browser)
const product = await startProduct()
const market = wanted.some(({ role }) => isMarket(role)) ? await openMarket(browser) : undefined
try {
  const scene = await makeScene(product, file)
  const seats = await seatAll(browser, product, scene, market)
  // What the steps in between do is seen on the documents of those who did it.
  for (const kind of ['page', 'step'] as const)
    await takeAll(
      browser,
      wanted.filter((screen) => screen.kind === kind),
      scene,
      seats,
    )
  await writeFile(`${folder}README.md`, tableOf(pictures))
  await removeOthers()
  if (isChosen('readme')) await takeReadmePictures(browser, file)
} finally {
  await browser.close()
  await market?.product.stop()
  await product.stop()
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n\n')}\n`)
  process.exitCode = 1
}
