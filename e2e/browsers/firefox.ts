import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, stopProgram } from './child.ts'
import type { BrowserSession } from './session.ts'

interface Message {
  readonly id?: number
  readonly result?: never
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: { readonly level?: string; readonly text?: string }
}

interface Found {
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

/** The system's own Firefox, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export async function openFirefox(
  language: string,
  preferences: Readonly<Record<string, number>> = {},
): Promise<BrowserSession> {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'))
  // Each window behaves as the one in front; of several, the others would fire no focus events.
  const lines = Object.entries({ 'focusmanager.testmode': true, ...preferences }).map(
    ([name, value]) => `user_pref("${name}", ${value});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const listening = /WebDriver BiDi listening on (ws:\S+)/
  const { child, found } = await startProgram('firefox-esr', args, listening, { LANG: language })
  const complaints: string[] = []
  const socket = await connect(`${found[1]}/session`, complaints)
  await socket.ask('session.new', { capabilities: {} })
  await socket.ask('session.subscribe', { events: ['log.entryAdded'] })
  // The window that is there at the start is never focused, and fires no focus events.
  const { context } = await socket.ask<{ context: string }>('browsingContext.create', { type: 'window' })
  return {
    navigate: (url) => socket.ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await socket.ask<Found>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? null : JSON.parse(result.value)
    },
    perform: (actions) => socket.ask('input.performActions', { context, actions }),
    async chooseFile(selector, path) {
      const { nodes } = await socket.ask<{ nodes: readonly { sharedId: string }[] }>(
        'browsingContext.locateNodes',
        { context, locator: { type: 'css', value: selector } },
      )
      const element = { sharedId: nodes[0]?.sharedId }
      await socket.ask('input.setFiles', { context, element, files: [path] })
    },
    resize: (width, height) =>
      socket.ask('browsingContext.setViewport', { context, viewport: { width, height } }),
    complaints: () => complaints,
    async close() {
      socket.close()
      await stopProgram(child)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function connect(address: string, complaints: string[]) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`${address} refused the connection`)), {
      once: true,
    })
  })
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, params } = JSON.parse(String(data)) as Message
    if (id === undefined) {
      if (params?.level === 'error' || params?.level === 'warn') complaints.push(params.text ?? '')
      return
    }
    const answer = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) answer?.resolve(result as never)
    else answer?.reject(new Error(`${error}: ${message}`))
  })
  let last = 0
  return {
    ask<Answer = void>(method: string, params: object): Promise<Answer> {
      last += 1
      const answer = Promise.withResolvers<never>()
      waiting.set(last, answer)
      socket.send(JSON.stringify({ id: last, method, params }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}
