import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

// COPY over a connection of node-postgres, which has the messages of the protocol but no interface for it.

/** Rows come one by one: they are passed on in pieces of this size. */
const pieceSize = 64 * 1024

/** What node-postgres calls for the statement that is running. */
interface Submittable {
  submit(wire: Wire): void
  handleError(error: Error, wire: Wire): void
  handleReadyForQuery(wire: Wire): void
  handleCommandComplete(message: { readonly text: string }): void
  handleRowDescription(): void
  handleCopyData(message: { readonly chunk: Buffer }, wire: Wire): void
  handleCopyInResponse(wire: Wire): void
}

interface Wire {
  readonly stream: NodeJS.ReadableStream & NodeJS.WritableStream & { readonly writableNeedDrain?: boolean }
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

export interface CopyOut {
  readonly content: Readable
  /** How many rows came; known when the content has ended. */
  rows(): number
}

/** `COPY … TO STDOUT`. A reader that stops early has to end the connection. */
export function copyOut(client: pg.ClientBase, sql: string): CopyOut {
  let rows = 0
  let wire: Wire | undefined
  let waiting: Buffer[] = []
  let size = 0
  const content = new Readable({
    highWaterMark: 4 * pieceSize,
    read: () => void wire?.stream.resume(),
    destroy: (error, done) => {
      wire?.stream.resume()
      done(error)
    },
  })
  const passOn = () => {
    const piece = Buffer.concat(waiting, size)
    waiting = []
    size = 0
    return content.destroyed || content.push(piece)
  }
  const statement: Submittable = {
    ...silent,
    submit: (given) => {
      wire = given
      wire.query(sql)
    },
    handleCopyData: ({ chunk }, { stream }) => {
      // A copy: the connection writes what comes next into the same buffer.
      waiting.push(Buffer.from(chunk))
      size += chunk.byteLength
      if (size >= pieceSize && !passOn()) stream.pause()
    },
    handleCommandComplete: ({ text }) => void (rows = rowsOf(text)),
    handleReadyForQuery: () => {
      if (size > 0) passOn()
      if (!content.destroyed) content.push(null)
    },
    handleError: (error) => void content.destroy(error),
  }
  client.query(statement as unknown as pg.Submittable)
  return { content, rows: () => rows }
}

/** `COPY … FROM STDIN`; answers how many rows went in. */
export function copyIn(
  client: pg.ClientBase,
  sql: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    let failure: Error | undefined
    const statement: Submittable = {
      ...silent,
      submit: (wire) => wire.query(sql),
      handleCopyInResponse: (wire) => {
        send(wire, content, () => failure !== undefined).catch((error: Error) => {
          // The server answers with an error of its own; the reason is this one.
          failure ??= error
          wire.sendCopyFail('the source failed')
        })
      },
      handleCommandComplete: ({ text }) => void (rows = rowsOf(text)),
      handleReadyForQuery: () => resolve(rows),
      handleError: (error) => {
        failure ??= error
        reject(failure)
      },
    }
    client.query(statement as unknown as pg.Submittable)
  })
}

async function send(wire: Wire, content: AsyncIterable<Uint8Array>, hasFailed: () => boolean): Promise<void> {
  for await (const piece of content) {
    if (hasFailed()) return
    wire.sendCopyFromChunk(Buffer.from(piece))
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
  }
  if (!hasFailed()) wire.endCopyFrom()
}

const silent: Submittable = {
  submit: () => {},
  handleError: () => {},
  handleReadyForQuery: () => {},
  handleCommandComplete: () => {},
  handleRowDescription: () => {},
  handleCopyData: () => {},
  handleCopyInResponse: (wire) => wire.sendCopyFail('nothing to copy'),
}

/** `COPY 42` */
const rowsOf = (tag: string) => Number(tag.split(' ').at(-1))
