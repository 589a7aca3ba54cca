import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('./migrations/', import.meta.url)

let files: readonly string[] | undefined

/** Of this release, in their order. */
export function listMigrations(): readonly string[] {
  return (files ??= readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted())
}

export function readMigration(name: string): string {
  return readFileSync(new URL(name, directory), 'utf8')
}
