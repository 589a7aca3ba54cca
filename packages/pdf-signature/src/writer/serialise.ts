import type { PdfObject } from '../reader/objects.ts'

/** Collects what is written and where marked places came to lie, in bytes from the start of the revision. */
export interface Sink {
  readonly parts: Uint8Array[]
  length: number
  pending: string
  readonly marks: Map<string, number>
}

export const newSink = (): Sink => ({ parts: [], length: 0, pending: '', marks: new Map() })

/** Writes Latin-1 text. */
export function write(sink: Sink, text: string): void {
  sink.pending += text
  sink.length += text.length
}

export function writeBytes(sink: Sink, bytes: Uint8Array): void {
  flush(sink)
  sink.parts.push(bytes)
  sink.length += bytes.length
}

/** The bytes, in memory of their own, which another thread may take over. */
export function finish(sink: Sink): Buffer {
  flush(sink)
  const whole = Buffer.alloc(sink.length)
  let at = 0
  for (const part of sink.parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function flush(sink: Sink): void {
  if (sink.pending) sink.parts.push(Buffer.from(sink.pending, 'latin1'))
  sink.pending = ''
}

/** Writes any object but a stream. */
export function writeObject(sink: Sink, value: PdfObject): void {
  if (typeof value === 'number') return write(sink, numberText(value))
  if (value === null || typeof value === 'boolean') return write(sink, String(value))
  if (Array.isArray(value)) {
    write(sink, '[')
    value.forEach((item, index) => {
      if (index > 0) write(sink, ' ')
      writeObject(sink, item)
    })
    return write(sink, ']')
  }
  switch (value.kind) {
    case 'name':
      return write(sink, nameText(value.name))
    case 'ref':
      return write(sink, `${value.num} ${value.gen} R`)
    case 'string':
      return write(sink, stringText(value.bytes))
    case 'raw':
      if (value.mark !== undefined) sink.marks.set(value.mark, sink.length)
      return write(sink, value.text)
    case 'dict':
      return writeDict(sink, value.entries)
    case 'stream':
      throw new Error('A stream is only ever written as an indirect object')
  }
}

function writeDict(sink: Sink, entries: ReadonlyMap<string, PdfObject>): void {
  write(sink, '<<')
  for (const [key, value] of entries) {
    write(sink, `${nameText(key)} `)
    writeObject(sink, value)
  }
  write(sink, '>>')
}

/** Writes an indirect object with its frame; a stream gets the length of its data. */
export function writeIndirectObject(sink: Sink, num: number, gen: number, value: PdfObject): void {
  write(sink, `${num} ${gen} obj\n`)
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && value.kind === 'stream') {
    writeDict(sink, new Map([...value.dict.entries, ['Length', value.data.length]]))
    write(sink, '\nstream\n')
    writeBytes(sink, value.data)
    write(sink, '\nendstream')
  } else writeObject(sink, value)
  write(sink, '\nendobj\n')
}

/** PDF has no exponents (ISO 32000-2 §7.3.3). */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '0'
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1
    ? value.toFixed(10).replace(/0+$/, '').replace(/\.$/, '')
    : BigInt(Math.trunc(value)).toString()
}

function nameText(value: string): string {
  const escaped = value.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (char) => `#${(char.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`,
  )
  return `/${escaped}`
}

function stringText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  return `<${Buffer.from(bytes).toString('hex')}>`
}
