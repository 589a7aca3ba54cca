/** How an identification can end, in the words that both parties have for it. */
export type ResultCode =
  | 'SUCCESS'
  | 'SUCCESS_DATA_CHANGED'
  | 'FRAUD_SUSPICION_CONFIRMED'
  | 'DOCUMENT_REJECTED'
  | 'DOCUMENT_EXPIRED'
  | 'NOT_IDENTIFIED'
  | 'CANCELED'
  | 'ABORTED'
  | 'EXPIRED'

export type Outcome = { code: ResultCode; isReviewedFirst?: boolean; isRenamed?: boolean }

/** What a tester can choose. The labels are the buttons' names, by which journeys find them: they stay as they are. */
export const choices = {
  success: { label: 'Identified', outcome: { code: 'SUCCESS' } },
  renamed: {
    label: 'Identified under another name',
    outcome: { code: 'SUCCESS_DATA_CHANGED', isRenamed: true },
  },
  review: {
    label: 'Under review, then identified',
    outcome: { code: 'SUCCESS', isReviewedFirst: true },
  },
  'review-refused': {
    label: 'Under review, then not identified',
    outcome: { code: 'NOT_IDENTIFIED', isReviewedFirst: true },
  },
  aborted: { label: 'Connection lost', outcome: { code: 'ABORTED' } },
  'document-expired': { label: 'Document expired', outcome: { code: 'DOCUMENT_EXPIRED' } },
  fraud: { label: 'Fraud suspected', outcome: { code: 'FRAUD_SUSPICION_CONFIRMED' } },
  cancel: { label: 'Cancel', outcome: { code: 'CANCELED' } },
} as const satisfies Record<string, { label: string; outcome: Outcome }>

export type Choice = keyof typeof choices
export const isChoice = (text: unknown): text is Choice =>
  typeof text === 'string' && Object.hasOwn(choices, text)

export const isSuccess = (code: ResultCode | undefined): boolean => code?.startsWith('SUCCESS') ?? false
