import { useLingui } from '@lingui/react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { classNames } from './class-names.ts'

interface TabsProps<Value extends string> {
  label: string
  value: Value
  tabs: readonly { value: Value; label: ReactNode; count?: number | undefined }[]
  onChange: (value: Value) => void
  /** The id of the panel they rule. */
  panelId: string
}

export function tabId(panelId: string, value: string): string {
  return `${panelId}-tab-${value}`
}

/**
 * Brings one of a strip to its middle. `scrollIntoView` would do that too, but the Tab key then goes on from there, past the
 * link that skips to the content.
 */
export function scrollSideways(strip: HTMLElement | null, selector: string): void {
  const here = strip?.querySelector(selector)
  if (!strip || !here) return
  const [outer, inner] = [strip.getBoundingClientRect(), here.getBoundingClientRect()]
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/** Arrow keys, Home and End move and choose, as the ARIA pattern has it. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, panelId }: TabsProps<Value>) {
  const { i18n } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  // On a phone the chosen one may stand beyond the edge.
  useEffect(() => scrollSideways(list.current, '[aria-selected=true]'), [value])
  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    onChange(tabs[target]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className="sideways gap-1 p-0.5">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(panelId, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-2 border-b-2 px-3 font-medium max-sm:px-2 whitespace-nowrap',
            tab.value === value
              ? 'border-accent text-ink'
              : 'border-transparent text-ink-secondary hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className="rounded-full bg-selected px-2 text-xs text-accent tabular-nums">
              {formatNumber(tab.count, i18n.locale)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
