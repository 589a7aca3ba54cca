import { expect, it } from 'vitest'
import { hidesDownload } from './hide-download.ts'

it.each([
  ['', false],
  ['hidedownload=true', true],
  ['hideDownload', true],
  ['hide_download=1', true],
  ['hidedownload=false', false],
  ['hidedownload=0', false],
  ['hide=true', false],
])('“%s” hides the download: %s', (query, hides) => {
  expect(hidesDownload(new URLSearchParams(query))).toBe(hides)
})
