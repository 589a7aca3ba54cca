import { Suspense, type ComponentProps } from 'react'
import type { FieldsBar } from './fields/fields-bar.tsx'
import type { PageFields } from './fields/page-fields.tsx'
import { hasOwnFields } from './has-fields.ts'
import { later } from '#web/ui/later.tsx'

const load = async () => {
  const [bar, page] = await Promise.all([
    import('./fields/fields-bar.tsx'),
    import('./fields/page-fields.tsx'),
    import('./fields/words.ts').then(({ loadFieldWords }) => loadFieldWords()),
  ])
  return { ...bar, ...page }
}
const Bar = later(async () => ({ default: (await load()).FieldsBar }))
const OnPage = later(async () => ({ default: (await load()).PageFields }))

/** Before the button that signs: what is still to be filled in. Without fields it is the button alone. */
export function LazyFieldsBar(props: ComponentProps<typeof FieldsBar>) {
  if (!hasOwnFields(props.request)) return props.children
  return (
    <Suspense fallback={props.children}>
      <Bar {...props} />
    </Suspense>
  )
}

/** Loaded where anyone still has something to fill in. */
export function LazyPageFields(props: ComponentProps<typeof PageFields>) {
  const hasFields = props.request.signatures.some(({ document_signatures }) =>
    document_signatures.some(({ fields }) => fields.length > 0),
  )
  if (!hasFields) return null
  return (
    <Suspense fallback={null}>
      <OnPage {...props} />
    </Suspense>
  )
}
