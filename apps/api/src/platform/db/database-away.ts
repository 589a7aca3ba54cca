// Postgres is away, starting, out of connections, or took too long (statement_timeout, a lock).
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|57014|55P03|08\w{3}|53300)$/
// What the client itself says of a connection that is gone: it has no code for these.
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed/

/** Whether the same statement may work in a moment, on another connection. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, message, severity } = error as NodeJS.ErrnoException & { severity?: string }
  // Postgres ends the connection with it, or does not begin one.
  if (severity === 'FATAL') return true
  // A socket that is not there, not just any file.
  if (code === 'ENOENT') return syscall === 'connect'
  return awayCodes.test(code) || connectionLost.test(message)
}
