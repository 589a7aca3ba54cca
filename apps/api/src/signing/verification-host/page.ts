import { escapeHtml } from '#api/platform/values/html.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Outcome } from './forms.ts'
import { script, style } from './page-parts.ts'
import { type PageWords, pageWords } from './page-words.ts'
import type { Verification } from './verification-state.ts'

/** The page of one code. `said`: what became of the form that led here. */
export function verificationPage(
  verification: Verification,
  { now, said }: { readonly now: Date; readonly said: Outcome | undefined },
): string {
  const { language, titles, state } = verification
  const words = pageWords[language]
  if (state.status !== 'OPEN' || now >= new Date(state.expiresAt)) return outcomePage(verification, words)
  const { attemptsLeft, destination, expiresAt } = state
  const minutes = Math.max(1, Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / 60_000))
  return whole(language, words.title, [
    `<p class="label">${words.youSign}</p><ul>${titles.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>`,
    tell(words, said, attemptsLeft),
    `<p id="sent">${escapeHtml(words.sent((destination ?? '').replaceAll(' ', '\u00A0')))} ${words.validFor(minutes)}</p>`,
    `<form method="post" action="/api/respond/${verification.id}">`,
    `<label for="secret">${words.code}</label>`,
    '<input id="secret" name="secret" inputmode="numeric" autocomplete="one-time-code" required maxlength="9"',
    ` pattern="[0-9\\s\\-]*" aria-describedby="said sent"${said === 'tan.invalid' ? ' aria-invalid="true"' : ''} autofocus>`,
    `<button class="first">${words.sign}</button></form>`,
    '<hr>',
    resend(verification, words, now),
    `<form method="post" action="/api/cancel/${verification.id}"><button class="plain">${words.cancel}</button></form>`,
    `<p class="soft">${words.neverPassOn}</p>`,
  ])
}

function tell({ said: words }: PageWords, said: Outcome | undefined, left: number): string {
  const wrong = {
    'tan.invalid': words.wrong(left),
    'rate.exceeded': words.wait,
    'validation.failed': words.incomplete,
    'service.unavailable': words.away,
  }
  if (said === 'sent') return `<p id="said" role="status" class="done">${words.sent}</p>`
  const text = said && said in wrong ? wrong[said as keyof typeof wrong] : ''
  return `<p id="said" role="alert" class="wrong">${text}</p>`
}

function resend({ id, state }: Verification, words: PageWords, now: Date): string {
  const { resendAt } = state
  if (resendAt === null) return `<p class="soft">${words.noMoreResends}</p>`
  const wait = Math.max(0, new Date(resendAt).getTime() - now.getTime())
  return [
    `<p class="soft">${words.notCome} <span id="resend-in"${wait === 0 ? ' hidden' : ''}>${words.resendIn('0:00')}</span></p>`,
    `<form method="post" action="/api/resend/${id}"><button data-resend-at="${wait}">${words.resend}</button></form>`,
  ].join('')
}

function outcomePage({ state, signed, documentUrl, language }: Verification, words: PageWords): string {
  const { title, text } = outcomeWords(state, signed, words)
  const back = documentUrl
    ? `<a class="button first" href="${escapeHtml(documentUrl)}">${words.back}</a>`
    : `<p class="soft">${words.backByHand}</p>`
  return whole(language, title, [`<p role="status">${text}</p>`, back])
}

function outcomeWords(
  { status, error }: Verification['state'],
  signed: Verification['signed'],
  words: PageWords,
): { title: string; text: string } {
  if (status === 'GIVEN' && signed !== 'failed') return signed === 'signed' ? words.signed : words.beingSigned
  if (status === 'OPEN') return words.failed.tan_expired
  return words.failed[error && error in words.failed ? (error as keyof PageWords['failed']) : 'other']
}

/** Of an address at which there is nothing. */
export function missingPage(language: Language): string {
  const { title, text } = pageWords[language].missing
  return whole(language, title, [`<p>${text}</p>`])
}

/** Of who has tried too often. */
export function waitPage(language: Language): string {
  const { title, said } = pageWords[language]
  return whole(language, title, [`<p role="alert">${said.wait}</p>`])
}

function whole(language: Language, title: string, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title} - Countersign</title><style>${style}</style></head>`,
    `<body><main><p class="mark">Countersign</p><div class="sheet"><h1>${title}</h1>${parts.join('')}</div></main>`,
    `<script>${script}</script></body></html>`,
  ].join('')
}
