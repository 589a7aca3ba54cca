import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import type { SigningLevel } from './signing-level.tsx'
import { later } from '#web/ui/later.tsx'

const load = async () => {
  const [level] = await Promise.all([import('./signing-level.tsx'), loadCatalogs('signing')])
  return level
}
const Weight = later(async () => ({ default: (await load()).SigningLevel }))
const Label = later(async () => ({ default: (await load()).SignLabel }), 'nothing')

/** What the signature is worth. It is there when one has chosen: the dialog before has loaded it. */
export function LazySigningLevel(props: ComponentProps<typeof SigningLevel>) {
  return (
    <Suspense fallback={null}>
      <Weight {...props} />
    </Suspense>
  )
}

/** What signing takes, on the button. A click alone needs no words but the button’s own. */
export function LazySignLabel({
  request,
  children,
}: ComponentProps<typeof SigningLevel> & { children: ReactNode }) {
  if (['SES', 'DEMO'].includes(request.quality)) return children
  return (
    <Suspense fallback={children}>
      <Label request={request} />
    </Suspense>
  )
}
