import type { Readable } from 'node:stream'

/** Where backups are kept: files by name, such as `backups/2026…/manifest.json`. */
export interface BackupTarget {
  /** Where a person finds it. Never with a password. */
  readonly where: string
  /** Whole or not at all, and durable when it resolves. What has this name already is replaced. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws BackupFileMissing. */
  read(name: string): Promise<Readable>
  has(name: string): Promise<boolean>
  /** The names of what is directly in a folder, files and folders, in no order. A folder that isn't there is empty. */
  list(folder: string): Promise<string[]>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
}

export class BackupFileMissing extends Error {
  override name = 'BackupFileMissing'
}

/** The target can't be written to: it isn't mounted, it is full, access is denied. */
export class BackupTargetUnavailable extends Error {
  override name = 'BackupTargetUnavailable'
}

/** The target has no room. */
export class BackupTargetFull extends BackupTargetUnavailable {}
