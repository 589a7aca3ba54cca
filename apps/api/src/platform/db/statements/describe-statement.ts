import { createHash } from 'node:crypto'

export interface StatementDescription {
  /** `SELECT signature_requests`, as OpenTelemetry's `db.query.summary` has it. */
  readonly summary: string
  readonly operation: string
  /** The same for statements that differ only in their values. */
  readonly fingerprint: string
}

const known = new Map<string, StatementDescription>()
const rememberedAtMost = 2_000

const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?(?:[a-z_]+"?\."?)?([a-z_]+)"?/i
const values = /'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g

/** What a statement does to which table, without a value of it. */
export function describeStatement(text: string): StatementDescription {
  const before = known.get(text)
  if (before) return before
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY'
  const target = table.exec(text)?.[1]
  const form = text
    .replaceAll(values, '?')
    .replaceAll(/\?(\s*,\s*\?)+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const described = {
    summary: target ? `${operation} ${target.toLowerCase()}` : operation,
    operation,
    fingerprint: createHash('sha256').update(form).digest('hex').slice(0, 16),
  }
  if (known.size >= rememberedAtMost) known.clear()
  known.set(text, described)
  return described
}
