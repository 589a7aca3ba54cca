import type { Random } from '../random.ts'

/** Changes an input; `other` is one to take pieces from. */
export type Mutation = (input: Buffer, other: Buffer, random: Random) => Buffer

const edges = [0, 1, 0x7f, 0x80, 0xff]

/** Changes that know nothing of what the bytes mean. */
export const mutateBytes: Mutation = (input, other, random) => {
  if (input.length === 0) return Buffer.from(other)
  const at = random.below(input.length)
  const length = random.once(4) ? random.below(input.length - at + 1) : random.below(17)
  const end = Math.min(input.length, at + length)
  const from = random.below(Math.max(1, other.length))
  const piece = other.subarray(from, from + (random.once(4) ? other.length : random.below(33)))
  switch (random.below(7)) {
    case 0:
      return changed(input, at, (byte) => byte ^ (1 << random.below(8)))
    case 1:
      return changed(input, at, () => random.pick(edges))
    case 2:
      return input.subarray(0, at)
    case 3:
      return replaced(input, at, end, Buffer.alloc(0))
    case 4:
      return replaced(input, at, at, input.subarray(at, end))
    case 5:
      return replaced(input, at, end, piece)
    default:
      return replaced(input, at, at, piece)
  }
}

function changed(input: Buffer, at: number, change: (byte: number) => number): Buffer {
  const bytes = Buffer.from(input)
  bytes.writeUInt8(change(bytes.readUInt8(at)) & 0xff, at)
  return bytes
}

export const replaced = (input: Buffer, start: number, end: number, piece: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, start), piece, input.subarray(end)])
