import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import { naturalWidth } from '../text-layer.tsx'
import type { Part } from './find-text.ts'
import type { FindResult } from './use-find.ts'

/** What was found on a page, marked over its image, as the text layer lies: at points times `--ppp`. */
export function Marks(props: {
  found: readonly FindResult[]
  current: FindResult | undefined
  /** The mark one has come to is there: it is brought into sight. */
  onShow: (mark: HTMLElement) => void
}) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {props.found.flatMap((one, index) =>
        one.hit.map((part, position) => {
          const style = boxOf(one, part)
          const key = `${index} ${part.run}`
          if (one !== props.current) {
            return (
              <span
                key={key}
                className="absolute rounded-sm bg-accent/20 outline outline-accent/50"
                style={style}
              />
            )
          }
          return <CurrentMark key={key} style={style} onShow={position === 0 ? props.onShow : null} />
        }),
      )}
    </div>
  )
}

function CurrentMark(props: { style: CSSProperties; onShow: ((mark: HTMLElement) => void) | null }) {
  const ref = useRef<HTMLSpanElement>(null)
  const { onShow, style } = props
  useLayoutEffect(() => {
    if (ref.current) onShow?.(ref.current)
    // Once it is there, or stands for another place; not whenever the page is drawn again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [style.left, style.top])
  return (
    <span
      ref={ref}
      data-hit="current"
      className="absolute rounded-sm bg-accent/40 outline-2 outline-accent"
      style={style}
    />
  )
}

/** The share of a run that is before a character, as the browser's own letters have it. */
function boxOf({ text }: FindResult, { run: index, from, to }: Part): CSSProperties {
  const run = text.runs[index]
  if (!run) return {}
  const whole = naturalWidth(run.text) || 1
  const share = (end: number) => naturalWidth(run.text.slice(0, end)) / whole
  const scaled = (points: number) => `calc(var(--ppp) * ${points.toFixed(2)})`
  return {
    left: scaled(run.x + run.width * share(from)),
    top: scaled(run.y),
    width: scaled(run.width * (share(to) - share(from))),
    height: scaled(run.height),
  }
}
