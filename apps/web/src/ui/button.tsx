import type { MouseEvent, ReactNode, Ref } from 'react'
import { AppLink } from './app-link.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './progress.tsx'
import { useHeldFocus } from './forms/use-held-focus.ts'

export interface ButtonProps {
  children?: ReactNode
  type?: 'primary' | 'secondary' | 'text'
  color?: 'accent' | 'error' | 'neutral'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  icon?: IconName
  block?: boolean
  disabled?: boolean
  loading?: boolean
  rounded?: boolean
  /** Gives way while it is pressed, unless this is false. */
  ripple?: boolean
  /** An address outside the app. Opens a new tab unless `newTab` is false. */
  href?: string
  newTab?: boolean
  /** A path of ours. */
  to?: string
  /** Submits the form it is in. */
  submit?: boolean
  onClick?: (event: MouseEvent<HTMLElement>) => void
  /** Its name where it shows an icon alone. */
  label?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-controls'?: string
  'aria-describedby'?: string
  'aria-pressed'?: boolean
}

const sizes = {
  sm: 'min-h-11 md:min-h-8 px-3 text-sm gap-1.5',
  md: 'min-h-11 md:min-h-10 px-4 text-base md:text-sm gap-2',
  lg: 'min-h-12 px-5 text-base gap-2',
  xl: 'min-h-14 px-6 text-base gap-2.5',
}

const looks = {
  primary: {
    accent: 'bg-accent text-on-accent hover:bg-accent-hover',
    error: 'bg-error text-on-error hover:bg-error-hover',
    neutral: 'bg-ink text-sheet',
  },
  secondary: {
    accent: 'border border-line-field bg-sheet text-accent hover:bg-hover',
    error: 'border border-line-field bg-sheet text-error hover:bg-hover',
    neutral: 'border border-line-field bg-sheet text-ink hover:bg-hover',
  },
  text: {
    accent: 'text-accent hover:bg-hover',
    error: 'text-error hover:bg-hover',
    neutral: 'text-ink hover:bg-hover',
  },
}

function appearance({ type = 'primary', color = 'accent', size = 'md', ...props }: ButtonProps) {
  const idle = props.disabled || props.loading
  return classNames(
    'relative inline-flex cursor-pointer items-center justify-center font-medium no-underline transition-colors select-none',
    props.rounded ? 'rounded-full' : 'rounded',
    sizes[size],
    looks[type][color],
    props.block && 'w-full',
    !props.children && 'aspect-square px-0!',
    idle ? 'pointer-events-none' : props.ripple !== false && 'active:opacity-80',
    props.disabled && 'opacity-55',
    props.className,
  )
}

function Inside({ icon, children, loading, size = 'md' }: ButtonProps) {
  return (
    <>
      {loading ? <Spinner /> : icon && <Icon name={icon} size={size === 'sm' ? 16 : 20} />}
      {children}
    </>
  )
}

/** A disabled or loading button does nothing, and keeps the focus if it has it. */
export function Button(props: ButtonProps) {
  const { disabled, loading, href, to, newTab = true, submit, onClick, label } = props
  const idle = disabled === true || loading === true
  const focus = useHeldFocus(disabled === true && !loading)
  function act(event: MouseEvent<HTMLElement>) {
    if (idle) event.preventDefault()
    else onClick?.(event)
  }
  const shared = { className: appearance(props), 'aria-label': label, title: label }
  if (!idle && to !== undefined) {
    return (
      <AppLink to={to} onClick={act} {...shared}>
        <Inside {...props} />
      </AppLink>
    )
  }
  if (!idle && href !== undefined) {
    return (
      <a
        href={href}
        {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={act}
        {...shared}
      >
        <Inside {...props} />
      </a>
    )
  }
  return (
    <button
      ref={props.ref}
      type={submit ? 'submit' : 'button'}
      {...focus.props}
      aria-disabled={loading || focus.held || undefined}
      aria-busy={loading || undefined}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      aria-controls={props['aria-controls']}
      aria-describedby={props['aria-describedby']}
      aria-pressed={props['aria-pressed']}
      onClick={act}
      {...shared}
    >
      <Inside {...props} />
    </button>
  )
}
