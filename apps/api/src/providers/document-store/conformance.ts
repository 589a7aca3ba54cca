import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import {
  ContentDamaged,
  ContentMissing,
  ContentTooLarge,
  type DocumentStore,
  type StoredContent,
} from './port.ts'

export interface StoreStage {
  readonly store: DocumentStore
  /** Another adapter on the same storage, as after a restart. */
  again(): DocumentStore
  /** Changes a byte of what is stored. */
  damage(sha256: string): Promise<void>
  /** Lets time pass: what is stored so far is older than the time that it answers, and what comes later is newer. */
  pass(): Promise<Date>
  /** How many contents are stored, unfinished ones too; what is in the trash is not. */
  count(): Promise<number>
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const missing = 'ab'.repeat(32)

async function* inPieces(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size)
}

async function inOrder(list: AsyncIterable<StoredContent>): Promise<StoredContent[]> {
  const contents: StoredContent[] = []
  for await (const { sha256, size } of list) contents.push({ sha256, size })
  return contents
}

/** What every document store has to do; `stage` is called in each test. */
export function documentStoreConformance(name: string, stage: () => Promise<StoreStage>): void {
  describe(`${name} is a document store`, { concurrent: true }, () => {
    test('content is found by its hash, also after a restart', async () => {
      const { store, again } = await stage()
      const content = Buffer.alloc(3_000_000, 'a contract, ')
      const stored = await store.write(inPieces(content, 70_000))
      expect(stored).toEqual({ sha256: sha256Of(content), size: 3_000_000 })
      for (const reader of [store, again()]) {
        expect(content.equals(await reader.read(stored.sha256))).toBe(true)
        expect(content.equals(await buffer(await reader.stream(stored.sha256)))).toBe(true)
        expect(content.equals(await readFile(await reader.file(stored.sha256)))).toBe(true)
        expect(await reader.has(stored.sha256)).toBe(true)
      }
    })

    test('what is staged is there once it is kept, and nowhere when it is discarded', async () => {
      const { store, again, count } = await stage()
      const [kept, discarded] = await Promise.all([
        store.stage(Buffer.from('kept')),
        store.stage(inPieces(Buffer.from('discarded'), 2)),
      ])
      expect((await readFile(discarded.file)).toString()).toBe('discarded')
      expect([kept.sha256, kept.size]).toEqual([sha256Of(Buffer.from('kept')), 4])
      expect(await store.has(kept.sha256)).toBe(false)
      expect(await kept.keep()).toEqual({ sha256: kept.sha256, size: 4 })
      await discarded.discard()
      expect(Buffer.from(await again().read(kept.sha256)).toString()).toBe('kept')
      expect(await again().has(discarded.sha256)).toBe(false)
      expect(await count()).toBe(1)
    })

    test('the same content is stored once, and so is content written at the same time', async () => {
      const { store, count } = await stage()
      const content = Buffer.alloc(200_000, 7)
      await Promise.all([store.write(content), store.write(inPieces(content, 999)), store.write(content)])
      await store.write(content)
      expect(await count()).toBe(1)
    })

    test('a tail is appended to what is stored, which stays as it was', async () => {
      const { store, again } = await stage()
      const base = await store.write(Buffer.alloc(1_500_000, 'base'))
      const longer = await store.append(base.sha256, Buffer.from('and a tail'))
      const expected = Buffer.concat([Buffer.alloc(1_500_000, 'base'), Buffer.from('and a tail')])
      expect(longer).toEqual({ sha256: sha256Of(expected), size: expected.byteLength })
      expect(expected.equals(await again().read(longer.sha256))).toBe(true)
      expect((await again().read(base.sha256)).byteLength).toBe(1_500_000)
    })

    test('what the caller does to its bytes afterwards changes nothing', async () => {
      const { store } = await stage()
      const content = Buffer.from('first')
      const { sha256 } = await store.write(content)
      content.fill(0)
      expect(Buffer.from(await store.read(sha256)).toString()).toBe('first')
    })

    test('empty content is content', async () => {
      const { store, again } = await stage()
      const { sha256 } = await store.write(new Uint8Array())
      expect((await again().read(sha256)).byteLength).toBe(0)
    })

    test('above the limit it stops reading and keeps nothing', async () => {
      const { store, count } = await stage()
      let taken = 0
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          taken += 1000
          yield new Uint8Array(1000)
        }
      }
      await expect(store.write(endless(), 10_000)).rejects.toBeInstanceOf(ContentTooLarge)
      expect(taken).toBe(11_000)
      expect(await count()).toBe(0)
      expect(await store.write(new Uint8Array(10_000), 10_000)).toMatchObject({ size: 10_000 })
    })

    test('content that breaks off is not kept', async () => {
      const { store, count } = await stage()
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array(1000)
        throw new Error('the connection broke')
      }
      await expect(store.write(broken())).rejects.toThrow('the connection broke')
      expect(await count()).toBe(0)
    })

    test('what is not there, or no hash at all, is ContentMissing', async () => {
      const { store } = await stage()
      for (const sha256 of [missing, '../../etc/passwd', '']) {
        await expect(store.read(sha256)).rejects.toBeInstanceOf(ContentMissing)
        await expect(store.stream(sha256)).rejects.toBeInstanceOf(ContentMissing)
        await expect(store.file(sha256)).rejects.toBeInstanceOf(ContentMissing)
        await expect(store.append(sha256, new Uint8Array(1))).rejects.toBeInstanceOf(ContentMissing)
        expect(await store.has(sha256)).toBe(false)
      }
    })

    test('content that rotted is told, never handed out, and healed by writing it again', async () => {
      const { store, damage, again } = await stage()
      const content = Buffer.alloc(300_000, 'x')
      const { sha256 } = await store.write(content)
      await damage(sha256)
      await expect(again().read(sha256)).rejects.toBeInstanceOf(ContentDamaged)
      await expect(again().append(sha256, new Uint8Array(1))).rejects.toBeInstanceOf(ContentDamaged)
      // Before the first byte, or at the end.
      const streamed = again()
        .stream(sha256)
        .then((stream) => buffer(stream))
      await expect(streamed).rejects.toBeInstanceOf(ContentDamaged)
      await again().write(content)
      expect((await again().read(sha256)).byteLength).toBe(300_000)
    })

    test('what is removed is gone, and comes back when it is read all the same', async () => {
      const { store, again, count } = await stage()
      const content = Buffer.from('gone soon')
      const { sha256 } = await store.write(content)
      for (const read of [
        (one: DocumentStore) => one.read(sha256),
        async (one: DocumentStore) => buffer(await one.stream(sha256)),
        async (one: DocumentStore) => readFile(await one.file(sha256)),
      ]) {
        await store.remove(sha256)
        await store.remove(sha256)
        expect(await store.has(sha256)).toBe(false)
        expect(await count()).toBe(0)
        expect(content.equals(await read(again()))).toBe(true)
        expect(await store.has(sha256)).toBe(true)
      }
      await store.remove(sha256)
      await store.append(sha256, Buffer.from('!'))
      expect(await count()).toBe(2)
    })

    test('what is in the trash is deleted after a while, unless it is used again', async () => {
      const { store, pass, count } = await stage()
      const [deleted, used] = await Promise.all(
        ['deleted', 'used again'].map((text) => store.write(Buffer.from(text))),
      )
      // Long there already: what counts is when it came into the trash.
      const before = await pass()
      for (const one of [deleted, used]) await store.remove(one?.sha256 ?? '')
      const isUsed = async (sha256: string) => sha256 === used?.sha256
      expect(await store.emptyTrash(before, isUsed)).toBe(0)
      expect(await store.countInTrash(before)).toBe(0)
      const later = await pass()
      expect(await store.countInTrash(later)).toBe(2)
      expect(await store.emptyTrash(later, isUsed)).toBe(1)
      expect(await store.countInTrash(later)).toBe(0)
      expect(await store.has(used?.sha256 ?? '')).toBe(true)
      await expect(store.read(deleted?.sha256 ?? '')).rejects.toBeInstanceOf(ContentMissing)
      expect(await count()).toBe(1)
    })

    test('notes beside the content are kept, and neither counted, swept nor taken for content', async () => {
      const { store, again, pass, count } = await stage()
      expect(await store.readNote('installation')).toBeNull()
      await store.writeNote('installation', 'one')
      await store.writeNote('installation', 'another')
      expect(await store.sweep(await pass(), async () => false)).toBe(0)
      expect(await again().readNote('installation')).toBe('another')
      await store.removeNote('moved-to')
      await store.writeNote('moved-to', 'elsewhere')
      await store.removeNote('moved-to')
      expect(await again().readNote('moved-to')).toBeNull()
      expect([await count(), await store.sample(10)]).toEqual([0, []])
      const { sha256 } = await store.write(Buffer.from('content'))
      await store.write(Buffer.from('more'))
      expect(await store.sample(1)).toHaveLength(1)
      expect(await store.sample(10)).toContain(sha256)
    })

    test('where too much would be swept away, nothing is', async () => {
      const { store, pass, count } = await stage()
      for (const text of ['one', 'two', 'three']) await store.write(Buffer.from(text))
      const before = await pass()
      const plans: unknown[] = []
      const refuse = (plan: unknown) => {
        plans.push(plan)
        return false
      }
      const isUsed = async (sha256: string) => sha256 === sha256Of(Buffer.from('one'))
      expect(await store.sweep(before, isUsed, refuse)).toBe(0)
      expect(plans).toEqual([{ unused: 2, total: 3 }])
      expect(await count()).toBe(3)
    })

    test('what was written since then is not removed', async () => {
      const { store, pass } = await stage()
      await store.write(Buffer.from('older'))
      const before = await pass()
      const { sha256 } = await store.write(Buffer.from('old'))
      await store.removeUnlessNew(sha256, before)
      expect(await store.has(sha256)).toBe(true)
      const later = await pass()
      await store.removeUnlessNew(sha256, later)
      expect(await store.has(sha256)).toBe(false)
      await store.removeUnlessNew(sha256, later)
    })

    test('what is stored is listed in the order of its hashes, and what is in the trash apart from it', async () => {
      const { store, again } = await stage()
      const hashes: string[] = []
      for (let n = 0; n < 20; n += 1) hashes.push((await store.write(Buffer.from(`content ${n}`))).sha256)
      const [gone = '', goneToo = ''] = hashes
      for (const sha256 of [gone, goneToo]) await store.remove(sha256)
      const inPlace = await inOrder(again().list('in place'))
      expect(inPlace.map(({ sha256 }) => sha256)).toEqual(hashes.slice(2).toSorted())
      expect(new Set(inPlace.map(({ size }) => size))).toEqual(new Set([9, 10]))
      expect(await inOrder(again().list('in the trash'))).toEqual(
        [gone, goneToo].toSorted().map((sha256) => ({ sha256, size: 9 })),
      )
    })

    test('content from another store’s trash goes to the trash, from where it comes back', async () => {
      const { store, again, count } = await stage()
      const content = Buffer.from('was removed elsewhere')
      await store.writeToTrash(inPieces(content, 5), sha256Of(content))
      await expect(store.writeToTrash(inPieces(content, 5), missing)).rejects.toBeInstanceOf(ContentDamaged)
      const inTrash = await again().streamFromTrash(sha256Of(content))
      expect(content.equals(await buffer(inTrash))).toBe(true)
      await expect(store.streamFromTrash(missing)).rejects.toBeInstanceOf(ContentMissing)
      expect(await store.has(sha256Of(content))).toBe(false)
      expect(await count()).toBe(0)
      expect(content.equals(await again().read(sha256Of(content)))).toBe(true)
    })

    test('the same content removed and read at the same time is not lost', async () => {
      const { store, again } = await stage()
      const { sha256 } = await store.write(Buffer.from('removed by one, read by others'))
      const other = again()
      await Promise.allSettled([
        store.remove(sha256),
        other.read(sha256),
        store.remove(sha256),
        buffer(await other.stream(sha256)),
      ])
      expect((await again().read(sha256)).byteLength).toBe(30)
    })

    test('where nothing was kept yet, nothing is swept away', async () => {
      const { store } = await stage()
      expect(await store.sweep(new Date(), async () => false)).toBe(0)
    })

    test('what nobody uses is swept away after a while', async () => {
      const { store, pass, count } = await stage()
      const [used, unused, rewritten] = await Promise.all(
        ['used', 'unused', 'written again'].map((text) => store.write(Buffer.from(text))),
      )
      const before = await pass()
      await store.write(Buffer.from('written again'))
      const fresh = await store.write(Buffer.from('fresh'))
      expect(await store.sweep(before, async (sha256) => sha256 === used?.sha256)).toBe(1)
      expect(await store.has(unused?.sha256 ?? '')).toBe(false)
      for (const kept of [used, rewritten, fresh]) expect(await store.has(kept?.sha256 ?? '')).toBe(true)
      expect(await count()).toBe(3)
    })
  })
}
