import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readSecretFiles, secretNames } from './secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** By its name a variable, or a field of a settings file, is a secret: what isn't known is one too. */
const secretName = /SECRET|PASSWORD|(API|GATEWAY|MASTER)_?KEYS?$|_?PIN$|TOKEN/i
const isSecretFile = /^(clientSecret|pin|key)File$/
/** Settings that are JSON with clients' secrets in it. */
export const documentNames: readonly string[] = [
  'IDENTITY_PROVIDERS',
  'IDENTIFICATION_PROVIDERS',
  'TRUST_SERVICES',
]
// A shorter one would be found by chance, in numbers and ids.
const shortest = 8

/** Of an address only the password is one. */
export function isSecretName(name: string): boolean {
  if (name.endsWith('_URL')) return false
  return secretName.test(name) || (secretNames as readonly string[]).includes(name)
}

/** All secrets that the settings contain, as they could appear in a text: what is printed is searched for them. */
export function secretValues(environment: Environment): string[] {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  // With the contents of the files that hold secrets.
  const found = Object.entries(readSecretFiles(set).given).flatMap(([name, value]) => {
    if (!value || name.endsWith('_FILE')) return []
    return [...(isSecretName(name) ? secretsIn(value) : []), ...passwordsIn(value)]
  })
  const configured = documentNames.flatMap((name) => secretsOfDocument(environment, name))
  const all = [...found, ...configured].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ])
  return [...new Set(all)]
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length)
}

/** The text without them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text)
}

/** Of each address that a text contains the part before its query, and the query: it ends at a space or `|`, or before a comma and the next address. */
export const queriesOfAddresses = /(:\/\/[^\s|?]*\?)((?:(?!,(?:\s|$|[a-z][a-z0-9+.-]*:\/\/))[^\s|])+)/gi

/**
 * Of each address that a text contains the part before its password, and the password: as a URL is read, it ends at the last @ before the
 * path, and may have a comma or a blank in it.
 */
export const passwordsOfAddresses = /(:\/\/[^/?#:]*):([^/?#]*)@/g

/** `postgres://user:password@host?password=…`, also where several addresses are comma-joined. */
function passwordsIn(text: string): string[] {
  const passwords = [...text.matchAll(passwordsOfAddresses)].map(([, , password = '']) => password)
  // A query as a whole is printed with its address.
  const queries = [...text.matchAll(queriesOfAddresses)].map(([, , query = '']) => query)
  const inQueries = queries.flatMap((query) =>
    [...query.matchAll(/([^=&]+)=([^&]+)/g)].flatMap(([, name = '', value = '']) =>
      isSecretName(name) ? [value] : [],
    ),
  )
  return [...passwords, ...queries, ...inQueries].flatMap((secret) => [secret, decoded(secret)])
}

/** A list of keys is several secrets. */
const secretsIn = (text: string): string[] => [text.trim(), ...text.split(',').map((part) => part.trim())]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function read(path: string | undefined, folder = '.'): string {
  try {
    return path ? readFileSync(resolve(folder, path), 'utf8').trim() : ''
  } catch {
    return ''
  }
}

function secretsOfDocument(environment: Environment, name: string): string[] {
  const path = environment[`${name}_FILE`]
  const text = environment[name] || read(path)
  try {
    const found: string[] = []
    collect(JSON.parse(text), path ? dirname(resolve(path)) : '.', found)
    return found
  } catch {
    return []
  }
}

function collect(node: unknown, folder: string, found: string[]): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string' && isSecretFile.test(key)) found.push(read(value, folder))
    else if (typeof value === 'string' && isSecretName(key)) found.push(value)
    else collect(value, folder, found)
  }
}
