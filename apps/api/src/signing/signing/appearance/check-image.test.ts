import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Refusal } from '#api/platform/refusal.ts'
import { checkImage } from './check-image.ts'

const drawn = (format: 'png' | 'webp', size = 20) =>
  sharp({ create: { width: size, height: size, channels: 4, background: '#1d3f8f' } })
    .toFormat(format)
    .toBuffer()
const check = (content: Buffer) => checkImage(content, 'content')

test('a PNG comes back as a PNG, without what was behind its end', async () => {
  const given = Buffer.concat([await drawn('png'), Buffer.from('<script>')])
  const checked = await check(given)
  expect(await sharp(checked).metadata()).toMatchObject({ format: 'png', width: 20, hasAlpha: true })
  expect(checked.includes('<script>')).toBe(false)
})

test.each([
  ['another format', () => drawn('webp')],
  ['a drawing that could load files', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['more pixels than a signature needs', () => drawn('png', 2001)],
  ['only the beginning of a PNG', async () => (await drawn('png')).subarray(0, 40)],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is refused', async (_what, content) => {
  await expect(check(await content())).rejects.toThrow(Refusal)
})
