import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export interface MenuItem {
  label: string
  icon?: IconName
  color?: 'error'
  disabled?: boolean
  onSelect: () => void
}

interface MenuProps {
  /** The button that opens it. */
  button: Omit<ButtonProps, 'onClick' | 'ref'>
  items: readonly MenuItem[]
  /** Its name, where the button's own words are no label. */
  label?: string
  /** Shown above the items; not one of them. */
  heading?: ReactNode
  align?: 'start' | 'end'
}

/** A button with a menu: arrows, Home, End, first letters and Escape, as the ARIA pattern has it. */
export function Menu({ button, items, label = button.label, heading, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    if (open && box.current && trigger.current) fitInWindow(box.current, trigger.current)
  }, [open])

  useEffect(() => {
    if (!open) return
    choices(root.current)[0]?.focus()
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  function leave() {
    setOpen(false)
    trigger.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return
    if (event.key === 'Tab') setOpen(false)
    else if (event.key === 'Escape') leave()
    else if (!moveFocus(choices(root.current), event.key)) return
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <Button
        {...button}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={box}
          className={classNames(
            'absolute top-full z-40 my-1 w-max max-w-[min(28rem,calc(100vw-2rem))] min-w-48 overflow-y-auto overscroll-contain rounded border border-line bg-sheet p-1 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {heading && <div className="border-b border-line px-3 py-2 text-sm">{heading}</div>}
          <div role="menu" id={id} aria-label={label}>
            {items.map((item, index) => (
              <button
                key={index}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                className={classNames(
                  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded px-3 py-1 text-left hover:bg-hover focus:bg-hover disabled:opacity-50 md:min-h-9',
                  item.color === 'error' && 'text-error',
                )}
                onClick={() => {
                  leave()
                  item.onSelect()
                }}
              >
                {item.icon && <Icon name={item.icon} size={18} />}
                <span className="min-w-0 wrap-anywhere">{item.label}</span>
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Between the menu and the edge. */
const gap = 8
/** Lower than this nothing can be chosen: then what holds the menu has to scroll. */
const minHeight = 96

/** Below the button, or above it where more of the menu fits. What is longer scrolls. */
function fitInWindow(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect()
  const edges = edgesAround(button)
  const below = edges.bottom - bottom - gap
  const above = top - edges.top - gap
  const isAbove = menu.offsetHeight > below && above > below
  menu.style.maxHeight = `${Math.max(isAbove ? above : below, minHeight)}px`
  if (isAbove) Object.assign(menu.style, { top: 'auto', bottom: '100%' })
}

/** Of the window, and of what cuts off the menu within it. */
function edgesAround(element: HTMLElement): { top: number; bottom: number } {
  let [top, bottom] = [0, window.innerHeight]
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflowY === 'visible') continue
    const box = parent.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return { top, bottom }
}

function choices(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
}

function moveFocus(elements: readonly HTMLElement[], key: string): boolean {
  const at = elements.findIndex((element) => element === document.activeElement)
  const last = elements.length - 1
  const targets: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  let target = targets[key]
  if (target === undefined && /^\p{L}$/u.test(key)) {
    const from = [...elements.slice(at + 1), ...elements.slice(0, at + 1)]
    const found = from.find((element) => element.textContent?.toLowerCase().startsWith(key.toLowerCase()))
    target = found ? elements.indexOf(found) : undefined
  }
  if (target === undefined) return false
  elements[target]?.focus()
  return true
}
