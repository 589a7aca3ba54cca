export interface Sms {
  /** In E.164: +41791234567. */
  readonly to: string
  readonly text: string
  /** The same for each try at the same message: a gateway that knows it does not send it a second time. */
  readonly reference: string
}

/** Who brings short messages to phones. What goes wrong is an SmsRefused or an SmsUnavailable. */
export interface SmsSender {
  send(sms: Sms): Promise<void>
}

/** The gateway will not send to this number: trying again would not help. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
  /** Names neither the number nor the text: both are in the log otherwise. */
  constructor(reason: string) {
    super(`The message was refused: ${reason}`)
  }
}

/** The gateway could not be reached, is out of order or does not know this installation: later, perhaps. */
export class SmsUnavailable extends Error {
  override readonly name = 'SmsUnavailable'
  constructor(reason: string, options?: ErrorOptions) {
    super(`The message could not be handed over: ${reason}`, options)
  }
}
