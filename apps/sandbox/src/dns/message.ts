/** Messages of the domain name system, as far as a server that knows TXT records needs them (RFC 1035, section 4). */

export const typeTxt = 16
const classIn = 1
/** What a datagram holds without an extension. */
const largestDatagram = 512

export const responseCodes = { none: 0, formatError: 1, serverFailure: 2, noSuchName: 3, refused: 5 } as const
export type ResponseCode = keyof typeof responseCodes

export type Query = {
  id: number
  /** As it came: the answer repeats its kind of question and whether recursion is wished for. */
  flags: number
  /** In lower case, without the dot at the end. */
  name: string
  type: number
  /** The question's own bytes, which the answer repeats. */
  question: Buffer
}

/** One question, as resolvers ask; undefined for what is no query. */
export function readQuery(message: Buffer): Query | undefined {
  if (message.length < 17) return undefined
  const flags = message.readUInt16BE(2)
  const isResponse = (flags & 0x8000) !== 0
  if (isResponse || message.readUInt16BE(4) !== 1) return undefined
  const labels: string[] = []
  let at = 12
  for (let length = message[at]; length !== 0; length = message[at]) {
    // From 64 on it is a pointer, for which a question has nothing to point to.
    if (length === undefined || length > 63 || at + length + 1 >= message.length) return undefined
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const end = at + 5
  if (end > message.length) return undefined
  const name = labels.join('.').toLowerCase()
  const type = message.readUInt16BE(at + 1)
  return { id: message.readUInt16BE(0), flags, name, type, question: message.subarray(12, end) }
}

/** The answer to a query: each text is one TXT record. What does not fit is left out, and the answer says so. */
export function writeAnswer(query: Query, code: ResponseCode, texts: readonly string[] = []): Buffer {
  const records = texts.map(txtRecord)
  const whole = Buffer.concat([headerOf(query, code, records.length), query.question, ...records])
  if (whole.length <= largestDatagram) return whole
  return Buffer.concat([headerOf(query, code, 0, true), query.question])
}

/** Whether an answer with these texts is sent whole. */
export function fits(name: string, texts: readonly string[]): boolean {
  const question = name.length + 6
  const answers = texts.reduce((sum, text) => sum + txtRecord(text).length, 0)
  return 12 + question + answers <= largestDatagram
}

function headerOf(query: Query, code: ResponseCode, answers: number, isTruncated = false): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.id, 0)
  const queryFlags = query.flags & 0x7900 // kind of question, recursion wished for
  const answered = 0x8480 // a response, with authority, recursion to be had
  header.writeUInt16BE(answered | queryFlags | (isTruncated ? 0x0200 : 0) | responseCodes[code], 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  return header
}

function txtRecord(text: string): Buffer {
  const data = Buffer.concat(pieces(Buffer.from(text)))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0) // the name of the question
  head.writeUInt16BE(typeTxt, 2)
  head.writeUInt16BE(classIn, 4)
  head.writeUInt32BE(0, 6) // not to be kept
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** Strings of up to 255 bytes, each after its length. */
function pieces(text: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at === 0 || at < text.length; at += 255) {
    const piece = text.subarray(at, at + 255)
    found.push(Buffer.from([piece.length]), piece)
  }
  return found
}
