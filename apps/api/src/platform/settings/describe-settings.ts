import { settingDefaults, type SettingName, settingNames } from './config.ts'
import { isSecretName } from './secret-values.ts'
import { secretNames } from './secrets.ts'

/** JSON with clients' secrets in it. */
const secretLists = ['IDENTITY_PROVIDERS', 'IDENTIFICATION_PROVIDERS', 'TRUST_SERVICES']
/** What they connect to is worth knowing; their passwords are left out. */
const addresses = ['DATABASE_URL', 'DATABASE_APPLICATION_URL', 'SMTP_URL']
const secrets = new Set([...secretNames, ...secretLists].filter((name) => !addresses.includes(name)))
const hidden = '(hidden)'

/** The settings that are set, as a log may have them: secrets, and passwords and queries of addresses, are hidden. */
export function describeSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[name]
      if (value === undefined || value === '') return []
      return [[name, secrets.has(name) ? hidden : withoutCredentials(value)]]
    }),
  )
}

/** `scheme://user:password@host/path?query`, also several of them. */
const withoutCredentials = (value: string): string =>
  value
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@,|]*(?:[^\s/,|]*)@/gi, `$1…@`)
    .replaceAll(/\?[^\s,|]*/g, '?…')

type Environment = Readonly<Record<string, string | undefined>>

export interface SettingDescription {
  readonly name: string
  /** As text, with what is secret in it '•••'; null where there is none. */
  readonly value: string | null
  readonly source: 'environment' | 'file' | 'default' | 'not set'
  /** The file that it is read from. */
  readonly file: string | null
}

/** Each setting as it is in effect, and where it comes from. An empty variable counts as not set. */
export function listSettings(environment: Environment): SettingDescription[] {
  return settingNames
    .filter((name) => !name.endsWith('_FILE') || environment[name])
    .map((name) => describe(environment, name))
}

function describe(environment: Environment, name: SettingName): SettingDescription {
  const file = name.endsWith('_FILE') ? null : (environment[`${name}_FILE`] ?? null)
  const given = environment[name]
  if (given) return { name, value: shown(name, given), source: 'environment', file: null }
  if (file) return { name, value: secretLists.includes(name) ? 'JSON' : '•••', source: 'file', file }
  const fallback = settingDefaults[name]
  if (fallback === undefined || fallback === '' || (Array.isArray(fallback) && fallback.length === 0))
    return { name, value: null, source: 'not set', file: null }
  return { name, value: JSON.stringify(fallback).replaceAll('"', ''), source: 'default', file: null }
}

function shown(name: string, value: string): string {
  if (secretLists.includes(name)) return 'JSON'
  if (isSecretName(name)) return '•••'
  return withoutPasswords(value)
}

/** Of an address everything but the password, and but the query, in which another may be. */
function withoutPasswords(value: string): string {
  const isAddress = /^[a-z+]+:\/\//.test(value) && !value.includes(',')
  const masked = value.replace(/(:\/\/[^/?#@\s,:]*):[^/?#@\s]+@/g, `$1:•••@`)
  if (!isAddress) return masked
  const [address = '', query] = masked.split('?')
  return query === undefined ? address : `${address}?•••`
}
