import { escapeHtml } from '#api/platform/values/html.ts'
import type { Protocol, ProtocolEvent, ProtocolLanguage, ProtocolSigner } from './protocol.ts'
import { eventTitle, originOf } from './approval-words.ts'
import { correctionLines } from './correction-lines.ts'
import { filledInFacts } from './filled-in.ts'
import { groupFacts } from './group-facts.ts'
import { contentDeletedAt, eventDetail, senderLine, signerName } from './protocol.ts'
import { shownInstant, shownSize, statusWord, wordsIn } from './protocol-words/language.ts'
import { summaryOf } from './summary.ts'
import type { ProtocolWords } from './protocol-words/words.ts'

/** The protocol as one page: no script, nothing loaded, readable by machine and aloud. All text is escaped in `tag`. */
export function renderProtocolHtml(protocol: Protocol, language: ProtocolLanguage): string {
  const words = wordsIn(language)
  const { request, chain } = protocol
  const summary = summaryOf(protocol, words)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${words.heading}: ${request.title}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>${mark(protocol)}<h1>${escapeHtml(words.heading)}</h1>${foreign('p', request.title)}</header>
<section><p><strong>${escapeHtml(summary.result)}</strong></p>${table(
    [words.signer, words.confirmedBy, words.result],
    summary.signers.map(({ name, confirmedBy, result }) => [
      foreign('span', name),
      escapeHtml(confirmedBy),
      escapeHtml(result),
    ]),
    words.signers,
  )}<p>${escapeHtml(words.verify)} ${code(protocol.verifyAt)}</p></section>
${section(words.summary, overview(protocol, words))}
${section(words.documents, table([words.document, words.version, words.size, words.hash], documentRows(protocol, words), words.documents))}
${section(words.signers, protocol.signers.map((signer) => signerPart(signer, words)).join('\n') || escapeHtml(words.none))}
${protocol.attachments.length > 0 ? section(words.attachments, table([words.file, words.size, words.hash], attachmentRows(protocol, words), words.attachments)) : ''}
${
  protocol.observers.length > 0
    ? section(
        words.observers,
        table(
          [words.email],
          protocol.observers.map((email) => [foreign('span', email)]),
          words.observers,
        ),
      )
    : ''
}
${section(words.history, table([words.event, words.time, words.who, words.from, words.detail, words.hash], eventRows(protocol, words), words.history))}
${section(
  words.chain,
  `<p>${escapeHtml(words.chainText)}</p>${facts([
    [words.chainHead, code(chain.head)],
    [words.chainLength, escapeHtml(String(chain.length))],
  ])}`,
)}
<footer><p>${escapeHtml(words.utc)}</p></footer>
</main>
</body>
</html>
`
}

/** The logo, or the name, of the business of the person who sends it. */
function mark({ business }: Protocol): string {
  if (!business) return '<p class="mark">Countersign</p>'
  if (!business.logo) return `<p class="mark" dir="auto">${escapeHtml(business.name)}</p>`
  const source = `data:image/png;base64,${Buffer.from(business.logo).toString('base64')}`
  return `<p><img class="logo" src="${source}" alt="${escapeHtml(business.name)}"></p>`
}

function overview({ request, business, madeAt, events }: Protocol, words: ProtocolWords): string {
  const deletedAt = contentDeletedAt({ events })
  const level = [request.quality, request.legislation].filter(Boolean).join(', ')
  return facts([
    [words.title, foreign('span', request.title)],
    [words.requestId, code(request.id)],
    [words.status, escapeHtml(statusWord(words, request.status))],
    ...(request.message ? [[words.message, foreign('span', request.message)] as const] : []),
    [words.sender, foreign('span', senderLine({ request, business }))],
    [words.level, escapeHtml(level)],
    [words.sentAt, time(request.initiatedAt, words)],
    [words.completedAt, time(request.completedAt, words)],
    [words.expiresAt, time(request.expiresAt, words)],
    [words.madeAt, time(madeAt, words)],
    ...(deletedAt ? [[words.events.content_deleted, time(deletedAt, words)] as const] : []),
  ])
}

function documentRows({ documents }: Protocol, words: ProtocolWords): string[][] {
  return documents.flatMap((document) =>
    document.versions.map((version, index) => [
      foreign('span', document.name),
      version.signedBy === null
        ? escapeHtml(words[index === 0 ? 'upload' : 'archived'])
        : `${escapeHtml(words.signedBy)} ${foreign('span', version.signedBy)}`,
      escapeHtml(shownSize(words, version.size)),
      code(version.sha256),
    ]),
  )
}

function attachmentRows({ attachments }: Protocol, words: ProtocolWords): string[][] {
  return attachments.map(({ name, size, sha256 }) => [
    foreign('span', name),
    escapeHtml(shownSize(words, size)),
    code(sha256),
  ])
}

function signerPart(signer: ProtocolSigner, words: ProtocolWords): string {
  const filledIn = signer.signatures
    .map((signed) => filledInFacts(signed, words))
    .filter((entries) => entries.length > 0)
    .map((entries) => facts(entries.map(([label, value]) => [label, foreign('span', value)])))
  const signatures = signer.signatures.map((signed) =>
    facts([
      [words.document, foreign('span', signed.documentName)],
      [words.level, escapeHtml(signed.level)],
      [words.subject, foreign('span', signed.certificateSubject)],
      [words.issuer, foreign('span', signed.certificateIssuer)],
      [words.serial, code(signed.certificateSerial)],
      [words.timestamp, time(signed.timestampTime, words)],
      [words.field, foreign('span', signed.fieldName)],
      [words.hash, code(signed.sha256)],
    ]),
  )
  return `<article>${foreign('h3', signerName(signer))}${facts([
    [words.email, foreign('span', signer.email)],
    ...groupFacts(signer, words).map(([label, value]): [string, string] => [label, foreign('span', value)]),
    [words.status, escapeHtml(statusWord(words, signer.status))],
    [words.signedAt, time(signer.signedAt, words)],
    ...signer.pictures.map((png): [string, string] => [words.picture, picture(png, signer, words)]),
  ])}${signatures.join('')}${filledIn.join('')}</article>`
}

function picture(png: string, signer: ProtocolSigner, words: ProtocolWords): string {
  const alt = escapeHtml(`${words.picture}: ${signerName(signer)}`)
  return `<img class="picture" src="data:image/png;base64,${escapeHtml(png)}" alt="${alt}">`
}

function eventRows(protocol: Protocol, words: ProtocolWords): string[][] {
  return protocol.events.map((event) => [
    `${event.seq}. ${escapeHtml(eventTitle(words, event))}`,
    time(event.at, words),
    who(event, words),
    originOf(words, event)
      .map((part) => foreign('span', part))
      .join('<br>'),
    [eventDetail(event, protocol), ...correctionLines(event, protocol, words)]
      .filter(Boolean)
      .map((line) => foreign('span', line))
      .join('<br>'),
    code(event.hash),
  ])
}

function who({ actor }: ProtocolEvent, words: ProtocolWords): string {
  if (actor.name === null) return escapeHtml(words.system)
  return [actor.name, actor.email === actor.name ? null : actor.email]
    .filter((part) => part !== null)
    .map((part) => foreign('span', part))
    .join('<br>')
}

function time(at: Date | string | null, words: ProtocolWords): string {
  return escapeHtml(shownInstant(words, at))
}

function section(heading: string, content: string): string {
  return `<section><h2>${escapeHtml(heading)}</h2>${content}</section>`
}

function facts(entries: readonly (readonly [string, string])[]): string {
  return `<dl>${entries.map(([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function table(headings: readonly string[], rows: readonly string[][], caption: string): string {
  const head = headings.map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Text that a person gave: its own reading direction, apart from the words around it. */
function foreign(element: 'span' | 'p' | 'h3', text: string): string {
  return `<${element} dir="auto">${escapeHtml(text)}</${element}>`
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

const style = `:root{--page:#faf9f6;--sheet:#fff;--ink:#16202e;--soft:#566070;--line:#e3e1da}
@media screen and (prefers-color-scheme:dark){:root{--page:#12161c;--sheet:#1a2028;--ink:#e9ecf1;--soft:#9aa5b4;--line:#2b333e}}
body{margin:0;background:var(--page);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere}[dir=auto]{white-space:pre-line}
main{max-width:72rem;margin:0 auto;padding:32px 20px}.mark,dt,th{color:var(--soft)}
.logo,.picture{display:block;max-width:240px;max-height:64px;padding:6px;background:#fff;border-radius:6px}
h1{font-size:28px;margin:0}h2{font-size:20px;margin:32px 0 12px}h3{font-size:16px;margin:0 0 8px;text-align:left}
dl{margin:0 0 12px}dl div{display:grid;grid-template-columns:12rem 1fr;gap:12px;padding:4px 0;border-bottom:1px solid var(--line)}dd{margin:0}
article,.wide{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:16px;margin:0 0 16px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:48rem}
th,td{text-align:start;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}
th,td{overflow-wrap:break-word}td:nth-last-child(-n+3){overflow-wrap:anywhere}th{font-weight:500}code{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
@media (max-width:40rem){dl div{grid-template-columns:1fr;gap:0}}
@media print{:root{--page:#fff}body{font-size:12px}main{max-width:none;padding:0}article,.wide{border-radius:0;padding:8px}.wide{overflow:visible}table{min-width:0}tr,dl div{break-inside:avoid}h2,h3{break-after:avoid}}`
