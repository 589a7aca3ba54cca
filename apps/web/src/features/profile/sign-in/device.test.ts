import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'computer Chrome Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'computer Edge Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'computer Safari macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'phone Chrome iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'tablet Safari iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'phone Samsung Internet Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-X710) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'tablet Chrome Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'computer Firefox Linux'],
  ['curl/8.14.1', 'program curl null'],
  ['', 'unknown null null'],
  ['<script>alert(1)</script>', 'unknown null null'],
])('the list of devices names %s', (userAgent, words) => {
  const { kind, browser, system } = deviceOf(userAgent)
  expect(`${kind} ${browser} ${system}`).toBe(words)
})
