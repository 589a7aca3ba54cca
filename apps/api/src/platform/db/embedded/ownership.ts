import { statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
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
  for (let attempt = 1; ; attempt++) {
    const server = await listen(name)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    const holder = await askHolder(name)
    // Nobody answers when the holder is just ending: its place is free in a moment.
    if (holder === undefined && attempt <= 20) {
      await wait(50)
      continue
    }
    const who = holder ?? 'another process'
    throw new DatabaseStartError(
      'in_use',
      `The database in ${directory} is in use by ${who}. Stop it, or set COUNTERSIGN_DATA to another folder.`,
    )
  }
}

function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {}) // who asked may be gone
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

/** The holder, by its process id where it answers; undefined when there is no holder any longer. */
function askHolder(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path: name })
    let answer = ''
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(answer === '' ? "a process that doesn't answer" : `process ${answer}`))
  })
}
