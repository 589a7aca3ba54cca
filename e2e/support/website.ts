import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import { embeddingExample } from '../../apps/api/src/app/api-description/guide/embedding-page.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'

/** A customer's website: another origin and another site than the product, with a page of the developer guide. */
export interface Website {
  readonly origin: string
  /** The guide's page with this signing link. */
  pageFor(link: string, options?: { readonly returnUrl: string }): string
  close(): void
}

export async function aWebsite(product: Product): Promise<Website> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://website').searchParams
    const returnUrl = query.get('returnUrl')
    const page = embeddingExample
      .replaceAll('{origin}', product.url)
      .replace("'SIGNING_URL'", JSON.stringify(query.get('link') ?? ''))
      .replace("title: '", `${returnUrl ? `returnUrl: ${JSON.stringify(returnUrl)},\n    ` : ''}title: '`)
      // What the page was told, for the test.
      .replace(
        '<script src',
        '<script>heard = []; addEventListener("message", (event) => heard.push([event.origin, event.data]))</script><link rel="icon" href="data:,"><script src',
      )
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pageFor: (link, options) => `${origin}/contract?${new URLSearchParams({ link, ...options })}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The events that a website was told, with who told them. */
export const heardBy = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: [string, Record<string, unknown>][] }).heard)

/** What the browser itself keeps for the product in this frame, whatever the page takes for storage. */
export const keptIn = (frame: Frame) =>
  frame.evaluate(() => {
    const untouched = document.createElement('iframe')
    document.body.append(untouched)
    const {
      localStorage,
      sessionStorage,
      document: own,
    } = untouched.contentWindow as Window & typeof globalThis
    const kept = [...Object.keys(localStorage), ...Object.keys(sessionStorage), own.cookie]
    untouched.remove()
    return kept.filter((name) => name !== '')
  })
