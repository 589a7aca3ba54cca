import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DatabaseConnection } from '#api/platform/db/embedded/start-embedded-postgres.ts'

export interface Relay {
  /** The server's, by way of the relay. */
  readonly connection: DatabaseConnection
  /** From now on nothing comes through, and no connection is closed: as when a network is cut. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

/** A network between a test and a PostgreSQL server. */
export async function startRelay({ host, port, ...connection }: DatabaseConnection): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port ?? 5432}`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (isCut) from.pause()
      from.on('data', (piece) => to.write(piece))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  return {
    connection: { ...connection, host: '127.0.0.1', port: ownPort },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend: () => {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
