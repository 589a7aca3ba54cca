import { settingNames } from './config.ts'
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
