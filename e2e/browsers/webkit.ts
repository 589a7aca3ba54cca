import { globSync } from 'node:fs'
import { freePort } from '../../apps/api/src/testing/caller.ts'
import { startProgram, stopProgram } from './child.ts'
import type { BrowserSession } from './session.ts'

// WebDriver §12.1.
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK's own browser on a display of its own, by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWebKit(language: string): Promise<BrowserSession> {
  const display = await startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1200x24'], /^(\d+)\n/m)
  const env = { DISPLAY: `:${display.found[1]}`, LANG: `${language}.UTF-8`, LANGUAGE: language }
  const port = await freePort()
  const driver = await startProgram(
    'sh',
    ['-c', `exec 2>&1; echo starts; exec WebKitWebDriver --port=${port}`],
    /starts/,
    env,
  )
  const close = async () => {
    await stopProgram(driver.child)
    await stopProgram(display.child)
  }
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const ask = caller(`http://127.0.0.1:${port}`)
  await untilReady(() => ask('GET', '/status'))
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch },
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const here = `/session/${sessionId}`
  return {
    navigate: (url) => ask('POST', `${here}/url`, { url }),
    evaluate: async (expression) =>
      ask('POST', `${here}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: (actions) => ask('POST', `${here}/actions`, { actions }),
    async chooseFile(selector, path) {
      const found = await ask<Record<string, string>>('POST', `${here}/element`, {
        using: 'css selector',
        value: selector,
      })
      await ask('POST', `${here}/element/${found[elementKey]}/value`, { text: path })
    },
    // The window gets no narrower than 447 px, which is still the layout for phones.
    resize: (width, height) => ask('POST', `${here}/window/rect`, { x: 0, y: 0, width, height }),
    // WebDriver has no command for the console.
    complaints: () => null,
    async close() {
      await ask('DELETE', here).catch(() => {})
      await close()
    },
  }
}

const caller =
  (server: string) =>
  async <Answer = void>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(server + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }

/** It says nothing when it listens. */
async function untilReady(ask: () => Promise<unknown>, triesLeft = 100): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (triesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await untilReady(ask, triesLeft - 1)
  }
}
