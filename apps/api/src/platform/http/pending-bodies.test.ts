import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { admitBody } from './pending-bodies.ts'

const aReply = (closed: boolean) => ({ raw: Object.assign(new EventEmitter(), { closed }) }) as never
const admit = (key: string, closed: boolean) =>
  admitBody({ key, anonymous: true }, { headers: { 'content-length': '100' } }, aReply(closed), true)

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
