import zlib from 'node:zlib'
import { PdfError } from '../pdf-error.ts'
import { ascii85Decode, asciiHexDecode } from './ascii-filters.ts'
import { limits, spend, spendDamagedStream, spendInflated, spendParsed } from './budget.ts'
import type { Budget } from './budget.ts'
import { lzwDecode } from './lzw.ts'
import { isDict, isName } from './objects.ts'
import type { PdfDict, PdfObject, PdfStream } from './objects.ts'
import { undoPredictor } from './predictors.ts'

/**
 * The data of a cross-reference or object stream with its filters undone (ISO 32000-2 §7.4).
 * Throws `unsupported_filter` for image filters, `damaged` for data that does not decode, `too_complex` past the limits.
 */
export function decodeStream(
  source: PdfStream,
  budget: Budget,
  resolve: (value: PdfObject | undefined) => PdfObject,
): Uint8Array {
  const filters = asList(resolve(source.dict.entries.get('Filter')))
  const parameters = asList(resolve(source.dict.entries.get('DecodeParms')))
  if (filters.length > 8) throw new PdfError('too_complex', 'A stream has too many filters')
  let data = source.data
  filters.forEach((filter, index) => {
    const decodedName = resolve(filter)
    const decodedParameters = resolve(parameters[index])
    data = undoFilter(
      data,
      isName(decodedName) ? decodedName.name : '',
      isDict(decodedParameters) ? decodedParameters : undefined,
      budget,
    )
  })
  return data
}

function asList(value: PdfObject): PdfObject[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

function undoFilter(
  data: Uint8Array,
  filter: string,
  parameters: PdfDict | undefined,
  budget: Budget,
): Uint8Array {
  const cap = Math.min(limits.inflatedStream, budget.inflated)
  spendParsed(budget, data.length)
  const decoded = undoOrPay(data, filter, parameters, cap, budget)
  spendInflated(budget, decoded.length)
  spend(budget, decoded.length >> 6)
  return filter.startsWith('A') ? decoded : undoPredictor(decoded, parameters)
}

function undoOrPay(
  data: Uint8Array,
  filter: string,
  parameters: PdfDict | undefined,
  cap: number,
  budget: Budget,
): Uint8Array {
  try {
    return undoOne(data, filter, parameters, cap)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') spendDamagedStream(budget)
    // It takes more than one stream may, or than all together have left. Any number of objects may share it.
    if (error instanceof PdfError && error.code === 'too_complex')
      budget.inflated = cap < limits.inflatedStream ? -1 : budget.inflated - cap
    throw error
  }
}

function undoOne(data: Uint8Array, filter: string, parameters: PdfDict | undefined, cap: number): Uint8Array {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return inflate(data, cap)
    case 'LZWDecode':
    case 'LZW':
      return lzwDecode(data, parameters?.entries.get('EarlyChange') !== 0, cap)
    case 'ASCIIHexDecode':
    case 'AHx':
      return asciiHexDecode(data)
    case 'ASCII85Decode':
    case 'A85':
      return ascii85Decode(data)
    default:
      throw new PdfError(
        'unsupported_filter',
        `The filter ${JSON.stringify(filter.slice(0, 30))} is not supported here`,
      )
  }
}

/** Inflates, taking what there is of data that was cut short, as other readers do. */
function inflate(data: Uint8Array, cap: number): Uint8Array {
  try {
    return zlib.inflateSync(data, {
      maxOutputLength: Math.max(cap, 1),
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new PdfError('too_complex', 'A stream inflates to too much')
    throw new PdfError('damaged', 'A compressed stream is damaged')
  }
}
