/** As it is kept: digits and a decimal point. `1’234,50` and `1 234.50` are 1234.50; what is no number stays as typed. */
export function plainNumber(typed: string): string {
  const compact = typed
    .trim()
    .replaceAll(/[\s'’_]/g, '')
    .replace(/^\u2212/, '-')
  const decimal = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  if (decimal < 0) return isPlain(compact) ? compact : typed
  const mark = compact[decimal]!
  const [whole, part] = [compact.slice(0, decimal), compact.slice(decimal + 1)]
  const other = mark === ',' ? '.' : ','
  // One mark alone is the decimal one; of two kinds the first groups thousands.
  if (whole.includes(mark)) return typed
  const plain = `${whole.replaceAll(other, '')}.${part}`
  return isPlain(plain) ? plain : typed
}

const isPlain = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)
