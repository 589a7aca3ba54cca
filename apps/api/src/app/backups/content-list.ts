import { copyContentsInUse } from '#api/documents/documents/deletion/content-repository.ts'
import type { OwnerClient } from '#api/platform/db/connect.ts'
import { linesOf } from './parts.ts'

export interface Content {
  readonly sha256: string
  readonly size: number
  /** Under which it is kept in the backup. */
  readonly name: string
}

/** The documents that a database refers to, by the first two letters of their names. */
export interface ContentList {
  readonly byFolder: ReadonlyMap<string, readonly Content[]>
  readonly count: number
  readonly bytes: number
}

const batchSize = 1000

/** Reads from the open transaction which documents there are: as the lines of a part, and as the list that `done` answers. */
export function listContents(client: OwnerClient, nameOf: (sha256: string) => string) {
  const list = emptyList()
  const content = copyContentsInUse(client)
  async function* lines(): AsyncGenerator<Buffer> {
    let batch: string[] = []
    for await (const line of linesOf(content)) {
      const [sha256 = '', size] = line.split('\t')
      const one = { sha256, size: Number(size), name: nameOf(sha256) }
      list.add(one)
      batch.push(`${sha256}\t${one.size}\t${one.name}\n`)
      if (batch.length < batchSize) continue
      yield Buffer.from(batch.join(''))
      batch = []
    }
    yield Buffer.from(batch.join(''))
  }
  return { lines: lines(), done: () => list.done() }
}

/** The same from the part of a backup. */
export async function readContentList(content: AsyncIterable<Uint8Array>): Promise<ContentList> {
  const list = emptyList()
  for await (const line of linesOf(content)) {
    const [sha256 = '', size, name = ''] = line.split('\t')
    list.add({ sha256, size: Number(size), name })
  }
  return list.done()
}

/** The names alone, a line each. */
export async function* namesIn({ byFolder }: ContentList): AsyncGenerator<Buffer> {
  for (const contents of byFolder.values())
    yield Buffer.from(contents.map(({ name }) => `${name}\n`).join(''))
}

function emptyList() {
  const byFolder = new Map<string, Content[]>()
  let count = 0
  let bytes = 0
  return {
    add: (one: Content) => {
      const folder = one.name.slice(0, 2)
      const there = byFolder.get(folder)
      if (there) there.push(one)
      else byFolder.set(folder, [one])
      count += 1
      bytes += one.size
    },
    done: (): ContentList => ({ byFolder, count, bytes }),
  }
}
