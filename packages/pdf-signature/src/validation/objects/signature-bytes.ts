/**
 * The CMS in a /Contents string, without the zeros that fill its placeholder. Bytes after it that are not zero stay,
 * and make the CMS fail.
 */
export function trimContents(contents: Uint8Array): Uint8Array {
  const length = derLength(contents)
  if (length !== undefined && length <= contents.length) {
    const rest = contents.subarray(length)
    return rest.some((byte) => byte !== 0) ? contents : contents.subarray(0, length)
  }
  return contents
}

/** The length of the whole DER element the bytes begin with. */
function derLength(bytes: Uint8Array): number | undefined {
  const first = bytes[1]
  if (bytes[0] !== 0x30 || first === undefined || first === 0x80) return undefined
  if (first < 0x80) return first + 2
  const count = first & 0x7f
  if (count > 4) return undefined
  let length = 0
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[2 + i] ?? 0)
  return length + 2 + count
}
