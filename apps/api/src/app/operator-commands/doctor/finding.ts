import { isOfOtherSchema } from '#api/platform/db/schema-compatibility.ts'

export interface Finding {
  /** What was checked: `database`, `email`. */
  readonly part: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly found: string
  /** What to do, where something has to be done. */
  readonly advice?: string
}

/** Findings of one part of the installation. */
export function findingsOf(part: string) {
  return {
    ok: (found: string): Finding => ({ part, state: 'ok', found }),
    warning: (found: string, advice: string): Finding => ({ part, state: 'warning', found, advice }),
    failed: (found: string, advice: string): Finding => ({ part, state: 'failed', found, advice }),
  }
}

const patience = 20_000

/** A check that breaks, or doesn't end in time, is a finding like any other. */
export async function carryOut(
  part: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const { failed } = findingsOf(part)
  const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>()
  const timer = setTimeout(
    () =>
      resolve([
        failed(`no answer within ${patience / 1000} s`, 'Check that it is running and reachable from here.'),
      ]),
    patience,
  )
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return [
      failed(
        `couldn't be checked: ${reasonOf(error)}`,
        isOfOtherSchema(error)
          ? 'The database is of another release: do first what is said of the schema.'
          : 'Correct what the reason names, and run countersign doctor again.',
      ),
    ]
  } finally {
    clearTimeout(timer)
  }
}

/** Errors of the network often have no message of their own. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown }
  if (cause instanceof Error && message === 'fetch failed') return reasonOf(cause)
  return message || code || String(error)
}
