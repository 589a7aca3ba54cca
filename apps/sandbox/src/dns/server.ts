import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { FaultBoard } from '../faults/fault-board.ts'
import { readQuery, typeTxt, writeAnswer } from './message.ts'
import type { DnsRecords } from './records.ts'
import { dnsFaults } from './faults.ts'

export type DnsServer = { port: number; close(): Promise<void> }

type Options = { port: number; host: string; records: DnsRecords; faults: FaultBoard }

/** Answers TXT over UDP, for any name, as a resolver does that knows everything itself. */
export async function openDnsServer({ port, host, records, faults }: Options): Promise<DnsServer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (message, from) => {
    const answer = answerTo(message, records, faults)
    // Someone who does not wait for the answer is no reason to stop.
    if (answer) socket.send(answer, from.port, from.address, () => undefined)
  })
  socket.bind(port, host)
  try {
    // Rejects with the system's error, EADDRINUSE when the port is taken.
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  socket.on('error', () => undefined)
  return {
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** Undefined where nothing is answered. */
function answerTo(message: Buffer, records: DnsRecords, faults: FaultBoard): Buffer | undefined {
  const query = readQuery(message)
  if (!query) return undefined
  const fault = faults.take('dns', dnsFaults)
  if (fault === 'timeout') return undefined
  if (fault === 'server_failure') return writeAnswer(query, 'serverFailure')
  if (fault === 'refused') return writeAnswer(query, 'refused')
  const found = records.find(query.name)
  if (!found) return writeAnswer(query, 'noSuchName')
  return writeAnswer(query, 'none', query.type === typeTxt ? found : [])
}
