import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { HandwritingFont } from './handwriting-font.ts'
import { plainFont } from './handwriting-font.ts'
import { cssFont, fontsFor, loadFont } from './handwriting-fonts.ts'

export function TypedSignature(props: {
  name: string
  font: HandwritingFont | null
  error: string | undefined
  onName: (name: string) => void
  onFont: (font: HandwritingFont) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t`Your name`}
        value={props.name}
        error={props.error}
        maxLength={100}
        autoComplete="name"
        dir="auto"
        onChange={(event) => props.onName(event.target.value)}
      />
      <FontChoice {...props} />
    </div>
  )
}

/** The handwriting fonts that have the letters of the name. */
export function FontChoice(props: {
  name: string
  font: HandwritingFont | null
  onFont: (font: HandwritingFont) => void
}) {
  const { name, font, onFont } = props
  const able = fontsFor(name)
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>Handwriting</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {able.map((one) => (
          <FontOption key={one} name={name} font={one} chosen={font === one} onChoose={() => onFont(one)} />
        ))}
      </div>
      {able[0] === plainFont && (
        <p className="mt-2 text-sm text-ink-secondary">
          <Trans>
            No handwriting font has all of these characters, so they appear in plain print. You can also draw.
          </Trans>
        </p>
      )}
    </fieldset>
  )
}

function FontOption(props: { name: string; font: HandwritingFont; chosen: boolean; onChoose: () => void }) {
  const { name, font, chosen } = props
  const shown = name.trim() || font
  const loaded = useLoaded(font, shown)
  const words = useFitted(`${font} ${shown} ${loaded}`)
  return (
    <label
      className={classNames(
        'relative flex h-16 cursor-pointer items-center justify-center overflow-hidden rounded border px-2 sm:h-20',
        chosen ? 'border-accent bg-selected outline outline-accent' : 'border-line-field hover:bg-hover',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <input
        type="radio"
        name="font"
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={font}
        checked={chosen}
        onChange={props.onChoose}
      />
      <span
        ref={words}
        aria-hidden="true"
        dir="auto"
        className={classNames('pointer-events-none whitespace-nowrap', !loaded && 'opacity-0')}
        style={{ font: cssFont(font, 28) }}
      >
        {shown}
      </span>
    </label>
  )
}

/** A long name is seen whole: it is made as small as its frame needs it, again whenever `shown` changes. */
function useFitted(shown: string) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const words = element.current
    const frame = words?.parentElement
    if (!words || !frame) return
    const fit = () => (words.style.scale = `${Math.min(1, (frame.clientWidth - 16) / words.offsetWidth)}`)
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [shown])
  return element
}

/** Once a font is there, letters that are typed later follow by themselves. */
function useLoaded(font: HandwritingFont, text: string): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    let alive = true
    void loadFont(font, text).then(() => alive && setLoaded(true))
    return () => {
      alive = false
    }
  }, [font, text])
  return loaded
}
