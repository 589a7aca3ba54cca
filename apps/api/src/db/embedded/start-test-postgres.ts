import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

/** A PostgreSQL for one test run: quick instead of durable, in a temporary folder that `stop` removes. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-test-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres({
      directory,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
    })
    return { ...server, stop: async () => (await server.stop(), remove()) }
  } catch (error) {
    remove()
    throw error
  }
}
