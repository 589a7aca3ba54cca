import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { checkPng } from './check-image-thread.ts'

const drawn = (format: 'png' | 'webp', size = 20) =>
  sharp({ create: { width: size, height: size, channels: 4, background: '#1d3f8f' } })
    .toFormat(format)
    .toBuffer()
async function check(content: Buffer): Promise<Buffer | null> {
  const answer = await checkPng(content)
  return answer instanceof Transferred && answer.value.png ? Buffer.from(answer.value.png) : null
}

test('a PNG comes back as a PNG, without what was behind its end', async () => {
  const given = Buffer.concat([await drawn('png'), Buffer.from('<script>')])
  const checked = await check(given)
  expect(checked && (await sharp(checked).metadata())).toMatchObject({
    format: 'png',
    width: 20,
    hasAlpha: true,
  })
  expect(checked?.includes('<script>')).toBe(false)
})

test.each([
  ['another format', () => drawn('webp')],
  ['a drawing that could load files', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['more pixels than a signature needs', () => drawn('png', 2001)],
  ['only the beginning of a PNG', async () => (await drawn('png')).subarray(0, 40)],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is refused', async (_what, content) => {
  expect(await check(await content())).toBeNull()
})
