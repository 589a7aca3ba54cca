export type Channel = 'mail' | 'sms'

/** What is told of an attachment; its bytes are not kept. */
export type AttachmentSummary = { filename: string; contentType: string; size: number; sha256: string }

export type Message = {
  /** Ascending, also over restarts: `after=ID` asks for what came later. */
  id: string
  channel: Channel
  to: string
  /** Of an SMS, by which its sender knows it: it stays known over a restart. */
  reference?: string
  /** Of a mail: the address that gets an answer, where it is another one than the sender's. */
  replyTo?: string
  /** Of a mail: its Message-ID. Mailboxes show two with the same one as one. */
  messageId?: string
  subject: string
  text: string
  html: string
  links: string[]
  attachments: AttachmentSummary[]
  createdAt: string
}

export type NewMessage = Omit<Message, 'id' | 'links' | 'createdAt'>

/** Addresses in the order in which a reader meets them, each once. */
export function linksIn(text: string, html: string): string[] {
  const inHtml = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    decodeEntities(double ?? single ?? ''),
  )
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) =>
    link.replace(/[.,;:!?]+$/, ''),
  )
  return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//i.test(link))
}

function decodeEntities(value: string): string {
  return value
    .replace(/&#x([0-9a-f]{1,6});/gi, (whole, hex: string) => characterOf(Number.parseInt(hex, 16), whole))
    .replace(/&#(\d{1,7});/g, (whole, decimal: string) => characterOf(Number(decimal), whole))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function characterOf(code: number, whole: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
