import type { Legislation } from '@countersign/contract/values.ts'
import type { OwnSigningOption, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** What the button does: a click signs, or one approves in one of these ways first. */
export type Means = 'click' | 'sms' | 'email' | 'code' | 'trust_service' | 'reauthenticate'

export interface SigningOutlook {
  readonly quality: SignatureRequest['quality']
  readonly legislation: Legislation | null
  readonly means: Means
}

type RequestLevel = Pick<SignatureRequest, 'quality' | 'legislation'> & {
  readonly viewer: Pick<SignatureRequest['viewer'], 'signing'>
}

/**
 * The level a person signs at and its requirements, before signing. Lists of requests know only the requested level.
 */
export function signingAhead({ quality, legislation, viewer }: RequestLevel): SigningOutlook {
  const option = viewer.signing
  return option
    ? { quality: option.quality, legislation: option.legislation, means: meansOf(option) }
    : { quality, legislation, means: usual[quality] }
}

function meansOf({ approval, channel }: OwnSigningOption): Means {
  if (approval === 'TAN') return channel ?? 'code'
  if (approval === 'SERVICE') return 'trust_service'
  return approval === 'REAUTHENTICATE' ? 'reauthenticate' : 'click'
}

const usual: Record<SignatureRequest['quality'], Means> = {
  DEMO: 'click',
  SES: 'click',
  AES: 'code',
  AES_MINIMAL: 'trust_service',
  QES: 'trust_service',
  PART11: 'reauthenticate',
}
