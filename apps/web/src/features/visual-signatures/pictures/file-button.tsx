import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { acceptedTypes } from './open-picture.ts'

/** A file field that looks like the other buttons. The camera is offered where there is a touch screen. */
export function FileButton(props: {
  icon: IconName
  camera?: boolean
  onFile: (file: File | undefined) => void
  children: ReactNode
}) {
  return (
    <label
      className={classNames(
        'relative min-h-11 cursor-pointer items-center gap-2 rounded border border-line-field bg-sheet px-4 font-medium text-accent hover:bg-hover md:min-h-10',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        props.camera ? 'hidden pointer-coarse:inline-flex' : 'inline-flex',
      )}
    >
      <Icon name={props.icon} />
      {props.children}
      <input
        type="file"
        accept={acceptedTypes}
        {...(props.camera && { capture: 'environment' as const })}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          props.onFile(event.target.files?.[0])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
