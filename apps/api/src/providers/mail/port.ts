export type Attachment = {
  filename: string
  contentType: string
  content: Buffer
  /** Shown in the mail's HTML under this name (`cid:…`, RFC 2392) and not beside it. */
  cid?: string
}

export type OutgoingMail = {
  /** One address: every recipient gets a mail of their own. */
  to: string
  /** Who gets an answer; left out where nobody reads one. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The left part of the Message-ID: the same for each try, so that a mail sent twice shows as one. */
  messageId: string
  attachments?: Attachment[]
}

/** Hands mails over for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail server has taken responsibility for the mail. Fails with MailRejected when trying again is
   * pointless, and with MailDeferred when it is not.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Resolves where the server takes mails at this moment, our credentials and our sender; sends none. */
  check(): Promise<void>
  close(): void
}

/** The mail server refuses this mail or this recipient for good (RFC 5321 §4.2.1, replies 5yz), and not us. */
export class MailRejected extends Error {
  override name = 'MailRejected'
  readonly to: string
  /** Whether a smaller mail might be taken (RFC 5321 §4.2.3, reply 552; RFC 3463 §3.3 and §3.4, X.2.3 and X.3.4). */
  readonly isTooLarge: boolean
  constructor(to: string, reason: string, { isTooLarge = false } = {}) {
    super(`The mail was refused: ${reason}`)
    this.to = to
    this.isTooLarge = isTooLarge
  }
}

/** The mail server could not be reached, refuses us, has no room in the mailbox, or asks to try again later (RFC 5321 §4.2.1, replies 4yz). */
export class MailDeferred extends Error {
  override name = 'MailDeferred'
  readonly to: string
  /** Whether the mailbox has no room (RFC 3463 §3.3, X.2.2): a smaller mail might still fit. */
  readonly isMailboxFull: boolean
  constructor(
    to: string,
    reason: string,
    { isMailboxFull = false, ...options }: ErrorOptions & { readonly isMailboxFull?: boolean } = {},
  ) {
    super(`The mail could not be handed over yet: ${reason}`, options)
    this.to = to
    this.isMailboxFull = isMailboxFull
  }
}
