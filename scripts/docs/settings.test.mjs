import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingDefaults, settingNames } from '../../apps/api/src/platform/settings/config.ts'
import { secretNames } from '../../apps/api/src/platform/settings/secrets.ts'
import { sandboxNames } from '../../apps/api/src/platform/settings/unknown-names.ts'
import { inRoot } from '../paths.mjs'

const guide = readFileSync(inRoot('docs/operating.md'), 'utf8')
const pages = [readFileSync(inRoot('README.md'), 'utf8'), guide]

/** The rows of the tables of settings: a name and its default. */
const rows = pages.flatMap((page) =>
  [...page.matchAll(/^\| `([A-Z][A-Z\d_]+)` +\| (.*?) *\|/gm)].map(([, name, fallback]) => ({
    name,
    fallback,
  })),
)

/** What only the processes of `npm start` tell each other. */
const internal = ['SANDBOX_DATA', 'SANDBOX_ENDS_WITH_INPUT']

test('the README and the operating guide have every setting', () => {
  expect(rows.length).toBeGreaterThan(100)
  const names = [...settingNames, ...sandboxNames].filter((name) => !internal.includes(name))
  const isThere = (name) => pages.some((page) => new RegExp(`\`${name}[\`=]`).test(page))
  expect(names.filter((name) => !isThere(name))).toEqual([])
})

test('every row of the tables of settings is a setting', () => {
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => ![...settingNames, ...sandboxNames].includes(name))).toEqual([])
})

/** A default as the tables write it: a number without its commas, a list comma-joined, a port that isn't opened as off. */
function written(name) {
  const value = settingDefaults[name]
  if (value === 0 && name.endsWith('_PORT')) return 'off'
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value ?? '')
}

test('the tables of settings have the defaults of the settings', () => {
  const wrong = rows
    .filter(({ name }) => settingNames.includes(name) && written(name) !== '')
    .map(({ name, fallback }) => [
      name,
      fallback.replace(/;.*$/, '').replaceAll(/[`]|(?<=\d),(?=\d{3})/g, ''),
    ])
    .filter(([name, fallback]) => written(name) !== fallback)
  expect(wrong).toEqual([])
})

test('the operating guide lists the secrets that can be read from a file', () => {
  const [, section = ''] = /^## Secrets\n([\s\S]*?)^##/m.exec(guide) ?? []
  const [, list = ''] = /This goes for (.*?)\. A final/s.exec(section) ?? []
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...secretNames])
})
