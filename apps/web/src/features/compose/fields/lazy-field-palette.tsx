import { type ComponentProps, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { paletteInView } from './palette-in-view.ts'
import type { FieldPalette as Palette } from './field-palette.tsx'
import { later } from '#web/ui/later.tsx'

const FieldPalette = later(async () => ({ default: (await import('./field-palette.tsx')).FieldPalette }))

/** The kinds of fields and their properties: the documents and signers are there first. */
export function LazyFieldPalette(props: ComponentProps<typeof Palette>) {
  return (
    <Suspense
      fallback={
        <div className={paletteInView}>
          {props.lead}
          <Skeleton className="h-24" />
        </div>
      }
    >
      <FieldPalette {...props} />
    </Suspense>
  )
}
