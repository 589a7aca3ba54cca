import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** What the button does: a click signs, or one approves in one of these ways first. */
export type Means = 'click' | 'sms' | 'email' | 'trust_service' | 'reauthenticate'

type Ahead = Pick<SignatureRequest, 'quality' | 'legislation'>

/** With which weight one signs, and what it takes, as far as it is known before one does. */
export function signingAhead({ quality, legislation }: Ahead): {
  quality: SignatureRequest['quality']
  legislation: 'ZERTES' | 'EIDAS' | null
  means: Means
} {
  return { quality, legislation, means: usual[quality] }
}

const usual: Record<SignatureRequest['quality'], Means> = {
  DEMO: 'click',
  SES: 'click',
  AES: 'sms',
  AES_MINIMAL: 'trust_service',
  QES: 'trust_service',
  PART11: 'reauthenticate',
}
