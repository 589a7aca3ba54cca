import { createHmac, randomBytes } from 'node:crypto'

// Where things are in the place for backups:
//   installation                    whose backups these are
//   backups/ID/manifest.json        written last: without it the backup isn't complete
//   backups/ID/…                    its database, table by table
//   documents/ab/abcd…              the documents of all backups, each once

export const ownerFile = 'installation'
export const backupsFolder = 'backups'
export const folderOf = (id: string) => `${backupsFolder}/${id}`
export const manifestOf = (id: string) => `${folderOf(id)}/manifest.json`
/** The names of the documents that a backup needs, readable without a key: by it old documents are removed. */
export const namesPart = 'documents-names'
export const namesFile = `${namesPart}.zst`
export const namesOf = (id: string) => `${folderOf(id)}/${namesFile}`

const idPattern = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/
export const isBackupId = (name: string) => idPattern.test(name)

/** `20261127T233000Z-1a2b3c`: sorted by name they are sorted by time. */
export function newBackupId(at: Date): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

/** When it was begun. */
export function timeOf(id: string): Date {
  return new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))
}

/**
 * Under which name a document is kept. In an encrypted backup it isn't the hash of the content, which would tell anyone who has
 * the same file that it was signed here.
 */
export function documentNames(encryptedTo: string | null, secret: Buffer): (sha256: string) => string {
  if (encryptedTo === null) return (sha256) => sha256
  return (sha256) => createHmac('sha256', secret).update(`${encryptedTo}\n${sha256}`).digest('hex')
}

export const documentFolder = (prefix: string) => `documents/${prefix}`
export const documentFile = (name: string) => `${documentFolder(name.slice(0, 2))}/${name}`
