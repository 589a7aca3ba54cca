import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** Takes files dropped anywhere on the page, and shows that it would. The button beside it does the same. */
export function DropAnywhere({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false)
  const handler = useRef(onFiles)
  useEffect(() => {
    handler.current = onFiles
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let inside = 0
    const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const count = (by: number) => (event: DragEvent) => {
      if (!bringsFiles(event)) return
      inside = Math.max(inside + by, 0)
      setOver(inside > 0)
    }
    window.addEventListener('dragenter', count(1), { signal })
    window.addEventListener('dragleave', count(-1), { signal })
    window.addEventListener('dragover', (event) => bringsFiles(event) && event.preventDefault(), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        inside = 0
        setOver(false)
        handler.current([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => listening.abort()
  }, [])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-6">
      <div className="flex flex-col items-center gap-3 rounded-sheet border-2 border-dashed border-accent bg-sheet px-10 py-12 text-lg font-semibold text-accent shadow-float">
        <Icon name="upload" size={36} />
        <Trans>Drop the PDF to start</Trans>
      </div>
    </div>
  )
}
