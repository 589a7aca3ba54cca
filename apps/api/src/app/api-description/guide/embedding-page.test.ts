import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { embedScript } from '#api/integration/embedding/routes.ts'
import { embedding } from './embedding-page.ts'

const origin = 'https://sign.example.com'
const source = (await embedScript(origin)).toString()

/** A website that loads the script: as much of a browser as the script uses. */
function aWebsite() {
  const frame = {
    style: { cssText: '' },
    contentWindow: {},
    loaded: () => {},
    addEventListener: (_: string, loaded: () => void) => (frame.loaded = loaded),
    remove: () => {},
  }
  const container = { appendChild: () => {} }
  const window = { addEventListener: () => {}, removeEventListener: () => {} } as {
    Countersign?: { embed: (options: object) => { close: () => void } }
  }
  const document = { querySelector: () => container, createElement: () => frame }
  const location = { href: 'https://portal.example.com' }
  runInNewContext(source, { window, document, URL, setTimeout, clearTimeout, location })
  if (!window.Countersign) throw new Error('the script defines nothing')
  return { embed: window.Countersign.embed, frame }
}

const says = (sentence: string) => expect(JSON.stringify(embedding.blocks)).toContain(sentence)

test('a website is told that the frame was not shown, with the members that the guide names', () => {
  vi.useFakeTimers()
  const { embed, frame } = aWebsite()
  const events: object[] = []
  const url = `${origin}/view/5b0cf5a4-3d0c-4b53-8a5e-0d6f7a0d2b11/Y6Qjo34uvrmmFiXp0Ej5rg`
  embed({ url, container: '#contract', onError: (event: object) => events.push({ ...event }) })
  frame.loaded()
  vi.runAllTimers()
  vi.useRealTimers()
  says('Each handler gets `type`, `version` (1), `signatureRequestId` and `signatureId`')
  expect(events).toEqual([
    {
      ...{ type: 'countersign.error', version: 1, reason: 'not_shown', signatureId: null },
      signatureRequestId: '5b0cf5a4-3d0c-4b53-8a5e-0d6f7a0d2b11',
    },
  ])
})

test('the frame is as high as its container, and never lower than the guide says', () => {
  const { embed, frame } = aWebsite()
  embed({ url: `${origin}/view/a/b`, container: '#contract' })
  says('the frame is at least 44 rem high, or 90% of a shorter window')
  expect(frame.style.cssText).toContain('height:100%;min-height:min(44rem,90vh)')
})
