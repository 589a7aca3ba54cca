export interface Contact {
  readonly name: string
  readonly business: string
  readonly email: string
  readonly phone: string | null
  readonly seats: number | null
  readonly message: string | null
  /** What the person agreed to, in the words that they saw. */
  readonly consent: string
  readonly at: Date
  /** Where they filled it in. */
  readonly page: string
}

/** The form of a marketing service, by which sales hears of someone. What goes wrong is one of the two below. */
export interface ContactForm {
  submit(contact: Contact): Promise<void>
}

/** The service does not take it, and would not the next time: the form lacks a field, for example. */
export class ContactRefused extends Error {
  override readonly name = 'ContactRefused'
  constructor(reason: string) {
    super(`The form was refused: ${reason}`)
  }
}

/** The service could not be reached or is out of order: later, perhaps. */
export class ContactFormUnavailable extends Error {
  override readonly name = 'ContactFormUnavailable'
  constructor(reason: string, options?: ErrorOptions) {
    super(`The form could not be submitted: ${reason}`, options)
  }
}
