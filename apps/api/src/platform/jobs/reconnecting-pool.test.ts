import type pg from 'pg'
import { expect, test } from 'vitest'
import { reconnecting } from './reconnecting-pool.ts'

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A pool whose database goes away after the first connection and never comes back; it knows what it was given back. */
function aPoolLosingItsDatabase() {
  let lent = 0
  const givenBack: unknown[] = []
  const client = {
    query: () => Promise.reject(away()),
    release: (error?: Error | boolean) => {
      if (givenBack.length > 0)
        throw new Error('Release called on client which has already been released to the pool.')
      givenBack.push(error)
    },
  }
  const connect = () => (lent++ === 0 ? Promise.resolve(client) : Promise.reject(away()))
  return { pool: { ending: false, connect } as unknown as pg.Pool, givenBack }
}

test('a connection that is lost for good fails its statement, and is given back once', async () => {
  const { pool, givenBack } = aPoolLosingItsDatabase()
  const { forClass, giveUpAfter } = reconnecting(pool)
  const client = await forClass('signing').connect()
  giveUpAfter(100)
  const upkeep = client.query({ name: 'complete_job/graphile_worker', text: 'DELETE', values: [] })
  await expect(upkeep).rejects.toThrow('ECONNREFUSED')
  client.release()
  expect(givenBack).toEqual([true])
})

test('a statement without a name, part of a transaction, is not made again', async () => {
  const { pool, givenBack } = aPoolLosingItsDatabase()
  const client = await reconnecting(pool).forClass('upkeep').connect()
  await expect(client.query('SELECT 1')).rejects.toThrow('ECONNREFUSED')
  expect(givenBack).toEqual([])
  client.release()
  expect(givenBack).toHaveLength(1)
})
