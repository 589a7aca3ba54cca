import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { admitBody } from './pending-bodies.ts'

const aReply = (closed: boolean) => ({ raw: Object.assign(new EventEmitter(), { closed }) }) as never
const admit = (key: string, closed: boolean) =>
  admitBody({ key, anonymous: true }, { headers: { 'content-length': '100' } }, aReply(closed), 'memory')

test('who hung up before the body was asked for has no place: the places are for those who are there', async () => {
  for (let count = 0; count < 200; count += 1) await admit('network-one', true)
  await expect(admit('network-one', false)).resolves.toBeUndefined()
})

test('so many of one network are read at the same time, and no more', async () => {
  const admitted = Array.from({ length: 32 }, () => admit('network-two', false))
  await expect(Promise.all(admitted)).resolves.toHaveLength(32)
  await expect(admit('network-two', false)).rejects.toMatchObject({ key: 'rate.exceeded' })
  await expect(admit('network-three', false)).resolves.toBeUndefined()
})

test('a call that has ended leaves its place to the next one of its network', async () => {
  const calls = await atOnce('network-four', 32, 'store', undefined, true)
  await expect(admit('network-four', false)).rejects.toMatchObject({ key: 'rate.exceeded' })
  await calls.end(0)
  await expect(admit('network-four', false)).resolves.toBeUndefined()
})

/** Of one caller, all at once: which of them may have their bodies read, and how one of them ends. */
async function atOnce(
  key: string,
  count: number,
  place: 'memory' | 'disk' | 'store',
  megabytes?: number,
  anonymous = false,
) {
  const raws = Array.from({ length: count }, () => Object.assign(new EventEmitter(), { closed: false }))
  const headers = megabytes === undefined ? {} : { 'content-length': String(megabytes * 1024 * 1024) }
  const read: number[] = []
  raws.forEach((raw, index) => {
    void admitBody({ key, anonymous }, { headers }, { raw } as never, place).then(() => read.push(index))
  })
  await setImmediate()
  return {
    read,
    end: async (index: number) => {
      raws[index]?.emit('close')
      await setImmediate()
    },
  }
}

test.each([
  ['in memory', 'memory', 3, 2],
  ['in memory, of a length that is not told,', 'memory', undefined, 1],
  ['on disk', 'disk', 40, 6],
  ['on disk, of a length that is not told,', 'disk', undefined, 6],
] as const)(
  'large bodies %s wait for others of their caller, and one begins when one ends',
  async (_, place, mb, most) => {
    const key = `${place} ${mb}`
    const calls = await atOnce(key, most + 2, place, mb)
    expect(calls.read).toHaveLength(most)
    expect((await atOnce(`${key} of another`, 1, place, mb)).read).toHaveLength(1)
    await calls.end(0)
    expect(calls.read).toHaveLength(most + 1)
  },
)

test('bodies on their way to the store wait for none, and no body waits for one that is elsewhere', async () => {
  expect((await atOnce('an account', 20, 'store', 50)).read).toHaveLength(20)
  expect((await atOnce('an account', 6, 'disk', 40)).read).toHaveLength(6)
  expect((await atOnce('an account', 2, 'memory', 3)).read).toHaveLength(2)
})

test('a body that is larger than all that may be read at once is read alone', async () => {
  const calls = await atOnce('one with a large picture', 2, 'memory', 9)
  expect(calls.read).toEqual([0])
  await calls.end(0)
  expect(calls.read).toEqual([0, 1])
})
