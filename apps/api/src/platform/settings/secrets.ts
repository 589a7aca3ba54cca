import { readFileSync, statSync } from 'node:fs'
import { whyUnusable } from './unusable-files.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that nobody but the operator may see: none appears in an output, and each can be read from a file. */
export const secretNames = [
  'COUNTERSIGN_MASTER_KEY',
  'COUNTERSIGN_PREVIOUS_MASTER_KEYS',
  'DATABASE_URL',
  'DATABASE_APPLICATION_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_GATEWAY_KEY',
  'CELLO_PRODUCT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'CHARGEBEE_API_KEY',
  'CHARGEBEE_WEBHOOK_USER',
  'CHARGEBEE_WEBHOOK_PASSWORD',
  'STORE_S3_ACCESS_KEY_ID',
  'STORE_S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const

export type SecretName = (typeof secretNames)[number]

/** `SMTP_URL_FILE`: the path of the file that `SMTP_URL` is read from. */
export const secretFileName = (name: SecretName) => `${name}_FILE` as const
export const secretFileNames = secretNames.map(secretFileName)

// Longer than any of these values: a path that names something else isn't read into memory.
const bytesAtMost = 64 * 1024

export interface Secrets {
  /** The environment, with the contents of the files that `…_FILE` names. */
  readonly given: Environment
  readonly wrong: readonly string[]
}

/**
 * Docker and Kubernetes mount secrets as files; an environment variable is visible to every process of its container and
 * in its description. The final line break, which editors add, isn't part of the value.
 */
export function readSecretFiles(environment: Environment): Secrets {
  const given: Record<string, string | undefined> = { ...environment }
  const wrong: string[] = []
  for (const name of secretNames) {
    const variable = secretFileName(name)
    const path = environment[variable]
    if (path === undefined) continue
    if (environment[name] !== undefined) wrong.push(`${variable} (${name} is set as well: keep one of them)`)
    const { value, problem } = readSecret(path)
    if (problem !== undefined) wrong.push(`${variable} (${problem})`)
    else given[name] = value
  }
  return { given, wrong }
}

function readSecret(path: string): { readonly value?: string; readonly problem?: string } {
  try {
    const entry = statSync(path)
    if (!entry.isFile()) return { problem: `${path} isn't a file` }
    if (entry.size > bytesAtMost) return { problem: `${path} is too large for a secret` }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: `${path} is empty` } : { value }
  } catch (error) {
    return { problem: `${path} can't be read: ${whyUnusable(error)}` }
  }
}
