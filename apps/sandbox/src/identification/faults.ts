/** What can go wrong with srs and intrum. */
export const identificationFaults = [
  'timeout',
  'status_503',
  'refused',
  /** A webhook that someone else seems to have signed; only asking finds how it stands. */
  'bad_signature',
  /** The webhooks of the next identification that moves are never sent. */
  'webhook_lost',
  /** The next answer has a status of which nobody has heard. */
  'unknown_status',
  /** Whatever the tester chooses: identified under another name. */
  'name_mismatch',
  /** Whatever the tester chooses: the document is too old. */
  'document_expired',
] as const

export const idAustriaFaults = [
  'timeout',
  'status_503',
  'user_cancel',
  'wrong_nonce',
  'expired_token',
  'wrong_audience',
  'wrong_issuer',
  'bad_signature',
  'name_mismatch',
  'level_too_low',
] as const
