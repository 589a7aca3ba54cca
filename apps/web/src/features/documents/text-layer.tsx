import type { PageText } from '@countersign/contract/documents.ts'
import type { CSSProperties } from 'react'
import { memo } from 'react'

/**
 * The words of a page, invisible over its image: selected, searched and read aloud in their order. Lengths are
 * points times `--ppp`, so that a change of zoom changes one variable and not each word. High contrast would paint
 * them over the image (CSS Color Adjust 1 §3).
 */
export const TextLayer = memo(function TextLayer({ text }: { text: PageText }) {
  return (
    <div className="absolute inset-0 overflow-hidden font-[sans-serif] leading-none text-transparent forced-color-adjust-none selection:bg-accent/30 selection:text-transparent">
      {text.runs.map((run, index) => (
        <span
          key={index}
          className="absolute origin-top-left cursor-text whitespace-pre"
          style={styleOf(run)}
        >
          {`${run.text}\n`}
        </span>
      ))}
    </div>
  )
})

function styleOf(run: PageText['runs'][number]): CSSProperties {
  const natural = naturalWidth(run.text) * run.height
  return {
    left: `calc(var(--ppp) * ${run.x})`,
    top: `calc(var(--ppp) * ${run.y})`,
    fontSize: `calc(var(--ppp) * ${run.height})`,
    transform: natural > 0 ? `scaleX(${(run.width / natural).toFixed(4)})` : undefined,
  }
}

let measuring: CanvasRenderingContext2D | null = null

/** Width of a text in the browser's own sans-serif, for a font size of 1. */
export function naturalWidth(text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return 0
  measuring.font = '100px sans-serif'
  return measuring.measureText(text).width / 100
}
