import { type Correction, correctionsIn } from '@countersign/contract/corrections.ts'
import { isCommitment } from '#api/evidence/committed-value.ts'
import { isolate } from '#api/platform/values/isolate.ts'
import type { Protocol, ProtocolEvent } from './protocol.ts'
import { shownInstant } from './protocol-words/language.ts'
import type { ProtocolWords } from './protocol-words/words.ts'

/** What a correction changed, in a line for each value: whose it is, then what it was and what it is now. */
export function correctionLines(
  event: ProtocolEvent,
  { documents }: Pick<Protocol, 'documents'>,
  words: ProtocolWords,
): string[] {
  return correctionsIn(event).map((correction) => {
    const { signer, documentId, label, kind, before, after } = correction
    const document = documents.find(({ id }) => id === documentId)?.name
    const part = kind === 'changed' ? null : words[kind]
    const of = [signer, document, label, part].flatMap((one) => (one ? isolate(one) : []))
    const name = nameOf(correction, words)
    const values =
      before === undefined && after === undefined
        ? name
        : `${name}: ${isolate(shown(correction, before, words))} → ${isolate(shown(correction, after, words))}`
    return [...of, values].join(' · ')
  })
}

function nameOf({ name, signer }: Correction, words: ProtocolWords): string {
  // A signer's documents are where they sign; the request's are in an order.
  if (name === 'documents' && signer !== null) return words.changedNames.places
  return (words.changedNames as Record<string, string>)[name] ?? name
}

function shown({ name }: Correction, value: unknown, words: ProtocolWords): string {
  if (value === null || value === undefined) return '–'
  if (isCommitment(value)) {
    const known = 'value' in value ? value.value : undefined
    return known === undefined ? words.notShown : plain(known, words)
  }
  if (name === 'expiresAt' && typeof value === 'string') return shownInstant(words, value)
  if (Array.isArray(value)) return value.map((one) => isolate(shownPart(one, words))).join('; ')
  return shownPart(value, words)
}

/** A place on a page, an option, or a plain value. */
function shownPart(value: unknown, words: ProtocolWords): string {
  if (typeof value !== 'object' || value === null) return plain(value, words)
  if ('page' in value) return shownPlace({ ...value }, words)
  const { label, value: own, place }: { label?: unknown; value?: unknown; place?: unknown } = value
  const option = label === own ? String(label) : `${String(label)} (${String(own)})`
  return place ? `${option}, ${shownPart(place, words)}` : option
}

function shownPlace(place: Record<string, unknown>, words: ProtocolWords): string {
  const number = (name: string) => String(Math.round(Number(place[name]) * 100) / 100)
  const turned = Number(place['rotation']) === 0 ? '' : `, ${number('rotation')}°`
  const page = words.page(Number(place['page']) + 1)
  return `${page} (${number('x')}, ${number('y')}; ${number('width')} × ${number('height')}${turned})`
}

function plain(value: unknown, words: ProtocolWords): string {
  if (value === true || value === 'true') return words.yes
  if (value === false || value === 'false') return words.no
  return String(value)
}
