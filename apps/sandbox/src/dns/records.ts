import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type TxtRecord = { name: string; value: string }

/** The TXT records that the server tells of, in memory and, with `data`, on disk. */
export type DnsRecords = {
  /** What is under a name; undefined where neither it nor a name below it is known. */
  find(name: string): readonly string[] | undefined
  list(): TxtRecord[]
  add(record: TxtRecord): void
  /** All of a name, or the one with this value. */
  remove(name: string, value?: string): void
  clear(): void
}

export function openDnsRecords(data: string | undefined): DnsRecords {
  const file = openFile(data)
  let records = file.read()
  const change = (changed: TxtRecord[]) => {
    records = changed
    file.write(records)
  }
  return {
    find: (name) => {
      const isKnown = records.some((one) => one.name === name || one.name.endsWith(`.${name}`))
      return isKnown ? records.filter((one) => one.name === name).map(({ value }) => value) : undefined
    },
    list: () => records.map((record) => ({ ...record })),
    add: ({ name, value }) => {
      const isThere = records.some((one) => one.name === name && one.value === value)
      if (!isThere) change([...records, { name, value }])
    },
    remove: (name, value) =>
      change(records.filter((one) => one.name !== name || (value !== undefined && one.value !== value))),
    clear: () => change([]),
  }
}

function openFile(data: string | undefined): { read(): TxtRecord[]; write(records: TxtRecord[]): void } {
  if (data === undefined) return { read: () => [], write: () => undefined }
  mkdirSync(data, { recursive: true })
  const path = join(data, 'dns.json')
  return {
    read: () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TxtRecord[]) : []),
    write: (records) => {
      writeFileSync(`${path}.tmp`, JSON.stringify(records))
      renameSync(`${path}.tmp`, path)
    },
  }
}
