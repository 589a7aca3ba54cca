import { encode } from 'uqr'
import { eventTitle, originOf } from './approval-words.ts'
import { correctionLines } from './correction-lines.ts'
import { filledInFacts } from './filled-in.ts'
import { groupFacts } from './group-facts.ts'
import {
  contentDeletedAt,
  eventDetail,
  type Protocol,
  type ProtocolLanguage,
  senderLine,
  signerName,
} from './protocol.ts'
import { type Summary, summaryOf } from './summary.ts'
import type { ProtocolWords } from './protocol-words/words.ts'
import { shownInstant, shownSize, statusWord, wordsIn } from './protocol-words/language.ts'

type Fact = readonly [label: string, value: string]

/** What `protocol.typ` sets: texts alone, in the order they are read. */
export interface ProtocolPage {
  readonly language: ProtocolLanguage
  /** In the name of this business, whose logo is at the head where there is one. */
  readonly business: string
  readonly heading: string
  readonly title: string
  readonly requestId: string
  readonly summary: Summary & { readonly columns: readonly string[] }
  readonly verify: { readonly text: string; readonly address: string; readonly modules: readonly string[] }
  readonly overview: { readonly heading: string; readonly facts: readonly Fact[] }
  readonly documents: Table<readonly string[]>
  readonly signers: {
    readonly heading: string
    readonly list: readonly {
      readonly name: string
      readonly facts: readonly Fact[]
      readonly signatures: readonly (readonly Fact[])[]
    }[]
    readonly picture: string
  }
  readonly attachments: Table<readonly string[]>
  readonly observers: { readonly heading: string; readonly list: readonly string[] }
  readonly history: Table<HistoryRow>
  readonly chain: { readonly heading: string; readonly text: string; readonly facts: readonly Fact[] }
  readonly footer: string
}

interface Table<Row> {
  readonly heading: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

interface HistoryRow {
  readonly event: string
  readonly time: string
  readonly who: string
  readonly from: readonly string[]
  readonly detail: readonly string[]
  readonly hash: string
}

/** `pictures`: by signer, the signature images that are shown; where one is left out, the signer's facts say so. */
export function protocolPage(
  protocol: Protocol,
  language: ProtocolLanguage,
  pictures: readonly (readonly string[])[] = protocol.signers.map((signer) => signer.pictures),
): ProtocolPage {
  const words = wordsIn(language)
  const { request, chain } = protocol
  return {
    language,
    business: breakable(protocol.business?.name ?? ''),
    heading: words.heading,
    title: breakable(request.title),
    requestId: request.id,
    summary: breakableSummary(summaryOf(protocol, words), words),
    verify: { text: words.verify, address: protocol.verifyAt, modules: modulesOf(protocol.verifyAt) },
    overview: { heading: words.summary, facts: overview(protocol, language) },
    documents: {
      heading: words.documents,
      columns: [words.document, words.version, words.size, words.hash],
      rows: protocol.documents.flatMap(({ name, versions }) =>
        versions.map((version, index) => [
          breakable(name),
          version.signedBy === null
            ? words[index === 0 ? 'upload' : 'archived']
            : breakable(`${words.signedBy} ${version.signedBy}`),
          shownSize(words, version.size),
          version.sha256,
        ]),
      ),
    },
    signers: {
      heading: words.signers,
      picture: words.picture,
      list: protocol.signers.map((signer, index) => ({
        name: breakable(signerName(signer)),
        facts: [
          [words.email, breakable(signer.email)],
          ...groupFacts(signer, words).map(([label, value]): Fact => [label, breakable(value)]),
          [words.status, statusWord(words, signer.status)],
          [words.signedAt, shownInstant(words, signer.signedAt)],
          ...((pictures[index]?.length ?? 0) < signer.pictures.length
            ? [[words.picture, words.pictureLeftOut] as const]
            : []),
        ],
        signatures: [
          ...signer.signatures.map((signed): Fact[] => [
            [words.document, breakable(signed.documentName)],
            [words.level, signed.level],
            [words.subject, breakable(signed.certificateSubject)],
            [words.issuer, breakable(signed.certificateIssuer)],
            [words.serial, signed.certificateSerial],
            [words.timestamp, shownInstant(words, signed.timestampTime)],
            [words.field, breakable(signed.fieldName)],
            [words.hash, signed.sha256],
          ]),
          ...signer.signatures
            .map((signed) => filledInFacts(signed, words))
            .filter((entries) => entries.length > 0)
            .map((entries) => entries.map(([label, value]): Fact => [breakable(label), breakable(value)])),
        ],
      })),
    },
    attachments: {
      heading: words.attachments,
      columns: [words.file, words.size, words.hash],
      rows: protocol.attachments.map(({ name, size, sha256 }) => [
        breakable(name),
        shownSize(words, size),
        sha256,
      ]),
    },
    observers: { heading: words.observers, list: protocol.observers.map(breakable) },
    history: {
      heading: words.history,
      columns: words.historyColumns,
      rows: protocol.events.map((event) => ({
        event: `${event.seq}. ${eventTitle(words, event)}`,
        time: shownInstant(words, event.at),
        who: breakable(event.actor.name ?? words.system),
        from: [event.actor.email === event.actor.name ? null : event.actor.email, ...originOf(words, event)]
          .filter((part): part is string => Boolean(part))
          .map(breakable),
        detail: [eventDetail(event, protocol), ...correctionLines(event, protocol, words)]
          .filter(Boolean)
          .map(breakable),
        hash: event.hash,
      })),
    },
    chain: {
      heading: words.chain,
      text: words.chainText,
      facts: [
        [words.chainHead, chain.head],
        [words.chainLength, String(chain.length)],
      ],
    },
    footer: words.utc,
  }
}

function breakableSummary({ result, signers }: Summary, words: ProtocolWords): ProtocolPage['summary'] {
  return {
    result,
    columns: [words.signer, words.confirmedBy, words.result],
    signers: signers.map(({ name, confirmedBy, result }) => ({
      name: breakable(name),
      confirmedBy: breakable(confirmedBy),
      result,
    })),
  }
}

/** The rows of a QR code (ISO/IEC 18004): 1 is dark. */
function modulesOf(address: string): string[] {
  return encode(address, { border: 0 }).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
}

/**
 * A long word may be broken (UAX #14 §5.1, ZW), and so may words with no-break spaces (GL) between them: typst would let
 * them run over the margin.
 */
function breakable(text: string): string {
  return text.replaceAll(/[\S\u00A0\u2007\u202F\uFEFF]{20}(?=\S)(?!\p{M})/gu, '$&\u200B')
}

function overview({ request, business, madeAt, events }: Protocol, language: ProtocolLanguage): Fact[] {
  const words = wordsIn(language)
  const message: Fact[] = request.message ? [[words.message, breakable(request.message)]] : []
  const deletedAt = contentDeletedAt({ events })
  const deleted: Fact[] = deletedAt ? [[words.events.content_deleted, shownInstant(words, deletedAt)]] : []
  return [
    [words.title, breakable(request.title)],
    [words.requestId, request.id],
    [words.status, statusWord(words, request.status)],
    ...message,
    [words.sender, breakable(senderLine({ request, business }))],
    [words.level, [request.quality, request.legislation].filter(Boolean).join(', ')],
    [words.sentAt, shownInstant(words, request.initiatedAt)],
    [words.completedAt, shownInstant(words, request.completedAt)],
    [words.expiresAt, shownInstant(words, request.expiresAt)],
    [words.madeAt, shownInstant(words, madeAt)],
    ...deleted,
  ]
}
