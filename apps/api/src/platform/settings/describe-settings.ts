import { settingDefaults, type SettingName, settingNames } from './config.ts'
import { documentNames, isSecretName, passwordsOfAddresses, queriesOfAddresses } from './secret-values.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Of an address, what it connects to is worth knowing: only its password is left out. */
const isHidden = (name: string): boolean => isSecretName(name) || documentNames.includes(name)

/** The settings that are set, as a log may have them: secrets, and passwords and queries of addresses, are hidden. */
export function describeSettings(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[name]
      if (value === undefined || value === '') return []
      return [[name, isHidden(name) ? '(hidden)' : withoutCredentials(value)]]
    }),
  )
}

/** `scheme://user:password@host/path?query`, also several of them. */
const withoutCredentials = (value: string): string =>
  value.replaceAll(/:\/\/[^/?#]*@/g, '://…@').replaceAll(queriesOfAddresses, '$1…')

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
  if (file) return { name, value: documentNames.includes(name) ? 'JSON' : '•••', source: 'file', file }
  const fallback = settingDefaults[name]
  if (fallback === undefined || fallback === '' || (Array.isArray(fallback) && fallback.length === 0))
    return { name, value: null, source: 'not set', file: null }
  return { name, value: JSON.stringify(fallback).replaceAll('"', ''), source: 'default', file: null }
}

function shown(name: string, value: string): string {
  if (documentNames.includes(name)) return 'JSON'
  if (isSecretName(name)) return '•••'
  return withoutPasswords(value)
}

/** Of each address everything but the password, and but the query, in which another may be. */
const withoutPasswords = (value: string): string =>
  value.replaceAll(passwordsOfAddresses, '$1:•••@').replaceAll(queriesOfAddresses, '$1•••')
