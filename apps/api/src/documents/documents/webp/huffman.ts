/** A prefix code: for each symbol its length in bits (0 = not used) and its bits, the first one lowest. */
export interface PrefixCode {
  readonly lengths: Uint8Array
  readonly bits: Uint16Array
}

/** The best prefix code for these counts with no length above `limit`. */
export function prefixCode(counts: Uint32Array, limit: number): PrefixCode {
  for (let least = 1; ; least *= 2) {
    const lengths = codeLengths(counts, least)
    if (lengths.every((length) => length <= limit)) return { lengths, bits: canonical(lengths) }
  }
}

/** Huffman's lengths, where a symbol counts `least` at least: the larger that is, the flatter the tree. */
function codeLengths(counts: Uint32Array, least: number): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const leaves = [...counts.keys()].filter((symbol) => counts[symbol] !== 0)
  if (leaves.length === 1) lengths[leaves[0] ?? 0] = 1
  if (leaves.length < 2) return lengths
  leaves.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b)
  const weights = leaves.map((symbol) => Math.max(counts[symbol] ?? 0, least))
  const parents: number[] = []
  // Two rows, both in order: the leaves, and the inner nodes as they are made behind them.
  let leaf = 0
  let inner = leaves.length
  const lightest = () => {
    const takeLeaf =
      leaf < leaves.length && (inner >= weights.length || (weights[leaf] ?? 0) <= (weights[inner] ?? 0))
    return takeLeaf ? leaf++ : inner++
  }
  while (weights.length < leaves.length * 2 - 1) {
    const [first, second] = [lightest(), lightest()]
    parents[first] = parents[second] = weights.length
    weights.push((weights[first] ?? 0) + (weights[second] ?? 0))
  }
  const depths = new Uint8Array(weights.length)
  for (let node = weights.length - 2; node >= 0; node -= 1) {
    depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1
    if (node < leaves.length) lengths[leaves[node] ?? 0] = depths[node] ?? 0
  }
  return lengths
}

/** Codes in the order of length and symbol (RFC 1951 §3.2.2), each turned round for a stream that is read from its lowest bit. */
function canonical(lengths: Uint8Array): Uint16Array {
  const bits = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length <= 15; length += 1) {
    for (const [symbol, its] of lengths.entries()) if (its === length) bits[symbol] = reversed(code++, length)
    code *= 2
  }
  return bits
}

function reversed(code: number, length: number): number {
  let turned = 0
  for (let bit = 0; bit < length; bit += 1) turned |= ((code >> bit) & 1) << (length - 1 - bit)
  return turned
}
