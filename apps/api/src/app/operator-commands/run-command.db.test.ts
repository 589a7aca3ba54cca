import { expect, test } from 'vitest'
import { operate } from './testing/operate.ts'

test('a database that is away, or without an installation, is named', async () => {
  const address = 'postgres://nobody:hidden-word@127.0.0.1:1/none'
  const away = await operate(['business', 'list'], { DATABASE_URL: address })
  expect(away).toMatchObject({ status: 2, output: '' })
  expect(away.errors).toMatch(/^The database can't be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL/)
  expect(away.errors).not.toContain('hidden-word')
  const nowhere = await operate(['business', 'list'], { COUNTERSIGN_DATA: '/nowhere' })
  expect(nowhere).toMatchObject({
    status: 2,
    errors: expect.stringContaining('There is no database in /nowhere'),
  })
})
