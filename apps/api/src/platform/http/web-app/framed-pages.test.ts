import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { framedAtMost, framedPages } from './framed-pages.ts'
import { type Asset, etagOf, pack } from './web-asset.ts'

function aPage(text: string): Asset {
  const content = Buffer.from(`<html><head></head>${text}</html>`)
  return { type: 'text/html', content, etag: etagOf(content), hashed: false, packed: new Map() }
}

test('a page names the websites that may frame it; for the same ones it is made and compressed once', async () => {
  const framed = framedPages()
  const page = aPage('Sign')
  const shop = framed(page, ['https://shop.example', 'https://www.shop.example'])
  expect(shop.content.toString()).toContain(
    '<head><meta name="embedding" content="https://shop.example https://www.shop.example"></head>Sign',
  )
  expect(shop.etag).not.toBe(page.etag)
  const again = framed(page, ['https://shop.example', 'https://www.shop.example'])
  expect(again).toBe(shop)
  expect(pack(again, 'br')).toBe(pack(shop, 'br'))
  expect(brotliDecompressSync(await pack(shop, 'br'))).toEqual(shop.content)
})

test('another page, and the same one for other websites, are others', () => {
  const framed = framedPages()
  const page = aPage('Sign')
  const shop = framed(page, ['https://shop.example'])
  expect(framed(page, ['https://rent.example']).content.toString()).not.toContain('shop')
  expect(framed(aPage('Other'), ['https://shop.example']).content.toString()).toContain('Other')
  expect(framed(page, ['https://shop.example'])).toEqual(shop)
})

test('those asked for least recently are forgotten', () => {
  const framed = framedPages()
  const page = aPage('Sign')
  const first = framed(page, ['https://0.example'])
  const second = framed(page, ['https://1.example'])
  for (let n = 2; n < framedAtMost; n += 1) framed(page, [`https://${n}.example`])
  expect(framed(page, ['https://0.example'])).toBe(first)
  framed(page, ['https://new.example'])
  expect(framed(page, ['https://0.example'])).toBe(first)
  expect(framed(page, ['https://1.example'])).not.toBe(second)
})
