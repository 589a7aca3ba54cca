import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fileSpool } from './file-spool.ts'

/** A spool with these files, as they arrive: each in two pieces. */
async function spooled(...contents: readonly Buffer[]) {
  const spool = fileSpool()
  const files = []
  for (const content of contents) {
    spool.begin()
    spool.add(content.subarray(0, content.length / 2))
    await spool.flush()
    spool.add(content.subarray(content.length / 2))
    files.push(spool.end())
    await spool.flush()
  }
  return { spool, files }
}

const sizes = [
  ['small', 1000],
  ['large', 700_000],
] as const

test.each(sizes)('%s files are read as they were written, each as often as it is wanted', async (_, size) => {
  const contents = [Buffer.alloc(size, 1), Buffer.alloc(size + 1, 2), Buffer.alloc(3, 3)]
  const { spool, files } = await spooled(...contents)
  for (const [index, content] of [...contents.entries(), ...contents.entries()]) {
    expect((await buffer(files[index]!.read())).equals(content)).toBe(true)
    expect(files[index]).toMatchObject({
      size: content.length,
      digest: createHash('sha256').update(content).digest('hex'),
    })
  }
  await spool.close()
})

test.each(sizes)(
  '%s files of a caller that has hung up are read by nobody: not as empty ones either',
  async (_, size) => {
    const { spool, files } = await spooled(Buffer.alloc(size, 1), Buffer.alloc(size, 2))
    const reading = files[1]!.read()[Symbol.asyncIterator]()
    await reading.next()
    await spool.close()
    await expect(buffer(files[0]!.read())).rejects.toMatchObject({ name: 'Abandoned' })
  },
)
