/** The encoding of keys of age: Bech32 (BIP 173) without its limit on the length. */

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export function toBech32(prefix: string, bytes: Uint8Array): string {
  const values = regroup([...bytes], 8, 5, true)
  const checksum = polymod([...expand(prefix), ...values, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = Array.from({ length: 6 }, (_, index) => (checksum >> (5 * (5 - index))) & 31)
  return `${prefix}1${[...values, ...check].map((value) => alphabet[value]).join('')}`
}

/** Null where it is not the encoding of anything with this prefix. */
export function fromBech32(prefix: string, text: string): Buffer | null {
  const lower = text.toLowerCase()
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return null
  const values = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter))
  if (values.length < 6 || values.includes(-1) || polymod([...expand(prefix), ...values]) !== 1) return null
  const content = values.slice(0, -6)
  const bytes = regroup(content, 5, 8, false)
  return toBech32(prefix, Uint8Array.from(bytes)) === lower ? Buffer.from(bytes) : null
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [index, generator] of generators.entries()) if ((top >> index) & 1) sum ^= generator
  }
  return sum >>> 0
}

function regroup(values: readonly number[], from: number, to: number, isPadded: boolean): number[] {
  const result: number[] = []
  let bits = 0
  let held = 0
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      result.push((held >> bits) & ((1 << to) - 1))
    }
  }
  if (isPadded && bits > 0) result.push((held << (to - bits)) & ((1 << to) - 1))
  return result
}
