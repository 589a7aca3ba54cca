/** Something with an @ between its parts: nobody's address is in the log, and a mail server’s words often have one. */
const emailAddress = /[^\s<>"'(),;:/…]+@[^\s<>"'(),;:/]+/g
/** What a connection string has between its scheme and its host. */
const credentials = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi

/** Email addresses, and what signs in somewhere, are hidden. */
export const withoutPersonalData = (text: string): string =>
  text.replace(credentials, '$1…@').replace(emailAddress, '…@…')

/** Fields of errors that say what went wrong, and nothing of what was sent or to whom. */
const kept = [
  'code',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'command',
  'key',
  'constraint',
  'table',
  'routine',
  'errorName',
] as const

export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: DescribedError
  readonly [field: string]: unknown
}

/** An error as the log has it: its type, message, stack and causes, without email addresses and passwords. */
export function describeError(error: unknown): DescribedError | string {
  return error instanceof Error ? describe(error, 5) : withoutPersonalData(String(error))
}

function describe(error: Error, depth: number): DescribedError {
  const fields = error as unknown as Record<string, unknown>
  const { cause } = error
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    stack: withoutPersonalData(error.stack ?? ''),
    ...Object.fromEntries(
      kept.flatMap((name) => {
        const value = fields[name]
        return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
      }),
    ),
    ...(cause instanceof Error && depth > 0 ? { cause: describe(cause, depth - 1) } : {}),
  }
}
