import { statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { DatabaseStartError } from './database-start-error.ts'

export type Ownership = { release(): Promise<void> }

/**
 * Makes this process the only one that runs a database in the folder. The lock is a socket in Linux' abstract
 * namespace, named after the folder's inode: the kernel grants it to one process and takes it back when that process
 * ends in whatever way, so there is no stale lock file to judge. It answers with its holder's process id.
 */
export async function takeOwnership(directory: string): Promise<Ownership> {
  const { dev, ino } = statSync(directory)
  const name = `\0countersign-database-${dev}-${ino}`
  const server = await listen(name)
  if (!server) {
    const holder = await askHolder(name)
    throw new DatabaseStartError(
      'in_use',
      `The database in ${directory} is in use by ${holder}. Stop it, or set COUNTERSIGN_DATA to another folder.`,
    )
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(String(process.pid))
  })
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen({ path: name }, () => resolve(server))
  })
}

function askHolder(name: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ path: name })
    const unknown = () => resolve('another process')
    let answer = ''
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', unknown)
    socket.on('close', () => (answer ? resolve(`process ${answer}`) : unknown()))
  })
}
