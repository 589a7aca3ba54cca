import type { Random } from '../random.ts'
import { mutateBytes, replaced } from './bytes.ts'
import type { Mutation } from './bytes.ts'

interface Node {
  readonly start: number
  readonly head: number
  readonly end: number
  /** Those it lies in, outermost first. */
  readonly parents: readonly Node[]
}

/** The elements of a DER encoding, also those within octet strings, as far as it is one. */
function nodesOf(bytes: Buffer, start = 0, end = bytes.length, parents: readonly Node[] = []): Node[] {
  const nodes: Node[] = []
  for (let at = start; at + 2 <= end && nodes.length < 3000;) {
    const first = bytes.readUInt8(at + 1)
    const count = first & 0x80 ? first & 0x7f : 0
    const head = at + 2 + count
    if (count > 4 || first === 0x80 || head > end) return parents.length > 0 ? [] : nodes
    const length = count > 0 ? bytes.readUIntBE(at + 2, count) : first
    if (head + length > end) return parents.length > 0 ? [] : nodes
    const node: Node = { start: at, head, end: head + length, parents }
    nodes.push(node)
    const tag = bytes.readUInt8(at)
    const from = tag === 3 && length > 1 ? head + 1 : head
    if ((tag & 0x20) !== 0 || tag === 4 || tag === 3)
      for (const child of nodesOf(bytes, from, head + length, [...parents, node])) nodes.push(child)
    at = head + length
  }
  return nodes
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const digits = Buffer.from(
    length
      .toString(16)
      .padStart(8, '0')
      .replace(/^(?:00)+/, ''),
    'hex',
  )
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits])
}

/** Puts other bytes in an element's place, and sets right the lengths of all it lies in. */
function substitute(bytes: Buffer, node: Node, piece: Uint8Array): Buffer {
  const parent = node.parents.at(-1)
  if (!parent) return replaced(bytes, node.start, node.end, piece)
  const body = replaced(
    bytes.subarray(parent.head, parent.end),
    node.start - parent.head,
    node.end - parent.head,
    piece,
  )
  const tag = bytes.subarray(parent.start, parent.start + 1)
  return substitute(bytes, parent, Buffer.concat([tag, lengthOf(body.length), body]))
}

const tags = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x13, 0x17, 0x18, 0x24, 0x30, 0x31, 0x80, 0x81, 0xa0, 0xa1,
  0xa3, 0x1f,
]
const lengths = ['80', '8400000000', '84ffffffff', '85ffffffffff', '8180', '820001', 'ff', '00']

type Change = (bytes: Buffer, node: Node, other: Buffer, random: Random) => Buffer

const changes: readonly Change[] = [
  (bytes, node, _, random) => replaced(bytes, node.start, node.start + 1, Buffer.of(random.pick(tags))),
  (bytes, node, _, random) =>
    replaced(bytes, node.start + 1, node.head, Buffer.from(random.pick(lengths), 'hex')),
  (bytes, node) => substitute(bytes, node, Buffer.alloc(0)),
  (bytes, node) => {
    const raw = bytes.subarray(node.start, node.end)
    return substitute(bytes, node, Buffer.concat([raw, raw]))
  },
  (bytes, node, other, random) => substitute(bytes, node, anElement(other, random)),
  (bytes, node, _, random) => substitute(bytes, node, anElement(bytes, random)),
  // Indefinite length, as BER allows, with and without its end.
  (bytes, node, _, random) => {
    const [tag, body] = [bytes.subarray(node.start, node.start + 1), bytes.subarray(node.head, node.end)]
    return substitute(
      bytes,
      node,
      Buffer.concat([tag, Buffer.of(0x80), body, Buffer.alloc(random.once(4) ? 0 : 2)]),
    )
  },
  (bytes, node, _, random) => {
    let nested = Buffer.from(bytes.subarray(node.start, node.end))
    for (let i = random.pick([1, 30, 40, 400]); i > 0; i--)
      nested = Buffer.concat([Buffer.of(0x30), lengthOf(nested.length), nested])
    return substitute(bytes, node, nested)
  },
  (bytes, node, _, random) =>
    substitute(bytes, node, Buffer.alloc(random.pick([1, 33, 400]) * 2, '3080', 'hex')),
  (bytes, node, other, random) => {
    const body = mutateBytes(Buffer.from(bytes.subarray(node.head, node.end)), other, random)
    const tag = bytes.subarray(node.start, node.start + 1)
    return substitute(bytes, node, Buffer.concat([tag, lengthOf(body.length), body]))
  },
]

function anElement(bytes: Buffer, random: Random): Buffer {
  const nodes = nodesOf(bytes)
  if (nodes.length === 0) return Buffer.alloc(0)
  const { start, end } = random.pick(nodes)
  return bytes.subarray(start, end)
}

/** Changes in tags, lengths, depth and order; mostly with lengths that agree. */
export const mutateAsn1: Mutation = (input, other, random) => {
  if (random.once(6)) return mutateBytes(input, other, random)
  let bytes = input
  for (let i = random.below(3); i >= 0; i--) {
    const nodes = nodesOf(bytes)
    if (nodes.length === 0) return mutateBytes(bytes, other, random)
    bytes = random.pick(changes)(bytes, random.pick(nodes), other, random)
  }
  return bytes
}
