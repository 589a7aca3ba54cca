export type DatabaseStartCode =
  | 'unsupported_platform'
  | 'no_permission'
  | 'disk_full'
  | 'out_of_memory'
  | 'in_use'
  | 'wrong_version'
  | 'cluster_broken'
  | 'start_failed'

/** Why the embedded database does not start; the message names what to do about it. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
  readonly code: DatabaseStartCode

  constructor(code: DatabaseStartCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Turns a file system error met in `place` into one that says what to do; anything else stays as it is. */
export function explainFileError(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(place, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return noPermission(place, error)
  return error
}

export const diskFull = (place: string, cause?: unknown) =>
  new DatabaseStartError(
    'disk_full',
    `The disk that holds ${place} is full. Free some space, or set COUNTERSIGN_DATA to a folder on another disk.`,
    { cause },
  )

export const noPermission = (place: string, cause?: unknown) =>
  new DatabaseStartError(
    'no_permission',
    `No permission to read and write ${place}. Start as the user who owns it, or set COUNTERSIGN_DATA to another folder.`,
    { cause },
  )
