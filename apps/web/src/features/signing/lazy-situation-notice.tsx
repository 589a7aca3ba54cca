import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Suspense } from 'react'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupSignature, lastFailure, needsIdentityCheck, situationOf } from './situation.ts'
import { later } from '#web/ui/later.tsx'

const Notice = later(async () => {
  const [{ SituationNotice: component }] = await Promise.all([
    import('./situation-notice.tsx'),
    loadCatalogs('signing'),
  ])
  return { default: component }
})

/** For whom one is asked and how things stand, with its words, where there is more to say than 'sign here': who comes to sign for oneself loads nothing. */
export function LazySituationNotice({ request }: { request: SignatureRequest }) {
  const isUsual = ['to_sign', 'signing', 'waiting'].includes(situationOf(request))
  const isPlain = !request.business && lastFailure(request) === null && !groupSignature(request)
  if (isUsual && isPlain && !needsIdentityCheck(request)) return null
  return (
    <Suspense fallback={<Skeleton className="h-20" />}>
      <Notice request={request} />
    </Suspense>
  )
}
