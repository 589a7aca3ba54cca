import { escapeHtml } from '#api/platform/values/html.ts'
import { shownLines, shownSubject } from './shown-text.ts'
import type { MailWords, Wording } from './wording.ts'

export type RenderedMail = { subject: string; text: string; html: string }

/** What is between the paragraphs and the button. */
export type Part =
  | { kind: 'list'; label: string; items: string[] }
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'fact'; label: string; value: string }

export type Letter = {
  words: MailWords
  /** What the mail is opened for: large, before anything else is said. */
  code?: { label: string; value: string }
  greeting?: string
  parts?: Part[]
  link?: string
}

const font = `font:16px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`

/** Mail programs drop style sheets, so each element carries its own; the classes serve dark mode alone. */
const style = {
  body: 'margin:0;padding:0;background:#faf9f6;color:#16202e;-webkit-text-size-adjust:100%',
  page: `max-width:560px;margin:0 auto;padding:24px 16px;${font}`,
  mark: 'margin:0 0 16px;font-size:16px;font-weight:650;letter-spacing:-0.01em;color:#16202e',
  sheet:
    'width:100%;table-layout:fixed;border-collapse:separate;background:#ffffff;border:1px solid #e3e1da;border-radius:12px',
  cell: `padding:28px 24px;${font}`,
  heading:
    'margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:650;color:#16202e;overflow-wrap:anywhere',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  code: `margin:0 0 20px;font:650 32px/1.25 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:6px;color:#16202e`,
  label: 'margin:0 0 4px;font-size:14px;color:#566070',
  list: 'margin:0 0 16px;padding:0 0 0 20px;overflow-wrap:anywhere',
  quote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #e3e1da;overflow-wrap:anywhere',
  buttonLine: 'margin:24px 0',
  buttonCell: `background:#1d3f8f;border-radius:8px;mso-padding-alt:13px 24px;${font}`,
  button:
    'display:inline-block;padding:13px 24px;background:#1d3f8f;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  note: 'margin:0 0 12px;font-size:14px;color:#566070;overflow-wrap:anywhere',
  footer: 'margin:16px 0 0;font-size:12px;color:#566070',
  link: 'color:#1d3f8f;word-break:break-all',
  preheader: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
}

/** The name of the picture that comes with a mail under our own mark. */
export const markPicture = 'mark@countersign'

/** What is where anyone who sends it is told: a business puts its own in its place (`under-business.ts`). */
export const mark = {
  html: `<p class="ink" style="${style.mark}"><img src="cid:${markPicture}" width="28" height="28" alt="" style="vertical-align:middle;margin:0 8px 0 0;border:0">Countersign</p>`,
  text: '--\nCountersign\n',
}
export const foot = { html: `<p class="soft" style="${style.footer}">` }

// Outlook for Windows has no padding on blocks and links, no widest width, and takes nothing over into a table's cells.
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const outlook = {
  before: `<!--[if mso]><table ${table} width="560" align="center"><tr><td style="${font}"><![endif]-->`,
  after: '<!--[if mso]></td></tr></table><![endif]-->',
}

const darkMode = [
  '@media (prefers-color-scheme:dark){',
  '.page,.body{background:#12161c!important;color:#e9ecf1!important}',
  '.sheet{background:#1a2028!important;border-color:#2b333e!important}',
  '.ink{color:#e9ecf1!important}.soft{color:#9aa5b4!important}',
  '.quote{border-color:#2b333e!important}.link{color:#8fb0ff!important}',
  '.button{background:#8fb0ff!important;color:#12161c!important}}',
].join('')

/** One column, one button, the same words as text and as HTML. All of it is escaped here and nowhere else. */
export function renderMail(letter: Letter, wording: Wording): RenderedMail {
  if (letter.link !== undefined && !/^https?:\/\/[^\s"'<>]+$/.test(letter.link)) {
    throw new TypeError('The link of a mail must be an http or https address')
  }
  const subject = shownSubject(letter.words.subject)
  return { subject, text: textOf(letter, wording), html: htmlOf(letter, wording) }
}

function textOf({ words, code, greeting, parts = [], link }: Letter, { footer, colon }: Wording): string {
  const blocks = [
    words.heading,
    ...(code ? [`${code.label}${colon} ${code.value}`] : []),
    ...(greeting === undefined ? [] : [greeting]),
    ...words.paragraphs,
    ...parts.map((part) => partAsText(part, colon)),
    ...(link === undefined ? [] : [`${words.button}${colon}\n${link}`]),
    ...words.notes,
    `${mark.text}${footer}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function partAsText(part: Part, colon: string): string {
  if (part.kind === 'fact') return `${part.label}${colon} ${part.value}`
  if (part.kind === 'list')
    return [`${part.label}${colon}`, ...part.items.map((item) => `- ${item}`)].join('\n')
  return [`${part.label}${colon}`, ...shownLines(part.text).map((line) => `> ${line}`)].join('\n')
}

function htmlOf({ words, code, greeting, parts = [], link }: Letter, wording: Wording): string {
  const { language, footer } = wording
  const sheet = [
    `<h1 class="ink" style="${style.heading}">${escapeHtml(words.heading)}</h1>`,
    ...(code ? [codeAsHtml(code)] : []),
    ...(greeting === undefined ? [] : [paragraph(greeting)]),
    ...words.paragraphs.map(paragraph),
    ...parts.map(partAsHtml),
    ...(link === undefined ? [] : [buttonAsHtml(words.button, link)]),
    ...words.notes.map(note),
    ...(link === undefined ? [] : [fallbackAsHtml(wording.buttonFails, link)]),
  ]
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(words.subject)}</title>
<style>:root{color-scheme:light dark}${darkMode}</style>
</head>
<body class="body" style="${style.body}">
<div style="${style.preheader}" aria-hidden="true">${escapeHtml(words.preheader)}</div>
<main class="page" style="${style.page}">
${outlook.before}
${mark.html}
<table class="sheet" ${table} style="${style.sheet}"><tr><td style="${style.cell}">
${sheet.join('\n')}
</td></tr></table>
${foot.html}${escapeHtml(footer)}</p>
${outlook.after}
</main>
</body>
</html>
`
}

function partAsHtml(part: Part): string {
  const label = `<p class="soft" style="${style.label}">${escapeHtml(part.label)}</p>`
  if (part.kind === 'fact') return label + paragraph(part.value)
  if (part.kind === 'list') {
    const items = part.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
    return `${label}<ul style="${style.list}">${items}</ul>`
  }
  const lines = shownLines(part.text).map(escapeHtml).join('<br>')
  return `${label}<blockquote class="quote" dir="auto" style="${style.quote}">${lines}</blockquote>`
}

function codeAsHtml({ label, value }: { label: string; value: string }): string {
  const shown = `<p class="ink" style="${style.code}">${escapeHtml(value)}</p>`
  return `<p class="soft" style="${style.label}">${escapeHtml(label)}</p>${shown}`
}

function paragraph(text: string): string {
  return `<p style="${style.paragraph}">${escapeHtml(text)}</p>`
}

function note(text: string): string {
  return `<p class="soft" style="${style.note}">${escapeHtml(text)}</p>`
}

function buttonAsHtml(label: string, link: string): string {
  const button = `<a class="button" href="${escapeHtml(link)}" style="${style.button}">${escapeHtml(label)}</a>`
  const cell = `<td class="button" bgcolor="#1d3f8f" style="${style.buttonCell}">${button}</td>`
  return `<div style="${style.buttonLine}"><table ${table}><tr>${cell}</tr></table></div>`
}

function fallbackAsHtml(explanation: string, link: string): string {
  const anchor = `<a class="link" href="${escapeHtml(link)}" style="${style.link}">${escapeHtml(link)}</a>`
  return `<p class="soft" style="${style.note};margin-bottom:0">${escapeHtml(explanation)} ${anchor}</p>`
}
