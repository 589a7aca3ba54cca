import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))
const config = getConfig({ configPath })
const catalogs = await getCatalogs(config)

// What the sources say and what the catalogs hold, by the extractor itself: `npm run extract` brings them together.
describe.each(catalogs)('the words of $path', (catalog) => {
  it('are all there in every language, and nothing else is', { timeout: 60_000 }, async () => {
    const inSources = (await catalog.collect()) ?? {}
    expect(Object.keys(inSources).length).toBeGreaterThan(0)
    for (const locale of config.locales) {
      const held = (await catalog.read(locale)) ?? {}
      const missing = Object.entries(inSources).filter(([id]) => !held[id]?.translation?.trim())
      const left = Object.entries(held).filter(([id]) => id !== '' && !(id in inSources))
      const words = ([id, { message }]: [string, { message?: string }]) => message ?? id
      expect({ locale, missing: missing.map(words), left: left.map(words) }).toEqual({
        locale,
        missing: [],
        left: [],
      })
    }
  })
})

// The catalogs that are loaded become one, so that words in two of them would change with the screens one has visited. A `context` tells
// words apart that only English writes alike.
it.each<string>(config.locales)(
  'the same words have one translation in all catalogs of %s',
  async (locale) => {
    const translations = new Map<string, Set<string>>()
    for (const catalog of catalogs)
      for (const [id, { message, translation }] of Object.entries((await catalog.read(locale)) ?? {}))
        if (id !== '' && translation) {
          const key = `${id} ${message ?? ''}`
          translations.set(key, (translations.get(key) ?? new Set()).add(translation))
        }
    expect(translations.size).toBeGreaterThan(0)
    expect(
      [...translations].filter(([, found]) => found.size > 1).map(([key, found]) => [key, ...found]),
    ).toEqual([])
  },
)
