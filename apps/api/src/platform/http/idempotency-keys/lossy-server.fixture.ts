import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import type { DatabaseConnection } from '#api/platform/db/embedded/start-embedded-postgres.ts'

/** A way to the database that can lose the answer to a COMMIT, with the connection. */
export async function lossyServer({ host, port, ...rest }: DatabaseConnection) {
  let commitsToLose = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    let isLost = false
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (sent) => {
      if (commitsToLose > 0 && /commit\0/i.test(sent.toString('latin1'))) {
        commitsToLose -= 1
        isLost = true
      }
      upstream.write(sent)
    })
    upstream.on('data', (answer) => {
      if (isLost) end()
      else client.write(answer)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const connection: DatabaseConnection = {
    ...rest,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
  }
  return {
    connection,
    loseNextCommit: () => {
      commitsToLose = 1
    },
    lost: () => commitsToLose === 0,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
