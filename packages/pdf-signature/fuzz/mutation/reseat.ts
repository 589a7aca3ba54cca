/** Sets lengths of streams right and appends a cross-reference to where the objects are now. */
export function reseat(text: string): string {
  const sized = text.replaceAll(
    /\/Length \d+(?=[^<>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream)/g,
    (_, data: string) => `/Length ${data.length}`,
  )
  const offsets = new Map<number, number>()
  for (const match of sized.matchAll(/(?:^|[\r\n ])(\d{1,6}) 0 obj\b/g))
    offsets.set(Number(match[1]), match.index + match[0].search(/\d/))
  if (offsets.size === 0) return sized
  const root = /\/Root ?(\d+ \d+ R)/.exec(sized)?.[1] ?? '1 0 R'
  const encrypt = /\/Encrypt ?(?:\d+ 0 R|<<[\s\S]{0,900}?>>(?=>>|\/|\s))/.exec(sized)?.[0] ?? ''
  const id = /\/ID ?\[[^\]]*\]/.exec(sized)?.[0] ?? ''
  // A cross-reference that packs objects is kept beside it, for they have no place of their own.
  const packed = /\/Type ?\/ObjStm/.test(sized) ? /startxref\s+(\d+)\s+%%EOF\s*$/.exec(sized)?.[1] : undefined
  const rows = [...offsets].map(([num, offset]) => `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}`
  const size = Math.max(0, ...offsets.keys()) + 1
  const trailer = `trailer\n<</Size ${size}/Root ${root}${encrypt}${id}${packed ? `/XRefStm ${packed}` : ''}>>`
  return `${sized}\n${table}${trailer}\nstartxref\n${sized.length + 1}\n%%EOF\n`
}
