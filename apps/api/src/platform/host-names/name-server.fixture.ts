import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'

const types = { 1: 4, 28: 6 } as const

export interface NameServer {
  readonly address: string
  /** The questions so far, as `A hooks.example`. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A name server that answers what `answer` says at that moment; null: nothing at all. */
export async function openNameServer(
  answer: (name: string) => readonly string[] | null,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12)
    const name = nameIn(query.subarray(12, end))
    const type = query.readUInt16BE(end + 1)
    const family = type === 1 || type === 28 ? types[type] : 0
    asked.push(`${type === 1 ? 'A' : 'AAAA'} ${name}`)
    const addresses = answer(name)
    if (!addresses) return
    const records = addresses
      .filter((address) => isIP(address) === family)
      .map((address) => record(type, address))
    const question = query.subarray(12, end + 5)
    socket.send(
      Buffer.concat([header(query.readUInt16BE(0), records.length), question, ...records]),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function nameIn(labels: Buffer): string {
  const names: string[] = []
  for (let at = 0; at < labels.length; at += labels[at]! + 1)
    names.push(labels.toString('latin1', at + 1, at + 1 + labels[at]!))
  return names.join('.').toLowerCase()
}

/** RFC 1035 §4.1.1: a response with recursion to be had. */
function header(id: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12)
  for (const [at, value] of [id, 0x8580, 1, answers].entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}

/** Of the name of the question, not to be kept. */
function record(type: number, address: string): Buffer {
  const data = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : bytesOf6(address)
  const bytes = Buffer.alloc(12)
  for (const [at, value] of [0xc00c, type, 1, 0, 0, data.length].entries()) bytes.writeUInt16BE(value, at * 2)
  return Buffer.concat([bytes, data])
}

function bytesOf6(address: string): Buffer {
  const [front = '', back] = address.split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const zeros = back === undefined ? 0 : 8 - parts(front).length - parts(back).length
  const all = [...parts(front), ...Array<string>(zeros).fill('0'), ...parts(back ?? '')]
  return Buffer.from(all.map((part) => part.padStart(4, '0')).join(''), 'hex')
}
