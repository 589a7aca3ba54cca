import { createReadStream } from 'node:fs'
import { ServiceAway } from '#api/platform/service-away.ts'
import { inStep } from '#api/platform/values/in-step.ts'
import { requireSame } from './content.ts'
import {
  ContentDamaged,
  ContentMissing,
  type DocumentStore,
  type StoredContent,
  type StorePlace,
} from './port.ts'

/**
 * Two stores while documents move from one to the other: what is written is in both before it counts as stored, and what
 * is read comes from the first that has it.
 */
export function twoStores(first: DocumentStore, second: DocumentStore): DocumentStore {
  async function copy(sha256: string, from: DocumentStore, to: DocumentStore): Promise<void> {
    requireSame((await to.write(await from.stream(sha256))).sha256, sha256)
  }
  /** From the first, or else from the second. Where neither gives it, the reason that is not just its absence. */
  async function either<Result>(read: (store: DocumentStore) => Promise<Result>): Promise<Result> {
    try {
      return await read(first)
    } catch (error) {
      if (!canBeElsewhere(error)) throw error
      return read(second).catch((other: unknown) => {
        throw error instanceof ContentMissing ? other : error
      })
    }
  }
  async function both(work: (store: DocumentStore) => Promise<unknown>): Promise<void> {
    await work(first)
    await work(second)
  }

  return {
    stage: async (content, limit) => {
      const staged = await first.stage(content, limit)
      const keep = async (): Promise<StoredContent> => {
        requireSame((await second.write(createReadStream(staged.file))).sha256, staged.sha256)
        return staged.keep()
      }
      return { ...staged, keep }
    },
    write: async (content, limit) => {
      const stored = await first.write(content, limit)
      if (content instanceof Uint8Array) await second.write(content, limit)
      else await copy(stored.sha256, first, second)
      return stored
    },
    append: async (base, tail) => {
      const longer = await first.append(base, tail).catch(async (error: unknown) => {
        if (!canBeElsewhere(error) || error instanceof ServiceAway) throw error
        await copy(base, second, first)
        return first.append(base, tail)
      })
      await copy(longer.sha256, first, second)
      return longer
    },
    read: (sha256) => either((store) => store.read(sha256)),
    stream: (sha256) => either((store) => store.stream(sha256)),
    file: (sha256) => either((store) => store.file(sha256)),
    has: async (sha256) => (await first.has(sha256)) || second.has(sha256),
    probe: () => both((store) => store.probe()),
    remove: (sha256) => both((store) => store.remove(sha256)),
    removeUnlessNew: (sha256, before) => both((store) => store.removeUnlessNew(sha256, before)),
    sweep: async (before, isUsed, mayRemove = () => true) => {
      let isAllowed = false
      const removed = await first.sweep(before, isUsed, (plan) => (isAllowed = mayRemove(plan)))
      if (isAllowed) await second.sweep(before, isUsed, mayRemove)
      return removed
    },
    emptyTrash: async (before, isUsed) => {
      const deleted = await first.emptyTrash(before, isUsed)
      await second.emptyTrash(before, isUsed)
      return deleted
    },
    countInTrash: (before) => first.countInTrash(before),
    sample: (limit) => first.sample(limit),
    list: (where) => listBoth(first, second, where),
    streamFromTrash: (sha256) => either((store) => store.streamFromTrash(sha256)),
    writeToTrash: async (content, sha256) => {
      await first.writeToTrash(content, sha256)
    },
    readNote: async (name) => {
      const [one, other] = await Promise.all([first.readNote(name), second.readNote(name)])
      // Both have to belong to the same installation; of a clean-up the first tells.
      if (name !== 'installation' || one === other) return one ?? other
      return one === null || other === null ? null : `${one} and ${other}`
    },
    writeNote: (name, words) => both((store) => store.writeNote(name, words)),
    removeNote: (name) => both((store) => store.removeNote(name)),
    settings: `${first.settings}, ${second.settings}`,
    whereIs: (name) => `${first.whereIs(name)} and ${second.whereIs(name)}`,
  }
}

function canBeElsewhere(error: unknown): boolean {
  return error instanceof ContentMissing || error instanceof ContentDamaged || error instanceof ServiceAway
}

async function* listBoth(
  first: DocumentStore,
  second: DocumentStore,
  where: StorePlace,
): AsyncGenerator<StoredContent> {
  for await (const [one, other] of inStep(first.list(where), second.list(where))) {
    const content = one ?? other
    if (content) yield content
  }
}
