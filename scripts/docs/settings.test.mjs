import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settingDefaults, settingNames } from '../../apps/api/src/platform/settings/config.ts'
import { readIdentificationProviders } from '../../apps/api/src/platform/settings/read-identification-providers.ts'
import { readIdentityProviders } from '../../apps/api/src/platform/settings/read-identity-providers.ts'
import { secretNames } from '../../apps/api/src/platform/settings/secrets.ts'
import { TrustServicesForm } from '../../apps/api/src/platform/settings/trust-services-form.ts'
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

const blocks = [...guide.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language, text]) => ({
  language,
  text: text.replaceAll('…', 'a-secret-of-the-example'),
}))

test('the examples of settings in the operating guide are accepted', () => {
  const examples = blocks
    .map(({ text }) =>
      [...text.matchAll(/^([A-Z][A-Z\d_]+)=([^'\n]+)$/gm)].map(([, name, value]) => [name, value]),
    )
    .filter((pairs) => pairs.some(([name]) => settingNames.includes(name)))
  expect(examples.length).toBeGreaterThan(2)
  for (const pairs of examples) expect(() => readConfig(Object.fromEntries(pairs))).not.toThrow()
})

test('the files of the operating guide have the form that is read', () => {
  const [identity, identification, trust, ...others] = blocks.filter(({ language }) => language === 'json')
  expect(readIdentityProviders({ IDENTITY_PROVIDERS: identity.text }).wrong).toEqual([])
  expect(readIdentificationProviders({ IDENTIFICATION_PROVIDERS: identification.text }).wrong).toEqual([])
  expect(TrustServicesForm.safeParse(JSON.parse(trust.text)).error).toBeUndefined()
  expect(others).toEqual([])
})
