import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

interface Pooled {
  readonly context: BrowserContext
  readonly key: string
  /** Stays open: what a journey leaves behind is removed through it. */
  readonly keeper: Page
  readonly session: CDPSession
  /** Whether a journey changed what can't be undone, such as the clock of all its pages. */
  changed: boolean
}

const cleanedWithin = 15_000

/** What holds for all pages of a context and stays. Pages end with their journey, and what was set on them. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'route',
  'routeFromHAR',
  'setExtraHTTPHeaders',
  'setOffline',
] as const

/**
 * The browser contexts of a worker, one after the other for many journeys: a new one begins with an empty cache. What a person leaves
 * behind (cookies, storage, permissions, pages) is removed before the next one gets it.
 */
export class ContextPool {
  readonly #browser: Browser
  readonly #url: string
  readonly #free: Pooled[] = []
  readonly #lent = new Map<BrowserContext, Pooled>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const at = this.#free.findIndex((one) => one.key === key)
    const pooled = at === -1 ? await this.#open(options, key) : this.#free.splice(at, 1)[0]
    if (!pooled) throw new Error('no context')
    this.#lent.set(pooled.context, pooled)
    return pooled.context
  }

  async giveBack(context: BrowserContext): Promise<void> {
    const pooled = this.#lent.get(context)
    this.#lent.delete(context)
    if (!pooled || pooled.changed) return context.close()
    // A journey doesn't wait for a browser that no longer answers: the context then ends with its worker.
    const isClean = await Promise.race([
      this.#clean(pooled).then(() => true),
      pause(cleanedWithin, false, { ref: false }),
    ])
    if (isClean) this.#free.push(pooled)
  }

  async #clean({ context, keeper, session }: Pooled): Promise<void> {
    await Promise.all(
      context
        .pages()
        .filter((page) => page !== keeper)
        .map((page) => page.close()),
    )
    const storage = { origin: this.#url, storageTypes: 'all' }
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      session.send('Storage.clearDataForOrigin', storage),
    ])
  }

  async #open(options: BrowserContextOptions, key: string): Promise<Pooled> {
    const context = await this.#browser.newContext(options)
    // A picker that opens before anything listens is closed by the browser without a word, so that something always listens.
    context.on('page', (page) => page.on('filechooser', () => {}))
    const keeper = await context.newPage()
    await keeper.goto(`${this.#url}/mark.svg`)
    const session = await context.newCDPSession(keeper)
    const pooled: Pooled = { context, key, keeper, session, changed: false }
    const change = () => (pooled.changed = true)
    context.on('close', change)
    for (const name of lasting) watchCalls(context, name, change)
    watchCalls(context.clock, 'install', change)
    return pooled
  }
}

function watchCalls<T extends object>(of: T, name: keyof T, before: () => void): void {
  const own = of[name] as (...given: unknown[]) => unknown
  of[name] = ((...given: unknown[]) => {
    before()
    return own.apply(of, given)
  }) as T[keyof T]
}
