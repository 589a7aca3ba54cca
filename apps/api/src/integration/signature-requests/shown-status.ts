import type * as z from 'zod/mini'
import type { SignerStatusV2, SignerStatusV3, StatusV2 } from '@countersign/contract/integration/shapes.ts'
import { RequestStatus, SignerStatus } from '@countersign/contract/values.ts'

/** A draft waits for its first signer: to clients of `/v2` it is open from the start. */
export const statusV2 = (status: RequestStatus): z.infer<typeof StatusV2> =>
  status === 'DRAFT' ? 'OPEN' : status

/** No signer is DRAFT, WAITING or EXPIRED in `/v2`. */
export const signerStatusV2 = (status: SignerStatus): z.infer<typeof SignerStatusV2> =>
  status === 'DRAFT' || status === 'WAITING' || status === 'EXPIRED' ? 'OPEN' : status

/** No signer is EXPIRED in `/v3`: only the request is. */
export const signerStatusV3 = (status: SignerStatus): z.infer<typeof SignerStatusV3> =>
  status === 'EXPIRED' ? 'OPEN' : status

/** The statuses of requests that are answered as this one: a list by it finds what shows it. */
export const statusesShownAs = (version: 2 | 3, shown: string): RequestStatus[] =>
  RequestStatus.options.filter((status) => (version === 2 ? statusV2(status) : status) === shown)

/** The same of signers. */
export const signerStatusesShownAs = (version: 2 | 3, shown: string): SignerStatus[] =>
  SignerStatus.options.filter(
    (status) => (version === 2 ? signerStatusV2(status) : signerStatusV3(status)) === shown,
  )
